import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A network connection that can fail. */
export type TcpProxy = {
  port: number
  /** Ends all connections at once. Accepts new ones. */
  cutAll(): void
  /** Stops passing data in both directions and reports no error, like a firewall that drops packets. */
  goSilent(): void
  /** Ends all connections at once and accepts no new ones, like a server that restarts. */
  refuseAll(): void
  /** Accepts connections again and passes data on new ones. Connections that went silent stay silent. */
  resume(): void
  /** Sends new connections to another port. Existing ones stay. */
  switchTarget(port: number): void
  /**
   * Cuts the first connection over which the client sends `text`. Resolves after the cut.
   * `before`: the server never receives the text. `after`: the server replies, and the client never receives the reply.
   * `following`: the client receives the reply.
   * `within`: only in a transaction that sent this text earlier.
   */
  cutOnText(text: string, when: CutTrigger['when'], within?: string): Promise<void>
  close(): Promise<void>
}

type CutTrigger = { text: string; when: 'before' | 'after' | 'following'; within: string; onCut: () => void }
/** `clientData`: the bytes that the client has sent since its last BEGIN. */
type ConnectionPair = { client: Socket; server: Socket; isSilent: boolean; cutsOnReply: boolean; clientData: string }

/** Starts the proxy in front of a port of 127.0.0.1. */
export async function startTcpProxy(initialPort: number): Promise<TcpProxy> {
  let target = initialPort
  const pairs = new Set<ConnectionPair>()
  let isSilent = false
  let isRefusing = false
  let trigger: CutTrigger | undefined

  function end(pair: ConnectionPair): void {
    pairs.delete(pair)
    // Sends a reply that the proxy has passed on.
    if (pair.client.writableEnded) pair.client.destroySoon()
    else pair.client.destroy()
    pair.server.destroy()
  }

  function cutPair(pair: ConnectionPair): void {
    const { onCut } = trigger as CutTrigger
    trigger = undefined
    end(pair)
    onCut()
  }

  const proxy = createServer((client) => {
    if (isRefusing) return client.destroy()
    const pair: ConnectionPair = { client, server: connect(target, '127.0.0.1'), isSilent, cutsOnReply: false, clientData: '' }
    pairs.add(pair)
    client.on('data', (data) => {
      if (pair.isSilent) return
      pair.clientData = data.includes('begin') ? data.toString('latin1') : pair.clientData + data.toString('latin1')
      const isTriggered = trigger !== undefined && data.includes(trigger.text) && pair.clientData.includes(trigger.within)
      if (isTriggered && trigger?.when === 'before') return cutPair(pair)
      pair.cutsOnReply ||= isTriggered
      pair.server.write(data)
    })
    pair.server.on('data', (data) => {
      if (pair.isSilent) return
      if (pair.cutsOnReply && trigger?.when === 'following') client.end(data)
      if (pair.cutsOnReply) return cutPair(pair)
      client.write(data)
    })
    for (const socket of [client, pair.server]) {
      socket.on('error', () => {})
      // A silent proxy hides a closed connection from the other side.
      socket.on('close', () => !pair.isSilent && end(pair))
    }
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')

  return {
    port: (proxy.address() as { port: number }).port,
    cutAll: () => {
      for (const pair of pairs) end(pair)
    },
    goSilent: () => {
      isSilent = true
      for (const pair of pairs) pair.isSilent = true
    },
    refuseAll: () => {
      isRefusing = true
      for (const pair of pairs) end(pair)
    },
    resume: () => {
      isSilent = false
      isRefusing = false
    },
    switchTarget: (port) => {
      target = port
    },
    cutOnText: (text, when, within = '') =>
      new Promise((onCut) => {
        trigger = { text, when, within, onCut }
      }),
    close: async () => {
      proxy.close()
      for (const pair of pairs) end(pair)
      await once(proxy, 'close')
    },
  }
}

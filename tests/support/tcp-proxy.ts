import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A network between a program and a server, which can fail. */
export type TcpProxy = {
  port: number
  /** Ends all connections at once. New ones are taken. */
  cutAll(): void
  /** Passes nothing on any more, neither way, and tells nobody: as where a firewall drops the packets. */
  goSilent(): void
  /** Passes on again what comes from now on; connections that were silent stay so. */
  resume(): void
  /** Where new connections lead from now on; those there are stay where they are. */
  switchTarget(port: number): void
  /**
   * Cuts the first connection over which the client sends `text`: before the server has heard it, or
   * after it has answered and before the client hears that. Settles when it has happened. `within`: only in a
   * transaction in which it has sent this before, so that nobody else's is cut.
   */
  cutOnText(text: string, when: 'before' | 'after', within?: string): Promise<void>
  close(): Promise<void>
}

type CutTrigger = { text: string; when: 'before' | 'after'; within: string; onCut: () => void }
/** `said`: what the client has sent since its last BEGIN. */
type ConnectionPair = { client: Socket; server: Socket; isSilent: boolean; cutsOnReply: boolean; clientData: string }

/** Stands before a port of 127.0.0.1. */
export async function startTcpProxy(initialPort: number): Promise<TcpProxy> {
  let target = initialPort
  const pairs = new Set<ConnectionPair>()
  let isSilent = false
  let trigger: CutTrigger | undefined

  function end(pair: ConnectionPair): void {
    pairs.delete(pair)
    pair.client.destroy()
    pair.server.destroy()
  }

  function cutPair(pair: ConnectionPair): void {
    const { onCut } = trigger as CutTrigger
    trigger = undefined
    end(pair)
    onCut()
  }

  const proxy = createServer((client) => {
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
      if (pair.cutsOnReply) return cutPair(pair)
      client.write(data)
    })
    for (const socket of [client, pair.server]) {
      socket.on('error', () => {})
      // Nobody hears of an end either, while it is silent.
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
    resume: () => {
      isSilent = false
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

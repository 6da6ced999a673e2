import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A network between a program and a server, which can fail. */
export type TcpProxy = {
  port: number
  /** Ends all connections at once. New ones are taken. */
  cut(): void
  /** Passes nothing on any more, neither way, and tells nobody: as where a firewall drops the packets. */
  goSilent(): void
  /** Passes on again what comes from now on; connections that were silent stay so. */
  resume(): void
  /** Where new connections lead from now on; those there are stay where they are. */
  leadTo(port: number): void
  /**
   * Cuts the first connection over which the client sends `text`: before the server has heard it, or
   * after it has answered and before the client hears that. Settles when it has happened. `within`: only in a
   * transaction in which it has sent this before, so that nobody else's is cut.
   */
  cutAt(text: string, when: 'before' | 'after', within?: string): Promise<void>
  close(): Promise<void>
}

type Trap = { text: string; when: 'before' | 'after'; within: string; sprung: () => void }
/** `said`: what the client has sent since its last BEGIN. */
type Pair = { client: Socket; server: Socket; isSilent: boolean; isAnswerCut: boolean; said: string }

/** Stands before a port of 127.0.0.1. */
export async function startProxy(first: number): Promise<TcpProxy> {
  let target = first
  const pairs = new Set<Pair>()
  let isSilent = false
  let trap: Trap | undefined

  function end(pair: Pair): void {
    pairs.delete(pair)
    pair.client.destroy()
    pair.server.destroy()
  }

  function spring(pair: Pair): void {
    const { sprung } = trap as Trap
    trap = undefined
    end(pair)
    sprung()
  }

  const proxy = createServer((client) => {
    const pair: Pair = { client, server: connect(target, '127.0.0.1'), isSilent, isAnswerCut: false, said: '' }
    pairs.add(pair)
    client.on('data', (data) => {
      if (pair.isSilent) return
      pair.said = data.includes('begin') ? data.toString('latin1') : pair.said + data.toString('latin1')
      const isTrapped = trap !== undefined && data.includes(trap.text) && pair.said.includes(trap.within)
      if (isTrapped && trap?.when === 'before') return spring(pair)
      pair.isAnswerCut ||= isTrapped
      pair.server.write(data)
    })
    pair.server.on('data', (data) => {
      if (pair.isSilent) return
      if (pair.isAnswerCut) return spring(pair)
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
    cut: () => {
      for (const pair of pairs) end(pair)
    },
    goSilent: () => {
      isSilent = true
      for (const pair of pairs) pair.isSilent = true
    },
    resume: () => {
      isSilent = false
    },
    leadTo: (port) => {
      target = port
    },
    cutAt: (text, when, within = '') =>
      new Promise((sprung) => {
        trap = { text, when, within, sprung }
      }),
    close: async () => {
      proxy.close()
      for (const pair of pairs) end(pair)
      await once(proxy, 'close')
    },
  }
}

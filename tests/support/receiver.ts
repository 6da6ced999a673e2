import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = { method: string; path: string; authorization: string | undefined; body: string }

export type Receiver = {
  url: string
  received: Received[]
  /** Waits until so many requests of that kind have come in, and answers them; fails after ten seconds. */
  wait: (count: number, isMeant?: (one: Received) => boolean) => Promise<Received[]>
  close: () => Promise<void>
}

/** A server of ours on 127.0.0.1 that writes down what it is sent; `answer` replies, or leaves it hanging. */
export async function startReceiver(
  answer = (_request: IncomingMessage, response: ServerResponse): void => void response.writeHead(204).end(),
): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url = '', headers } = request
    received.push({ method, path: url, authorization: headers.authorization, body: Buffer.concat(chunks).toString() })
    server.emit('received')
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sync`,
    received,
    async wait(count, isMeant = () => true) {
      const signal = AbortSignal.timeout(10_000)
      while (received.filter(isMeant).length < count) await once(server, 'received', { signal })
      return received.filter(isMeant)
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

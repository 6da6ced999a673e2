import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type RecordedRequest = { method: string; path: string; authorization: string | undefined; body: string }

export type RequestRecorder = {
  url: string
  requests: RecordedRequest[]
  /** Waits until `count` matching requests arrive and returns them. Fails after ten seconds. */
  waitForRequests: (count: number, matches?: (one: RecordedRequest) => boolean) => Promise<RecordedRequest[]>
  close: () => Promise<void>
}

/** Starts a server on 127.0.0.1 that records its requests. `reply` answers, or leaves the request open. */
export async function startRequestRecorder(
  reply = (_request: IncomingMessage, response: ServerResponse): void => void response.writeHead(204).end(),
): Promise<RequestRecorder> {
  const requests: RecordedRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url = '', headers } = request
    requests.push({ method, path: url, authorization: headers.authorization, body: Buffer.concat(chunks).toString() })
    server.emit('received')
    reply(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sync`,
    requests,
    async waitForRequests(count, matches = () => true) {
      const signal = AbortSignal.timeout(60_000)
      while (requests.filter(matches).length < count) await once(server, 'received', { signal })
      return requests.filter(matches)
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

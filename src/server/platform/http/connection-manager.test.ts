import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { buildRequestBytes, parseHttpStatusCodes, sendRawBytes } from '#tests/support/raw-request.ts'
import { createConnectionManager, HTTP_CONNECTION_LIMITS } from './connection-manager.ts'
import { createConnectionPeerFinder } from './direct-connection-peer.ts'

function busyFor(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

async function startServer() {
  const connections = createConnectionManager({
    interceptOtherHost: () => false,
    isUrgent: () => true,
    shedRequest: () => false,
    serveCached: (_request, response) => void response.end(),
    isUpload: () => false,
    limits: HTTP_CONNECTION_LIMITS,
    getPeer: createConnectionPeerFinder([]),
    recordForwarded: () => {},
  })
  const server = connections.createServer(() => {}).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { close: connections.close, port: (server.address() as AddressInfo).port }
}

it('answers a connection that arrives during a long last turn of the event loop', async () => {
  const { close, port } = await startServer()
  const answer = Promise.withResolvers<string>()
  // Runs in the turn after which the server would stop listening, and after that turn has accepted connections.
  setImmediate(() =>
    setImmediate(() => {
      busyFor(20)
      answer.resolve(sendRawBytes(port, buildRequestBytes('GET / HTTP/1.1')))
    }),
  )
  await close()
  expect(parseHttpStatusCodes(await answer.promise)).toEqual([200])
})

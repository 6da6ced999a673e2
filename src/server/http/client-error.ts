import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorReply } from '../../contract/reply.ts'

/** By the code of Node's error; everything else is a 400. */
const REPLIES: Record<string, [status: number, sentence: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The request is too large: at most 64 KB are accepted.'],
}

/** Answers what never became a request, and ends the connection: nobody knows where another request would begin. */
export function sendClientError({ code = '' }: NodeJS.ErrnoException, socket: Socket, headers: Record<string, string>): void {
  if (!socket.writable || code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const [status, error] = REPLIES[code] ?? [400, 'This is not an HTTP request.']
  const body = JSON.stringify({ error } satisfies ErrorReply)
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`)
  socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
  socket.destroySoon()
}

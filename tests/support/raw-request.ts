import { Agent, type IncomingMessage, request as sendRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'

/** How long to wait for data, in ms. */
const TIMEOUT = 60_000

/**
 * Sends bytes to a server on 127.0.0.1 and returns all it answers until the connection ends.
 * With `closesEarly`, the client closes its side at once, like an interrupted one.
 */
export function sendRawBytes(port: number, bytes: Buffer, { closesEarly = false } = {}): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => (closesEarly ? socket.end(bytes) : socket.write(bytes)))
    socket.setEncoding('latin1').setTimeout(TIMEOUT)
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('timeout', () => socket.destroy())
    // Bytes that arrive before a reset still count.
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answer))
  })
}

const agent = new Agent({ keepAlive: true })

type Options = { headers: Record<string, string>; payload?: string }

/** Sends a request with the exact URL. `inject` and `fetch` would resolve its dots and backslashes. */
export async function requestExactUrl(port: number, method: string, target: string, { headers, payload }: Options) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const length = payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) }
    sendRequest({ agent, port, host: '127.0.0.1', method, path: target, headers: { ...length, ...headers } }, resolve)
      .on('error', reject)
      .end(payload)
  })
  return { status: response.statusCode ?? 0, headers: response.headers, text: await text(response) }
}

/** Returns all statuses except `100 Continue`. */
export function parseHttpStatusCodes(answer: string): number[] {
  return [...answer.matchAll(/HTTP\/1\.1 ([2-5]\d\d) /g)].map(([, status]) => Number(status))
}

/** Builds the bytes of a request. Adds `content-length` unless the headers set a length. */
export function buildRequestBytes(line: string, headers: readonly string[] = [], body: string | Buffer = ''): Buffer {
  const hasLength = headers.some((header) => /^(content-length|transfer-encoding)\b/i.test(header))
  const defaultHeaders = [
    'Host: 127.0.0.1',
    'Connection: close',
    ...(hasLength || body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
  ]
  return Buffer.concat([
    Buffer.from(`${[line, ...defaultHeaders, ...headers].join('\r\n')}\r\n\r\n`, 'latin1'),
    Buffer.from(body),
  ])
}

/** Opens an idle connection from a loopback address. Ignores errors when the server closes it. */
export async function openTcpConnection(port: number, from = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from }).on('error', () => undefined)
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))
  return socket
}

import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** A reply as it was sent: names and values of its headers in turn, and its body in base64, still encoded. */
export type RawReply = { headers: string[]; body: string }

/** Node and nginx put these there by themselves. */
const CONNECTION_HEADERS = ['date', 'connection', 'keep-alive', 'server']

/** What a server answers to a browser that understands brotli, without the headers of the connection. */
export async function fetchRawReply(port: number, path: string): Promise<RawReply> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers: { 'accept-encoding': 'br' } }, resolve).on('error', reject)
  })
  const pairs = toHeaderPairs(response.rawHeaders).filter(([name]) => !CONNECTION_HEADERS.includes(name.toLowerCase()))
  return { headers: pairs.flat(), body: (await buffer(response)).toString('base64') }
}

export function toHeaderPairs(headers: readonly string[]): [string, string][] {
  return headers.flatMap((name, index, all) => (index % 2 === 0 ? [[name, all[index + 1] ?? '']] : []))
}

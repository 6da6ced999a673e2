import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** A reply as sent: header names and values in turn, and the encoded body in base64. */
export type RawReply = { headers: string[]; body: string }

/** Headers that Node and nginx add themselves. */
const CONNECTION_HEADERS = ['date', 'connection', 'keep-alive', 'server']

/** Fetches a reply as a browser with Brotli gets it, without connection headers. */
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

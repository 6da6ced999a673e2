import type { FastifyRequest } from 'fastify'
import { cleanAddress } from './address.ts'

/** The header in which `headersOf` hands on the client's network address; what a client sends under this name is dropped. */
export const ADDRESS_HEADER = 'x-client-address'

/** What a proxy tells of a request. Only the server's own reading of it (TRUST_PROXY) goes any further. */
const HEARSAY = new Set([
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-real-ip',
])

/** How much of a header is read, in characters. More than any browser says of itself; cookies may be longer. */
const MAX_HEADER = 512

/**
 * The request's headers in the web's own form, each cut to a sensible length, with the client's address in
 * place of what proxies said.
 */
export function headersOf({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): Headers {
  const copy = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (HEARSAY.has(name)) continue
    for (const one of Array.isArray(value) ? value : [value ?? ''])
      copy.append(name, name === 'cookie' ? one : one.slice(0, MAX_HEADER))
  }
  copy.set(ADDRESS_HEADER, cleanAddress(ip))
  return copy
}

import { parseCookie, parseSetCookie, stringifyCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import { normalizeIpAddress } from '../../config/ip-address.ts'

/** The header with the client's IP address. `toWebHeaders` drops a header of this name from the client. */
export const CLIENT_IP_ADDRESS_HEADER = 'x-client-address'

/** Headers with a proxy's claims. Handlers only get the address that the server derives from them (TRUST_PROXY). */
const PROXY_HEADERS = new Set([
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-real-ip',
])

/** The headers that a proxy adds to a request. */
const FORWARDING_HEADERS = ['via', ...PROXY_HEADERS]

/** Returns whether a proxy forwarded the request. Then it comes from elsewhere, even over a local socket. */
export function isForwardedByProxy(headers: FastifyRequest['headers']): boolean {
  return FORWARDING_HEADERS.some((name) => headers[name] !== undefined)
}

/** The longest header that handlers read, in characters. Browsers send shorter ones. Cookies may be longer. */
const MAX_HEADER = 512

/**
 * Converts the request's headers to `Headers`. Cuts long ones, and replaces the proxies' claims with the client's
 * address.
 */
export function toWebHeaders({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): Headers {
  const copy = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (PROXY_HEADERS.has(name)) continue
    for (const item of Array.isArray(value) ? value : [value ?? ''])
      copy.append(name, name === 'cookie' ? item : item.slice(0, MAX_HEADER))
  }
  copy.set(CLIENT_IP_ADDRESS_HEADER, normalizeIpAddress(ip))
  return copy
}

/** Returns a decoded cookie. Undefined if it is missing or malformed. The first of two with one name counts. */
export function readCookie(headers: Headers, name: string): string | undefined {
  return parseCookie(headers.get('cookie') ?? '', { decode })[name]
}

/** Returns the Cookie header that a browser would send after a reply with these headers. */
export function buildCookieHeaderFromReply(headers: Headers): string {
  const keepEncoded = (text: string) => text
  const setCookies = headers.getSetCookie().map((line) => parseSetCookie(line, { decode: keepEncoded }))
  return stringifyCookie(Object.fromEntries(setCookies.map(({ name, value }) => [name, value])), { encode: keepEncoded })
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}

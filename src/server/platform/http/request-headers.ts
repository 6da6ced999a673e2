import { parseCookie, parseSetCookie, stringifyCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import { normalizeIpAddress } from '../../config/ip-address.ts'

/** The header in which `headersOf` hands on the client's network address; what a client sends under this name is dropped. */
export const CLIENT_ADDRESS_HEADER = 'x-client-address'

/** What a proxy tells of a request. Only the server's own reading of it (TRUST_PROXY) goes any further. */
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

/** Whether a proxy forwarded the request. Then it comes from elsewhere, even over a local socket. */
export function isForwardedByProxy(headers: FastifyRequest['headers']): boolean {
  return FORWARDING_HEADERS.some((name) => headers[name] !== undefined)
}

/** How much of a header is read, in characters. More than any browser says of itself; cookies may be longer. */
const MAX_HEADER = 512

/**
 * The request's headers in the web's own form, each cut to a sensible length, with the client's address in
 * place of what proxies said.
 */
export function toWebHeaders({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): Headers {
  const copy = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (PROXY_HEADERS.has(name)) continue
    for (const one of Array.isArray(value) ? value : [value ?? ''])
      copy.append(name, name === 'cookie' ? one : one.slice(0, MAX_HEADER))
  }
  copy.set(CLIENT_ADDRESS_HEADER, normalizeIpAddress(ip))
  return copy
}

/** A cookie of the request, decoded; undefined where there is none, or none that can be decoded. The first of two with one name counts. */
export function readCookie(headers: Headers, name: string): string | undefined {
  return parseCookie(headers.get('cookie') ?? '', { decode })[name]
}

/** The Cookie header that a browser would send back after a reply with these headers. */
export function buildCookieHeader(headers: Headers): string {
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

import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route takes writes from any origin. */
    acceptsAnyOrigin?: boolean
  }
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

type CheckedRequest = Pick<FastifyRequest, 'method' | 'headers'>

/**
 * Returns a check that is false for a write that another site's page sent through the visitor's browser. The browser's
 * headers must name exactly one of our origins, not a sandboxed page's `null`, another port or a subdomain. Other programs
 * send none of these headers, and no cookies unasked.
 */
export function createSameOriginCheck(origins: readonly string[]) {
  return ({ method, headers }: CheckedRequest): boolean => {
    if (SAFE_METHODS.has(method)) return true
    const { origin, referer } = headers
    const fetchSite = headers['sec-fetch-site']
    const isForeign =
      (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none') ||
      (origin !== undefined && !origins.includes(origin)) ||
      // Old browsers send only a Referer with another page's form.
      (fetchSite === undefined &&
        origin === undefined &&
        referer !== undefined &&
        !origins.includes(URL.parse(referer)?.origin ?? ''))
    return !isForeign
  }
}

/** Returns whether a Location header stays on the site: a path with one leading slash, or a full URL at one of the origins. */
export function isSameOriginLocation(location: string, origins: readonly string[]): boolean {
  const [base = ''] = origins
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop some of them and continue
  if (/[\u0000-\u0020\\]/.test(location)) return false
  const url = URL.parse(location, base)
  return (
    url !== null &&
    origins.includes(url.origin) &&
    !url.pathname.startsWith('//') &&
    (!location.startsWith('/') || url.origin === base)
  )
}

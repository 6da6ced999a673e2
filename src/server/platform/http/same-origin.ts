import type { FastifyRequest } from 'fastify'
import { UserError } from '../../../contract/core/user-error.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

type CheckedRequest = Pick<FastifyRequest, 'method' | 'headers'>

/**
 * Refuses a write that another site's page sent through the visitor's browser. Every word of the
 * browser's has to be right: one of our origins exactly, and never the `null` of a sandboxed page or
 * another port or subdomain. Programs that are no browser say nothing and carry no cookies by themselves.
 */
export function createSameOriginCheck(origins: readonly string[]) {
  return ({ method, headers }: CheckedRequest): void => {
    if (SAFE_METHODS.has(method)) return
    const { origin, referer } = headers
    const fetchSite = headers['sec-fetch-site']
    const isForeign =
      (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none') ||
      (origin !== undefined && !origins.includes(origin)) ||
      // Old browsers may tell no more than this of a form that another page sent.
      (fetchSite === undefined &&
        origin === undefined &&
        referer !== undefined &&
        !origins.includes(URL.parse(referer)?.origin ?? ''))
    if (isForeign) throw new UserError(403, 'This request came from another site and was not carried out.')
  }
}

/** Whether a Location header keeps a browser on the site: a path that begins with one slash, or one of the origins in full. */
export function isSameOriginLocation(location: string, origins: readonly string[]): boolean {
  const [base = ''] = origins
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop some of them and read on
  if (/[\u0000-\u0020\\]/.test(location)) return false
  const url = URL.parse(location, base)
  return (
    url !== null &&
    origins.includes(url.origin) &&
    !url.pathname.startsWith('//') &&
    (!location.startsWith('/') || url.origin === base)
  )
}

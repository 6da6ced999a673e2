import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../contract/refusal.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

type Asked = Pick<FastifyRequest, 'method' | 'headers'>

/**
 * Refuses a write that another site's page sent through the visitor's browser. Every word of the
 * browser's has to be right: one of our origins exactly, and never the `null` of a sandboxed page or
 * another port or subdomain. Programs that are no browser say nothing and carry no cookies by themselves.
 */
export function createSameOriginCheck(origins: readonly string[]) {
  return ({ method, headers }: Asked): void => {
    if (SAFE_METHODS.has(method)) return
    const { origin, referer } = headers
    const site = headers['sec-fetch-site']
    const isForeign =
      (site !== undefined && site !== 'same-origin' && site !== 'none') ||
      (origin !== undefined && !origins.includes(origin)) ||
      // Old browsers may tell no more than this of a form that another page sent.
      (site === undefined && origin === undefined && referer !== undefined && !origins.includes(URL.parse(referer)?.origin ?? ''))
    if (isForeign) throw new Refusal(403, 'This request came from another site and was not carried out.')
  }
}

import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../contract/refusal.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses a write that another site's page sent through the visitor's browser. Programs that are
 * no browser send neither header and carry no cookies by themselves.
 */
export function createSameOriginCheck(origins: readonly string[]) {
  return async ({ method, headers }: FastifyRequest): Promise<void> => {
    if (SAFE_METHODS.has(method)) return
    const site = headers['sec-fetch-site']
    const isForeign =
      (site !== undefined && site !== 'same-origin' && site !== 'none') ||
      (headers.origin !== undefined && !origins.includes(headers.origin))
    if (isForeign) throw new Refusal(403, 'This request came from another site and was not carried out.')
  }
}

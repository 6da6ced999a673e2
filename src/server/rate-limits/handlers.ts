import { listReachedSiteWideLimitsEndpoint } from '#contract/operations/reached-site-wide-limits.ts'
import { defineHandler, type EndpointHandler } from '#platform/http/register-api.ts'
import type { RateLimits } from './rate-limits.ts'

export function createRateLimitHandlers(limits: Pick<RateLimits, 'listReachedSiteWideLimits'>): EndpointHandler[] {
  return [defineHandler(listReachedSiteWideLimitsEndpoint, () => limits.listReachedSiteWideLimits())]
}

import { listReachedRateLimitsEndpoint } from '../../contract/operations/reached-rate-limits.ts'
import { defineHandler, type EndpointHandler } from '../platform/http/register-api.ts'
import type { RateLimits } from './rate-limits.ts'

export function createRateLimitHandlers(limits: Pick<RateLimits, 'listReachedRateLimits'>): EndpointHandler[] {
  return [defineHandler(listReachedRateLimitsEndpoint, () => limits.listReachedRateLimits())]
}

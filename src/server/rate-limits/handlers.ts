import { listReachedLimitsEndpoint } from '../../contract/operations/reached-limits.ts'
import { defineHandler, type EndpointHandler } from '../platform/http/register-api.ts'
import type { RateLimits } from './rate-limits.ts'

export function createRateLimitHandlers(limits: Pick<RateLimits, 'listReachedLimits'>): EndpointHandler[] {
  return [defineHandler(listReachedLimitsEndpoint, () => limits.listReachedLimits())]
}

import { getVisitTotalsEndpoint } from '#contract/site/visits.ts'
import { defineHandler, type EndpointHandler } from '#platform/http/register-api.ts'
import type { VisitsModule } from './visits.ts'

export function createVisitHandlers({ loadTotals }: VisitsModule): EndpointHandler[] {
  return [defineHandler(getVisitTotalsEndpoint, () => loadTotals())]
}

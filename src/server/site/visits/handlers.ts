import { getVisitTotalsEndpoint } from '../../../contract/site/visits.ts'
import { defineHandler, type EndpointHandler } from '../../platform/http/register-api.ts'
import type { Visits } from './visits.ts'

export function createVisitHandlers({ loadTotals }: Visits): EndpointHandler[] {
  return [defineHandler(getVisitTotalsEndpoint, () => loadTotals())]
}

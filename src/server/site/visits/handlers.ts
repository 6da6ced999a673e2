import { visitTotals } from '../../../contract/site/visits.ts'
import { type Handled, handled } from '../../platform/http/http.ts'
import type { Visits } from './visits.ts'

export function visitHandlers({ totals }: Visits): Handled[] {
  return [handled(visitTotals, () => totals())]
}

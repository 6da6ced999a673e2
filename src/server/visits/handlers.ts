import { visitTotals } from '../../contract/visits.ts'
import { type Handled, handled } from '../http/http.ts'
import type { Visits } from './visits.ts'

export function visitHandlers({ totals }: Visits): Handled[] {
  return [handled(visitTotals, () => totals())]
}

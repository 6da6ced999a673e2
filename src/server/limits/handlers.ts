import { listReachedLimits } from '../../contract/operations/reached-limits.ts'
import { type Handled, handled } from '../platform/http/http.ts'
import type { Limits } from './limits.ts'

export function limitHandlers(limits: Pick<Limits, 'reached'>): Handled[] {
  return [handled(listReachedLimits, () => limits.reached())]
}

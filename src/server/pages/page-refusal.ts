import { Refusal } from '../../contract/refusal.ts'
import { isDatabaseAway } from '../db/faults.ts'
import { refusalOf } from '../http/replies.ts'

/** What a page says that could not be shown: 503 where the database is away, 500 for a fault of ours (UX acceptance point 40). */
export function pageRefusal(error: unknown): Refusal {
  const refusal = refusalOf(error)
  if (refusal === error || refusal.status !== 503 || isDatabaseAway(error)) return refusal
  return new Refusal(500, 'The fault is ours. Please try again in a moment.')
}

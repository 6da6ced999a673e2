import { isRefusal, Refusal } from '../../contract/refusal.ts'
import { isDatabaseAway } from '../db/faults.ts'
import { refusalOf } from '../http/replies.ts'
import { UNREADABLE_FORM } from './form-body.ts'

/** What Fastify itself refuses before a page runs, in a page's words. */
const SENTENCES: Record<number, string> = {
  400: UNREADABLE_FORM,
  415: 'A page takes nothing but its own form.',
}

/** What a page says that could not be shown: 503 where the database is away, 500 for a fault of ours (UX acceptance point 40). */
export function pageRefusal(error: unknown): Refusal {
  const refusal = refusalOf(error)
  if (!isRefusal(error) && SENTENCES[refusal.status]) return new Refusal(refusal.status, SENTENCES[refusal.status] as string)
  if (refusal === error || refusal.status !== 503 || isDatabaseAway(error)) return refusal
  return new Refusal(500, 'The fault is ours. Please try again in a moment.')
}

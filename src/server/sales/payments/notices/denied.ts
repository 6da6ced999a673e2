import type { Reader } from '../../../platform/db/tables.ts'
import { isLimitReached, MAX_DENIED } from './room.ts'
import type { StoredNotice } from './store.ts'

/** How often a provider is asked at least before it is believed: some ten minutes, with the pauses between. */
const ASKED_BEFORE_BELIEVED = 7

export const DENIED = 'The payment provider says that it is not its own, and is asked again.'

/**
 * Whether a provider that denies a notice is asked again: it does so by mistake, too, and never sends again what was
 * taken. Only where the notice names a hand-off, which strangers can't know; until the provider, asked often enough, has
 * said the same twice in a row; and only for a few notices of one customer at a time (docs/decisions/0070).
 */
export async function isAskedAgain(db: Reader, notice: StoredNotice): Promise<boolean> {
  if (notice.attempt_id === null) return false
  if (notice.reason === DENIED) return notice.attempts < ASKED_BEFORE_BELIEVED
  return !(await isLimitReached(db, notice, MAX_DENIED, { reason: DENIED }))
}

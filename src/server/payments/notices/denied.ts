import type { Reader } from '../../db/tables.ts'
import { namesHandOff } from './room.ts'
import { rawOf, type StoredNotice } from './store.ts'

/** How often a provider is asked at least before it is believed: some ten minutes, with the pauses between. */
const ASKED_BEFORE_BELIEVED = 7

export const DENIED = 'The payment provider says that it is not its own, and is asked again.'

/**
 * Whether a provider that denies a notice is asked again: it does so by mistake, too, and never sends again what was
 * taken. Only where the notice names a hand-off of ours, which strangers cannot know; and until the provider, asked
 * often enough, has said the same twice in a row (docs/decisions/0070).
 */
export async function isAskedAgain(db: Reader, notice: StoredNotice): Promise<boolean> {
  const isBelieved = notice.reason === DENIED && notice.attempts >= ASKED_BEFORE_BELIEVED
  return !isBelieved && namesHandOff(db, rawOf(notice))
}

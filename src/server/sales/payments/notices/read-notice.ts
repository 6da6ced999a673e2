import type { Reader } from '../../../platform/db/tables.ts'
import { type PaymentGateway, type ProviderReport, UnreadableNotice } from '../gateway.ts'
import { isLimitReached, MAX_DENIED } from './room.ts'
import { rawOf, type StoredNotice } from './store.ts'

/** What a notice turned out to be. */
export type Read = ({ state: 'authentic' } & ProviderReport) | { state: 'forged' } | { state: 'unreadable'; reason: string }

/** How often a notice is read before facts without a payee are taken: some ten minutes, with the pauses between. */
const READ_BEFORE_INCOMPLETE = 7
/** How often the provider must deny a notice before we believe it: some ten minutes, with the pauses between. */
const ASKED_BEFORE_BELIEVED = 7

export const DENIED = 'The payment provider says that it is not its own, and is asked again.'

/** Asks the provider whether a notice that was kept is its own, and reads it. Throws where that cannot be found out yet. */
export async function readNotice(
  notice: StoredNotice,
  gateways: ReadonlyMap<string, PaymentGateway>,
  signal: AbortSignal,
): Promise<Read> {
  const gateway = gateways.get(notice.gateway)
  if (!gateway) throw new Error('Its payment provider is not set up any more.')
  const raw = rawOf(notice)
  const verdict = await gateway.verify(raw, signal)
  if (verdict === 'retry') throw new Error('The payment provider did not say whether it is its own.')
  if (verdict === 'forged') return { state: 'forged' }
  try {
    const report = await gateway.facts(raw, signal)
    const isWhole = report.facts.every(({ payees }) => payees.length > 0)
    if (!isWhole && gateway.reconcile && notice.attempts < READ_BEFORE_INCOMPLETE)
      throw new Error('The payment provider does not show this payment yet.')
    return { state: 'authentic', ...report }
  } catch (error) {
    if (error instanceof UnreadableNotice) return { state: 'unreadable', reason: error.message }
    throw error
  }
}

/**
 * Returns whether to ask again about a notice that the provider denies. Providers deny their own notices by mistake, too,
 * and don't send them again. Only a notice that names a hand-off, which strangers can't know, is asked about again, and
 * only a few of each customer at a time (docs/decisions/0070).
 */
export async function isAskedAgain(db: Reader, notice: StoredNotice): Promise<boolean> {
  if (notice.attempt_id === null) return false
  if (notice.reason === DENIED) return notice.attempts < ASKED_BEFORE_BELIEVED
  return !(await isLimitReached(db, notice, MAX_DENIED, { reason: DENIED }))
}

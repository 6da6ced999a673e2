import type { DatabaseReader } from '../../../platform/db/tables.ts'
import { type PaymentGateway, type ProviderReport, UnreadableNoticeError } from '../payment-gateway.ts'
import { isLimitReached, MAX_DENIED_NOTICES } from './notice-limits.ts'
import { type StoredPaymentNotice, toRawNotice } from './store.ts'

/** What a notice turned out to be. */
export type NoticeResult =
  | ({ state: 'authentic' } & ProviderReport)
  | { state: 'forged' }
  | { state: 'unreadable'; reason: string }

/** How often a notice is read before facts without a payee are taken: some ten minutes, with the pauses between. */
const MAX_READS_WITHOUT_PAYEE = 7
/** How often the provider must deny a notice before we believe it: some ten minutes, with the pauses between. */
const MAX_DENIED_VERIFICATIONS = 7

export const DENIED_REASON = 'The payment provider says that it is not its own, and is asked again.'

/** Asks the provider whether a notice that was kept is its own, and reads it. Throws where that cannot be found out yet. */
export async function readNotice(
  notice: StoredPaymentNotice,
  gateways: ReadonlyMap<string, PaymentGateway>,
  signal: AbortSignal,
): Promise<NoticeResult> {
  const gateway = gateways.get(notice.gateway)
  if (!gateway) throw new Error('Its payment provider is not set up any more.')
  const raw = toRawNotice(notice)
  const verdict = await gateway.verifyNotice(raw, signal)
  if (verdict === 'retry') throw new Error('The payment provider did not say whether it is its own.')
  if (verdict === 'forged') return { state: 'forged' }
  try {
    const report = await gateway.readFacts(raw, signal)
    const hasAllPayees = report.facts.every(({ payees }) => payees.length > 0)
    if (!hasAllPayees && gateway.reconcile && notice.attempts < MAX_READS_WITHOUT_PAYEE)
      throw new Error('The payment provider does not show this payment yet.')
    return { state: 'authentic', ...report }
  } catch (error) {
    if (error instanceof UnreadableNoticeError) return { state: 'unreadable', reason: error.message }
    throw error
  }
}

/**
 * Returns whether to ask again about a notice that the provider denies. Providers deny their own notices by mistake, too,
 * and don't send them again. Only a notice that names a hand-off, which strangers can't know, is asked about again, and
 * only a few of each customer at a time (docs/decisions/0034).
 */
export async function shouldVerifyAgain(db: DatabaseReader, notice: StoredPaymentNotice): Promise<boolean> {
  if (notice.attempt_id === null) return false
  if (notice.reason === DENIED_REASON) return notice.attempts < MAX_DENIED_VERIFICATIONS
  return !(await isLimitReached(db, notice, MAX_DENIED_NOTICES, { reason: DENIED_REASON }))
}

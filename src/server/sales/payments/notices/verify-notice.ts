import type { DatabaseReader } from '#platform/db/tables.ts'
import { DISPUTE_FACT_KINDS } from '../ledger/payment-fact.ts'
import { type PaymentGateway, type ProviderReport, UnreadableNoticeError } from '../payment-gateway.ts'
import { isPaymentNoticeLimitReached, MAX_WAITING_DENIED_NOTICES } from './receive-notice.ts'
import { type StoredPaymentNotice, toRawPaymentNotice } from './store.ts'

export type NoticeVerificationResult =
  | ({ state: 'authentic' } & ProviderReport)
  | { state: 'forged' }
  | { state: 'unreadable'; reason: string }

/** How many times to read a notice before accepting facts without a payee, in about ten minutes with pauses. */
const MAX_READS_WITHOUT_PAYEE = 7
/** How many times the provider must deny a notice that names an attempt, in about ten minutes with pauses. */
const MAX_DENIED_VERIFICATIONS = 7

export const NOT_SENT_BY_PROVIDER_REASON = 'The payment provider says that it didn’t send it. We’ll ask again.'

/** Verifies a notice with the provider and reads it. Throws if the provider gives no clear answer yet. */
export async function verifyNotice(
  notice: StoredPaymentNotice,
  gateways: ReadonlyMap<string, PaymentGateway>,
  signal: AbortSignal,
): Promise<NoticeVerificationResult> {
  const gateway = gateways.get(notice.gateway)
  if (!gateway) throw new Error('Its payment provider is no longer set up.')
  const raw = toRawPaymentNotice(notice)
  const verdict = await gateway.verifyNotice(raw, signal)
  if (verdict === 'retry') throw new Error('The payment provider didn’t say whether it sent it.')
  if (verdict === 'forged') return { state: 'forged' }
  try {
    const report = await gateway.readFacts(raw, signal)
    // A dispute names no payee.
    const hasAllPayees = report.facts.every(({ kind, payees }) => DISPUTE_FACT_KINDS.has(kind) || payees.length > 0)
    if (!hasAllPayees && gateway.reconcile && notice.attempts < MAX_READS_WITHOUT_PAYEE)
      throw new Error('The payment provider doesn’t show this payment yet.')
    return { state: 'authentic', ...report }
  } catch (error) {
    if (error instanceof UnreadableNoticeError) return { state: 'unreadable', reason: error.message }
    throw error
  }
}

/**
 * Returns whether to verify a denied notice again, because providers sometimes deny their own notices (decision 34). Only
 * notices that name a checkout attempt qualify, since strangers can't know its id. Only a few of each customer wait.
 */
export async function shouldVerifyNoticeAgain(db: DatabaseReader, notice: StoredPaymentNotice): Promise<boolean> {
  if (notice.attempt_id === null) return false
  if (notice.reason === NOT_SENT_BY_PROVIDER_REASON) return notice.attempts < MAX_DENIED_VERIFICATIONS
  return !(await isPaymentNoticeLimitReached(db, notice, MAX_WAITING_DENIED_NOTICES, { reason: NOT_SENT_BY_PROVIDER_REASON }))
}

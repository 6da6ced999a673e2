import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { QueueTiming } from '#platform/queue/queue.ts'
import { DISPUTE_FACT_KINDS } from '../ledger/payment-fact.ts'
import type { PaymentDependencies } from '../payment-dependencies.ts'
import { type PaymentGateway, type ProviderReport, UnreadableNoticeError } from '../payment-gateway.ts'
import { recordProviderReport } from '../record-provider-report.ts'
import {
  buildDailyForgedNoticesFlag,
  buildUnreadableNoticeFlag,
  buildUnverifiedNoticesFlag,
  raiseFlagAndNotify,
} from '../review-flags/review-flags.ts'
import { closeReviewFlagBySubject } from '../review-flags/store.ts'
import { findPaymentAttempt } from '../store.ts'
import { isPaymentNoticeLimitReached, MAX_STORED_FORGED_PAYMENT_NOTICES, MAX_WAITING_DENIED_NOTICES } from './receive-notice.ts'
import {
  deleteExcessForgedPaymentNotices,
  hasWaitingPaymentNotices,
  linkPaymentNoticeToOrder,
  noticeQueueTable,
  type StoredPaymentNotice,
  saveNoticeVerificationResult,
  saveNoticeWaitReason,
  toRawPaymentNotice,
} from './store.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** In ms. Verification goes on until the provider answers, even for days. */
export const NOTICE_QUEUE_TIMING = {
  poll: 5 * SECOND,
  lease: MINUTE,
  deadline: 30 * SECOND,
  firstPause: 10 * SECOND,
  longestPause: HOUR,
  closeWithin: 3 * SECOND,
} satisfies QueueTiming

/** The wait in ms after which the owner gets a flag about an unverified notice. */
const LONG_WAIT_MS = HOUR

/** How many notices one process verifies at a time. */
const MAX_CONCURRENT_NOTICES = 10

/** Builds the options of a queue that verifies each notice with its provider and records the report. */
export function createNoticeQueueOptions(dependencies: PaymentDependencies, timing: QueueTiming) {
  const { read, gateways, problem } = dependencies
  return {
    table: noticeQueueTable,
    timing,
    name: 'payment notices',
    problem,
    maxConcurrent: MAX_CONCURRENT_NOTICES,
    isRepeatable: true,
    work: async (notice: StoredPaymentNotice, signal: AbortSignal) => {
      const result = await verifyNotice(notice, gateways.all, signal)
      if (result.state === 'forged' && (await shouldVerifyNoticeAgain(read, notice))) throw new Error(NOT_SENT_BY_PROVIDER_REASON)
      return result
    },
    saveOutcome: (tx: Tx, notice: StoredPaymentNotice, result: NoticeVerificationResult) =>
      applyNotice(dependencies, tx, notice, result),
    describeFailure: ({ id }: StoredPaymentNotice) => `notice ${id} can't be verified now and waits for a retry`,
    onFailure: (notice: StoredPaymentNotice, error: unknown) => (tx: Tx) =>
      postponeNotice(dependencies, tx, notice, error instanceof Error ? error.message : String(error)),
  }
}

async function applyNotice(
  dependencies: PaymentDependencies,
  tx: Tx,
  notice: StoredPaymentNotice,
  result: NoticeVerificationResult,
): Promise<void> {
  const { id, gateway, attempt_id } = notice
  await saveNoticeVerificationResult(tx, id, {
    state: result.state,
    reason: result.state === 'unreadable' ? result.reason : null,
  })
  if (!(await hasWaitingPaymentNotices(tx, { attempt_id }, 1)))
    await closeReviewFlagBySubject(tx, buildUnverifiedNoticesFlag(attempt_id))
  if (result.state === 'forged') {
    await deleteExcessForgedPaymentNotices(tx, MAX_STORED_FORGED_PAYMENT_NOTICES)
    return raiseFlagAndNotify(dependencies, tx, null, buildDailyForgedNoticesFlag(Date.now()))
  }
  const orderId = await linkToOrder(tx, notice)
  if (result.state === 'authentic') await recordProviderReport(dependencies, tx, result, { gateway, noticeId: id })
  else await raiseFlagAndNotify(dependencies, tx, orderId, buildUnreadableNoticeFlag(id))
}

async function postponeNotice(
  dependencies: PaymentDependencies,
  tx: Tx,
  notice: StoredPaymentNotice,
  reason: string,
): Promise<void> {
  const { id, received_at, attempt_id } = notice
  await saveNoticeWaitReason(tx, id, reason)
  if (Date.now() - received_at > LONG_WAIT_MS)
    await raiseFlagAndNotify(dependencies, tx, await linkToOrder(tx, notice), buildUnverifiedNoticesFlag(attempt_id))
}

/** Links a notice to the order of its checkout attempt, even before verification. Returns the order's id. */
async function linkToOrder(tx: Tx, { id, attempt_id }: StoredPaymentNotice): Promise<string | null> {
  const attempt = attempt_id === null ? undefined : await findPaymentAttempt(tx, attempt_id)
  if (attempt) await linkPaymentNoticeToOrder(tx, id, attempt.orderId)
  return attempt?.orderId ?? null
}

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
async function shouldVerifyNoticeAgain(db: DatabaseReader, notice: StoredPaymentNotice): Promise<boolean> {
  if (notice.attempt_id === null) return false
  if (notice.reason === NOT_SENT_BY_PROVIDER_REASON) return notice.attempts < MAX_DENIED_VERIFICATIONS
  return !(await isPaymentNoticeLimitReached(db, notice, MAX_WAITING_DENIED_NOTICES, { reason: NOT_SENT_BY_PROVIDER_REASON }))
}

import type { Tx } from '#platform/db/database-writer.ts'
import type { QueueTiming } from '#platform/queue/queue.ts'
import { findPaymentAttempt } from '../attempts/store.ts'
import type { PaymentDependencies } from '../payment-dependencies.ts'
import { raiseFlagAndNotify } from '../raise-review-flag.ts'
import { recordProviderReport } from '../record-provider-report.ts'
import {
  buildDailyForgedNoticesFlag,
  buildUnreadableNoticeFlag,
  buildUnverifiedNoticesFlag,
} from '../review-flags/build-review-flags.ts'
import { closeReviewFlagBySubject } from '../review-flags/store.ts'
import { MAX_STORED_FORGED_PAYMENT_NOTICES } from './receive-notice.ts'
import {
  deleteExcessForgedPaymentNotices,
  hasWaitingPaymentNotices,
  linkPaymentNoticeToOrder,
  noticeQueueTable,
  type StoredPaymentNotice,
  saveNoticeVerificationResult,
  saveNoticeWaitReason,
} from './store.ts'
import {
  NOT_SENT_BY_PROVIDER_REASON,
  type NoticeVerificationResult,
  shouldVerifyNoticeAgain,
  verifyNotice,
} from './verify-notice.ts'

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

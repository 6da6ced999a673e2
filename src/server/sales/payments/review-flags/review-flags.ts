import type { Tx } from '#platform/db/database-writer.ts'
import { listAdminEmailsToNotify } from '#server/people/users/users.ts'
import type { StoredPaymentFact } from '../ledger/store.ts'
import type { CaptureObstacle } from '../payment-capture-rules.ts'
import type { PaymentDependencies } from '../payment-dependencies.ts'
import { buildReviewFlagEmail } from '../payment-emails.ts'
import type { StoredPaymentAttempt } from '../store.ts'
import { type NewReviewFlag, raiseReviewFlag } from './store.ts'

/** For a payment without a known order. */
export function buildOrphanedPaymentFlag(gateway: string, transactionId: string): NewReviewFlag {
  return { kind: 'orphan', subject: `${gateway} ${transactionId}` }
}

export function parseOrphanedPaymentFlag(subject: string): { gateway: string; transactionId: string } {
  const separator = subject.indexOf(' ')
  return { gateway: subject.slice(0, separator), transactionId: subject.slice(separator + 1) }
}

/** For forged notices: one flag a day, however many notices there are. */
export function buildDailyForgedNoticesFlag(now: number): NewReviewFlag {
  return { kind: 'forged', subject: new Date(now).toISOString().slice(0, 10) }
}

export function buildUnreadableNoticeFlag(noticeId: string): NewReviewFlag {
  return { kind: 'unreadable', subject: noticeId }
}

/** For all unverified notices of a checkout attempt, or of strangers. */
export function buildUnverifiedNoticesFlag(attemptId: string | null): NewReviewFlag {
  return { kind: 'unverified', subject: attemptId ?? 'strangers' }
}

/** For a payment that the customer approved and the site didn't capture. */
export function buildNotCapturedFlag(
  { id, orderId }: Pick<StoredPaymentAttempt, 'id' | 'orderId'>,
  reason: CaptureObstacle,
): NewReviewFlag {
  return { kind: 'notCaptured', subject: `${orderId} ${reason} ${id}` }
}

/** For a payment that the provider refused, if the owner must act. */
export function buildPaymentRefusedFlag(
  { id, orderId }: Pick<StoredPaymentAttempt, 'id' | 'orderId'>,
  refusal: string,
): NewReviewFlag {
  return { kind: 'refused', subject: `${orderId} ${refusal} ${id}` }
}

/** For a refund that the provider neither confirmed nor refused. */
export function buildRefundUnclearFlag({ id, order_id, cents }: { id: string; order_id: string; cents: number }): NewReviewFlag {
  return { kind: 'refundUnclear', subject: `${order_id} ${cents} ${id}` }
}

/** For a fact that doesn't match its checkout attempt, or about money that the totals don't include. */
export function buildFactFlag(
  flagKind: 'review' | 'unaccounted',
  orderId: string,
  { transactionId, kind }: Pick<StoredPaymentFact, 'transactionId' | 'kind'>,
): NewReviewFlag {
  return { kind: flagKind, subject: `${orderId} ${kind} ${transactionId}` }
}

/** `dueAt` is the provider's deadline for an answer, epoch ms. */
export function buildDisputeFlag(
  orderId: string,
  { caseId, dueAt }: Pick<NewReviewFlag, 'dueAt'> & { caseId: string },
): NewReviewFlag {
  return { kind: 'dispute', subject: `${orderId} ${caseId}`, dueAt }
}

/** The flags that need no action from an admin. */
const ROUTINE_FLAG_KINDS: ReadonlySet<NewReviewFlag['kind']> = new Set(['pending', 'failed'])

/** Raises a flag, and emails the admins if the flag is new. `orderId` is null if the order is unknown. */
export async function raiseFlagAndNotify(
  dependencies: PaymentDependencies,
  tx: Tx,
  orderId: string | null,
  flag: NewReviewFlag,
): Promise<void> {
  if (!(await raiseReviewFlag(tx, orderId, flag))) return
  await notifyAdminsOfFlags(
    dependencies,
    tx,
    [flag],
    orderId === null ? undefined : (await dependencies.orders.lockOrder(tx, orderId)).number,
  )
}

/** Emails the admins about flags that need action. */
export async function notifyAdminsOfFlags(
  { mail }: PaymentDependencies,
  tx: Tx,
  newFlags: readonly NewReviewFlag[],
  orderNumber?: number,
): Promise<void> {
  const flags = newFlags.filter(({ kind }) => !ROUTINE_FLAG_KINDS.has(kind))
  if (flags.length === 0) return
  for (const to of await listAdminEmailsToNotify(tx)) await mail.enqueue(tx, buildReviewFlagEmail(to, { flags, orderNumber }))
}

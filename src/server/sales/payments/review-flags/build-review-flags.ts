import { formatDecimalAmount, formatDollars } from '../../../../contract/core/money.ts'
import type { ReviewFlag } from '../../../../contract/sales/payment-evidence.ts'
import type { DatabaseReader, ReviewFlagTable } from '../../../platform/db/tables.ts'
import type { StoredPaymentAttempt } from '../attempts/store.ts'
import { listFactsOfTransaction, listPaymentFacts, type StoredPaymentFact } from '../ledger/store.ts'
import { type CaptureObstacle, PAYMENT_CAPTURE_OBSTACLES } from '../payment-capture-rules.ts'
import { getPayPalPaymentRefusal } from '../paypal-refusal-texts.ts'
import type { NewReviewFlag } from './store.ts'

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
export function buildProviderRefusalFlag(
  { id, orderId }: Pick<StoredPaymentAttempt, 'id' | 'orderId'>,
  refusal: string,
): NewReviewFlag {
  return { kind: 'refused', subject: `${orderId} ${refusal} ${id}` }
}

/** For a refund that the provider neither confirmed nor refused. */
export function buildRefundUnclearFlag({ id, order_id, cents }: { id: string; order_id: string; cents: number }): NewReviewFlag {
  return { kind: 'refundUnclear', subject: `${order_id} ${cents} ${id}` }
}

/** For a fact that doesn't match its checkout attempt. */
export function buildPaymentMismatchFlag(
  orderId: string,
  { transactionId, kind }: Pick<StoredPaymentFact, 'transactionId' | 'kind'>,
): NewReviewFlag {
  return { kind: 'review', subject: `${orderId} ${kind} ${transactionId}` }
}

/** `dueAt` is the provider's deadline for an answer, epoch ms. */
export function buildDisputeFlag(
  orderId: string,
  { caseId, dueAt }: Pick<NewReviewFlag, 'dueAt'> & { caseId: string },
): NewReviewFlag {
  return { kind: 'dispute', subject: `${orderId} ${caseId}`, dueAt }
}

/** Serializes a flag with its order, and with its payment if it is about one payment. */
export async function serializeReviewFlag(
  db: DatabaseReader,
  flag: ReviewFlagTable,
  order: { id: string; number: number } | undefined,
): Promise<ReviewFlag> {
  const fact = await findReviewFlagFact(db, flag)
  return {
    _id: flag.id,
    kind: flag.kind,
    detail: getFlagDetail(flag),
    raisedAt: flag.raised_at,
    closedAt: flag.closed_at,
    closedBy: flag.closed_by,
    action: flag.action,
    note: flag.note,
    order: order ? { _id: order.id, number: order.number } : null,
    transactionId: fact?.transactionId ?? null,
    amount: fact?.cents ? formatDecimalAmount(fact.cents) : null,
    currency: fact?.currency || null,
    dueAt: flag.kind === 'dispute' ? await findDeadline(db, flag) : null,
    canAccept: flag.kind === 'review' && fact?.kind === 'settled',
  }
}

/** Returns the latest deadline of the dispute, epoch ms. */
async function findDeadline(db: DatabaseReader, { subject, order_id }: ReviewFlagTable): Promise<number | null> {
  const facts = order_id === null ? [] : await listPaymentFacts(db, order_id)
  const deadlines = facts.flatMap(({ dispute }) =>
    dispute?.dueAt && subject === `${order_id} ${dispute.caseId}` ? [dispute.dueAt] : [],
  )
  return deadlines.length > 0 ? Math.max(...deadlines) : null
}

export async function findReviewFlagFact(
  db: DatabaseReader,
  { kind, subject, order_id }: ReviewFlagTable,
): Promise<StoredPaymentFact | undefined> {
  if (kind === 'orphan') {
    const { gateway, transactionId } = parseOrphanedPaymentFlag(subject)
    return (await listFactsOfTransaction(db, gateway, transactionId))[0]
  }
  if (order_id === null) return undefined
  if (kind === 'dispute')
    return (await listPaymentFacts(db, order_id)).find((fact) => fact.dispute && subject === `${order_id} ${fact.dispute.caseId}`)
  if (kind !== 'review') return undefined
  return (await listPaymentFacts(db, order_id)).find((fact) => buildPaymentMismatchFlag(order_id, fact).subject === subject)
}

/** Returns a detail from the flag's subject; null if its kind says enough. */
function getFlagDetail({ kind, subject }: ReviewFlagTable): string | null {
  const [, detail = ''] = subject.split(' ')
  if (kind === 'notCaptured') return PAYMENT_CAPTURE_OBSTACLES[detail as CaptureObstacle]
  if (kind === 'refundUnclear') return `The refund of ${formatDollars(formatDecimalAmount(Number(detail)))}.`
  return kind === 'refused' ? `${getPayPalPaymentRefusal(detail).owner ?? ''} (${detail})`.trim() : null
}

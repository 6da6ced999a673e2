import { formatAmount, formatDollars } from '../../../../contract/core/money.ts'
import type { ReviewFlag } from '../../../../contract/sales/payment-evidence.ts'
import type { DatabaseReader, ReviewFlagTable } from '../../../platform/db/tables.ts'
import { CAPTURE_OBSTACLES, type CaptureObstacle } from '../capture-rules.ts'
import { getPayPalRefusal } from '../paypal-refusals.ts'
import { listFacts, listTransactionFacts, type StoredPaymentAttempt, type StoredPaymentFact } from '../store.ts'
import type { NewFlag } from './store.ts'

/** A payment that nobody knows whose it is. */
export function buildOrphanFlag(gateway: string, transactionId: string): NewFlag {
  return { kind: 'orphan', subject: `${gateway} ${transactionId}` }
}

/** What a flag of an orphan is about. */
export function parseOrphanSubject(subject: string): { gateway: string; transactionId: string } {
  const at = subject.indexOf(' ')
  return { gateway: subject.slice(0, at), transactionId: subject.slice(at + 1) }
}

/** Somebody pretends to be the provider: one flag a day says so, however often they try. */
export function buildForgedFlag(now: number): NewFlag {
  return { kind: 'forged', subject: new Date(now).toISOString().slice(0, 10) }
}

/** A notice of the provider's own that cannot be understood. */
export function buildUnreadableFlag(noticeId: string): NewFlag {
  return { kind: 'unreadable', subject: noticeId }
}

/** One flag for all unverified notices of a hand-off, or of strangers, while the provider doesn't answer. */
export function buildUnverifiedFlag(attemptId: string | null): NewFlag {
  return { kind: 'unverified', subject: attemptId ?? 'strangers' }
}

/** A payment that the customer approved and that we did not take. */
export function buildNotCapturedFlag(
  { id, orderId }: Pick<StoredPaymentAttempt, 'id' | 'orderId'>,
  reason: CaptureObstacle,
): NewFlag {
  return { kind: 'notCaptured', subject: `${orderId} ${reason} ${id}` }
}

/** A payment that the provider refused for a reason that the owner has to know. */
export function buildRefusedFlag({ id, orderId }: Pick<StoredPaymentAttempt, 'id' | 'orderId'>, refusal: string): NewFlag {
  return { kind: 'refused', subject: `${orderId} ${refusal} ${id}` }
}

/** A refund of which the provider never said whether it was made. */
export function buildRefundUnclearFlag({ id, order_id, cents }: { id: string; order_id: string; cents: number }): NewFlag {
  return { kind: 'refundUnclear', subject: `${order_id} ${cents} ${id}` }
}

/** A fact of an order that is not as it was asked for. */
export function buildMismatchFlag(
  orderId: string,
  { transactionId, kind }: Pick<StoredPaymentFact, 'transactionId' | 'kind'>,
): NewFlag {
  return { kind: 'review', subject: `${orderId} ${kind} ${transactionId}` }
}

/** A dispute about a payment of an order. `dueAt` is the provider's deadline for an answer. */
export function buildDisputeFlag(orderId: string, { caseId, dueAt }: Pick<NewFlag, 'dueAt'> & { caseId: string }): NewFlag {
  return { kind: 'dispute', subject: `${orderId} ${caseId}`, dueAt }
}

/** With the order, and the payment where it is about a single one. */
export async function serializeFlag(
  db: DatabaseReader,
  flag: ReviewFlagTable,
  order: { id: string; number: number } | undefined,
): Promise<ReviewFlag> {
  const fact = await findFlagFact(db, flag)
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
    amount: fact?.cents ? formatAmount(fact.cents) : null,
    currency: fact?.currency || null,
    dueAt: flag.kind === 'dispute' ? await findDeadline(db, flag) : null,
    canAccept: flag.kind === 'review' && fact?.kind === 'settled',
  }
}

/** Returns the latest deadline that the provider named, epoch ms. */
async function findDeadline(db: DatabaseReader, { subject, order_id }: ReviewFlagTable): Promise<number | null> {
  const facts = order_id === null ? [] : await listFacts(db, order_id)
  const deadlines = facts.flatMap(({ dispute }) =>
    dispute?.dueAt && subject === `${order_id} ${dispute.caseId}` ? [dispute.dueAt] : [],
  )
  return deadlines.length > 0 ? Math.max(...deadlines) : null
}

export async function findFlagFact(
  db: DatabaseReader,
  { kind, subject, order_id }: ReviewFlagTable,
): Promise<StoredPaymentFact | undefined> {
  if (kind === 'orphan') {
    const { gateway, transactionId } = parseOrphanSubject(subject)
    return (await listTransactionFacts(db, gateway, transactionId))[0]
  }
  if (order_id === null) return undefined
  if (kind === 'dispute')
    return (await listFacts(db, order_id)).find((fact) => fact.dispute && subject === `${order_id} ${fact.dispute.caseId}`)
  if (kind !== 'review') return undefined
  return (await listFacts(db, order_id)).find((fact) => buildMismatchFlag(order_id, fact).subject === subject)
}

/** What happened exactly, where the kind of flag does not say it all. */
function getFlagDetail({ kind, subject }: ReviewFlagTable): string | null {
  const [, what = ''] = subject.split(' ')
  if (kind === 'notCaptured') return CAPTURE_OBSTACLES[what as CaptureObstacle]
  if (kind === 'refundUnclear') return `The refund of ${formatDollars(formatAmount(Number(what)))}.`
  return kind === 'refused' ? `${getPayPalRefusal(what).owner ?? ''} (${what})`.trim() : null
}

import { formatDecimalAmount, formatDollars } from '#contract/core/money.ts'
import type { ReviewFlag } from '#contract/sales/payment-review-flags.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { StoredOrder } from '../../orders/orders.ts'
import { listFactsOfTransaction, listPaymentFacts, type StoredPaymentFact } from '../ledger/store.ts'
import { type CaptureObstacle, PAYMENT_CAPTURE_OBSTACLES } from '../payment-capture-rules.ts'
import { getTextsOfPayPalRefusal } from '../paypal-payment-refusal-texts.ts'
import type { ReviewFlagTable } from '../tables.ts'
import { buildDisputeFlag, buildFactFlag, parseOrphanedPaymentFlag } from './review-flags.ts'

/** Serializes a flag with its order, and with its payment if it is about one payment. */
export async function serializeReviewFlag(
  db: DatabaseReader,
  flag: ReviewFlagTable,
  order: Pick<StoredOrder, 'id' | 'number' | 'price_cents'> | undefined,
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
    price: order ? formatDecimalAmount(order.price_cents) : null,
    dueAt: flag.kind === 'dispute' ? await findDeadline(db, flag) : null,
    canAccept: flag.kind === 'review' && fact?.kind === 'settled',
  }
}

/** Returns the latest deadline of the dispute, epoch ms. */
async function findDeadline(db: DatabaseReader, { subject, order_id }: ReviewFlagTable): Promise<number | null> {
  const facts = order_id === null ? [] : await listPaymentFacts(db, order_id)
  const deadlines = facts.flatMap(({ dispute }) =>
    dispute?.dueAt && order_id !== null && subject === buildDisputeFlag(order_id, dispute).subject ? [dispute.dueAt] : [],
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
    return (await listPaymentFacts(db, order_id)).find(
      (fact) => fact.dispute && subject === buildDisputeFlag(order_id, fact.dispute).subject,
    )
  if (kind !== 'review' && kind !== 'unaccounted') return undefined
  return (await listPaymentFacts(db, order_id)).find((fact) => buildFactFlag(kind, order_id, fact).subject === subject)
}

/** Returns a detail from the flag's subject; null if its kind says enough. */
function getFlagDetail({ kind, subject }: ReviewFlagTable): string | null {
  const [, detail = ''] = subject.split(' ')
  if (kind === 'notCaptured') return PAYMENT_CAPTURE_OBSTACLES[detail as CaptureObstacle]
  if (kind === 'refundUnclear') return `The refund of ${formatDollars(formatDecimalAmount(Number(detail)))}.`
  return kind === 'refused' ? `${getTextsOfPayPalRefusal(detail).owner ?? ''} (${detail})`.trim() : null
}

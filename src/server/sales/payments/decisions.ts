import { randomUUID } from 'node:crypto'
import { businessDay } from '../../../contract/grammar/business-days.ts'
import type { InputOf } from '../../../contract/grammar/endpoint.ts'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import type { PaymentFlagRecord } from '../../../contract/sales/payment-evidence.ts'
import type { FlagAction } from '../../../contract/sales/payment-states.ts'
import type { markPaid } from '../../../contract/sales/payments.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { PaymentFlagTable } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/write.ts'
import type { StoredOrder } from '../orders/orders.ts'
import { attachPayment } from './attach.ts'
import { factBehind, flagToWire } from './flags/flags.ts'
import { closeFlag, findFlag } from './flags/store.ts'
import { BY_HAND } from './gateway.ts'
import type { Fact } from './ledger/fact.ts'
import { settle } from './ledger/record.ts'
import { notifyOfPayment } from './notify.ts'
import { CURRENCY, type PaymentParts } from './parts.ts'
import { recordAndNotify } from './record-report.ts'
import { findAttempt, insertAttempt, insertIntent, intentsOf, newestMark } from './store.ts'

/** A mark by hand; `reason` is required. */
type Mark = InputOf<typeof markPaid>['body']

/** How an admin closes a flag, and why. */
export type FlagEnd = { action: FlagAction; note: string; orderNumber?: number | undefined }

/** Adds a fact. Throws a 409 if the order is paid, and a 422 for a day after the business's today. */
export async function markOrderPaid(parts: PaymentParts, orderId: string, mark: Mark, actor: string): Promise<StoredOrder> {
  const { reason, method = null, reference = null, paidOn = null } = mark
  // Noon, so that it is the same day in every American time zone.
  const at = paidOn === null ? Date.now() : Date.parse(`${paidOn}T12:00:00Z`)
  if (paidOn !== null && paidOn > businessDay(await parts.orders.timeZone(), Date.now())) {
    const sentence = 'The payment cannot have arrived in the future.'
    throw new Refusal(422, sentence, { paidOn: sentence })
  }
  return decide(parts, async (tx) => {
    const { payment_status, price_cents: cents, number } = await parts.orders.held(tx, orderId)
    if (payment_status === 'Paid') throw new Refusal(409, 'This order is paid already.')
    const id = randomUUID()
    const live = parts.gateways.current.isLive
    const terms = { cents, currency: CURRENCY, live }
    await insertIntent(tx, orderId, { id, kind: 'paidByHand', actor, reason, subject: id, method, reference, paid_on: paidOn })
    await insertAttempt(tx, { ...terms, id, orderId, gateway: BY_HAND, payee: actor })
    const fact: Fact = { ...terms, kind: 'settled', transactionId: id, attemptId: id, payees: [actor], at }
    await recordAndNotify(parts, tx, fact, { gateway: BY_HAND, noticeId: null })
    const detail = { reason, ...(method && { method }), ...(reference && { reference }), ...(paidOn && { paidOn }) }
    await recordAudit(tx, { actor, action: 'order.paid-by-hand', subject: String(number), detail })
    return parts.orders.held(tx, orderId)
  })
}

/** Adds an intent that the newest mark by hand doesn't count. Throws a 409 without one. */
export function takeBackMark(parts: PaymentParts, orderId: string, reason: string, actor: string): Promise<StoredOrder> {
  return decide(parts, async (tx) => {
    const { number } = await parts.orders.held(tx, orderId)
    const mark = newestMark(await intentsOf(tx, orderId))
    if (!mark) throw new Refusal(409, 'This order is not marked as paid by hand.')
    await insertIntent(tx, orderId, { id: randomUUID(), kind: 'paidByHandTakenBack', actor, reason, subject: mark.id })
    await settleAndNotify(parts, tx, orderId)
    await recordAudit(tx, { actor, action: 'order.paid-by-hand-taken-back', subject: String(number), detail: { reason } })
    return parts.orders.held(tx, orderId)
  })
}

/** Adds an intent to cancel. A canceled order stays canceled. Throws a 409 for a paid order. */
export async function cancelOrder(parts: PaymentParts, orderId: string, actor: string): Promise<StoredOrder> {
  return parts.write(async (tx) => {
    const { payment_status } = await parts.orders.held(tx, orderId)
    if (payment_status === 'Paid')
      throw new Refusal(409, 'This order is paid, so it cannot be cancelled here. Please write to us.')
    if (payment_status === 'UnPaid') {
      await insertIntent(tx, orderId, { id: randomUUID(), kind: 'cancel', actor, reason: '' })
      await settle(tx, parts.orders, orderId)
    }
    return parts.orders.held(tx, orderId)
  })
}

/**
 * Closes a flag with a note. `attached` moves an orphaned payment to an order. `accepted` counts a payment that doesn't
 * match. Throws a 404, 409 or 422.
 */
export async function endFlag(parts: PaymentParts, id: string, end: FlagEnd, actor: string): Promise<PaymentFlagRecord> {
  const closed = await decide(parts, (tx) => endFlagIn(parts, tx, id, end, actor))
  return flagToWire(parts.read, closed, await parts.orders.find(closed.order_id))
}

async function endFlagIn(
  parts: PaymentParts,
  tx: Tx,
  id: string,
  { action, note, orderNumber }: FlagEnd,
  actor: string,
): Promise<PaymentFlagTable> {
  const flag = await findFlag(tx, id)
  if (!flag) throw new Refusal(404, 'There is no such flag.')
  // Every write to an order's payments locks the counters first.
  await parts.orders.hold(tx)
  if (!(await closeFlag(tx, id, { by: actor, action, note }))) throw new Refusal(409, 'This is closed already.')
  if (action === 'attached') await settleAndNotify(parts, tx, await attachPayment(parts, tx, flag, orderNumber))
  if (action === 'accepted') await acceptMismatch(parts, tx, flag, { actor, reason: note })
  // Ends the pause in which the customer may not pay.
  else if (flag.kind === 'review' && flag.order_id !== null) await settle(tx, parts.orders, flag.order_id)
  await recordAudit(tx, { actor, action: `payment-flag.${action}`, subject: flag.subject, detail: { kind: flag.kind, note } })
  return (await findFlag(tx, id)) ?? flag
}

/** Throws a 409 for another currency, and for test money on a live hand-off: these amounts can't be added up. */
async function acceptMismatch(
  parts: PaymentParts,
  tx: Tx,
  flag: PaymentFlagTable,
  { actor, reason }: { actor: string; reason: string },
): Promise<void> {
  const fact = flag.kind === 'review' ? await factBehind(tx, flag) : undefined
  const attempt = fact?.attemptId === undefined ? undefined : await findAttempt(tx, fact.attemptId)
  if (fact?.kind !== 'settled' || flag.order_id === null || attempt?.orderId !== flag.order_id)
    throw new Refusal(409, 'Only a payment that arrived for this order can be accepted.')
  if (fact.currency !== attempt.currency)
    throw new Refusal(409, `This payment is in ${fact.currency}. Mark the order as paid by hand, with the reason.`)
  if (fact.live !== attempt.live) throw new Refusal(409, 'This was a test payment: no money arrived.')
  const intent = { id: randomUUID(), kind: 'mismatchAccepted', actor, reason, subject: fact.transactionId } as const
  await insertIntent(tx, flag.order_id, intent)
  await settleAndNotify(parts, tx, flag.order_id)
}

async function settleAndNotify(parts: PaymentParts, tx: Tx, orderId: string): Promise<void> {
  await notifyOfPayment(parts, tx, await settle(tx, parts.orders, orderId), parts.gateways.current.isLive)
}

/** Runs an admin's decision in one transaction with all that follows from it, and sends the emails. */
async function decide<T>({ write, mail }: PaymentParts, decision: (tx: Tx) => Promise<T>): Promise<T> {
  const result = await write(decision)
  mail.wake()
  return result
}

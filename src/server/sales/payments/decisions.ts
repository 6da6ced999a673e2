import { randomUUID } from 'node:crypto'
import { businessDay } from '../../../contract/grammar/business-days.ts'
import type { InputOf } from '../../../contract/grammar/endpoint.ts'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import type { FlagAction } from '../../../contract/sales/payment-states.ts'
import type { markPaid } from '../../../contract/sales/payments.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { PaymentFlagTable } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/write.ts'
import type { Orders, StoredOrder } from '../orders/orders.ts'
import { attach } from './attach.ts'
import { factBehind } from './flags/flags.ts'
import { closeFlag, findFlag } from './flags/store.ts'
import { BY_HAND, type PaymentGateway } from './gateway.ts'
import type { Fact } from './ledger/fact.ts'
import { type Settled, type Source, settle } from './ledger/record.ts'
import { findAttempt, insertAttempt, insertIntent, intentsOf, newestMark } from './store.ts'
import { type Telling, tellOfPayment } from './tell.ts'

type Parts = {
  orders: Orders
  gateway: PaymentGateway
  telling: Telling
  /** Returns the account that would receive a payment now. */
  payee: (tx: Tx) => Promise<string | undefined>
  /** Records a fact and notifies the customer or the owner. */
  take: (tx: Tx, fact: Fact, source: Source) => Promise<void>
  currency: string
}

/** A mark by hand; `reason` is required. */
type Mark = InputOf<typeof markPaid>['body']

/** How an admin closes a flag, and why. */
export type FlagEnd = { action: FlagAction; note: string; orderNumber?: number | undefined }

/** The decisions of admins about payments. Each adds a fact or an intent, and the payment state follows from these. */
export function createDecisions({ orders, gateway, telling, payee, take, currency }: Parts) {
  return { markPaid: markOrderPaid, takeBackPaid, endFlag }

  /** Throws a 409 if the order is paid, and a 422 for a day after the business's today. */
  async function markOrderPaid(tx: Tx, orderId: string, mark: Mark, actor: string): Promise<StoredOrder> {
    const { reason, method = null, reference = null, paidOn = null } = mark
    // Noon, so that it is the same day in every American time zone.
    const at = paidOn === null ? Date.now() : Date.parse(`${paidOn}T12:00:00Z`)
    if (paidOn !== null && paidOn > businessDay(await orders.timeZone(), Date.now())) {
      const sentence = 'The payment cannot have arrived in the future.'
      throw new Refusal(422, sentence, { paidOn: sentence })
    }
    const { payment_status, price_cents: cents, number } = await orders.held(tx, orderId)
    if (payment_status === 'Paid') throw new Refusal(409, 'This order is paid already.')
    const id = randomUUID()
    const live = gateway.isLive
    await insertIntent(tx, orderId, { id, kind: 'paidByHand', actor, reason, subject: id, method, reference, paid_on: paidOn })
    await insertAttempt(tx, { id, orderId, gateway: BY_HAND, cents, currency, payee: actor, live })
    const fact: Fact = { kind: 'settled', transactionId: id, attemptId: id, cents, currency, payees: [actor], live, at }
    await take(tx, fact, { gateway: BY_HAND, noticeId: null })
    const detail = { reason, ...(method && { method }), ...(reference && { reference }), ...(paidOn && { paidOn }) }
    await recordAudit(tx, { actor, action: 'order.paid-by-hand', subject: String(number), detail })
    return orders.held(tx, orderId)
  }

  /** Throws a 409 if no mark by hand counts. */
  async function takeBackPaid(tx: Tx, orderId: string, reason: string, actor: string): Promise<StoredOrder> {
    const { number } = await orders.held(tx, orderId)
    const mark = newestMark(await intentsOf(tx, orderId))
    if (!mark) throw new Refusal(409, 'This order is not marked as paid by hand.')
    await insertIntent(tx, orderId, { id: randomUUID(), kind: 'paidByHandTakenBack', actor, reason, subject: mark.id })
    await tell(tx, await settle(tx, orders, orderId))
    await recordAudit(tx, { actor, action: 'order.paid-by-hand-taken-back', subject: String(number), detail: { reason } })
    return orders.held(tx, orderId)
  }

  /**
   * Closes a flag with a note. `attached` moves an orphaned payment to an order. `accepted` counts a payment that doesn't
   * match. Throws a 404, 409 or 422.
   */
  async function endFlag(tx: Tx, id: string, { action, note, orderNumber }: FlagEnd, actor: string): Promise<PaymentFlagTable> {
    const flag = await findFlag(tx, id)
    if (!flag) throw new Refusal(404, 'There is no such flag.')
    // Every write to an order's payments locks the counters first.
    await orders.hold(tx)
    if (!(await closeFlag(tx, id, { by: actor, action, note }))) throw new Refusal(409, 'This is closed already.')
    if (action === 'attached') {
      const given = { gateway, payee: (await payee(tx)) ?? '', currency }
      await tell(tx, await attach(tx, orders, flag, orderNumber, given))
    }
    if (action === 'accepted') await accept(tx, flag, { actor, reason: note })
    // Ends the pause in which the customer may not pay.
    else if (flag.kind === 'review' && flag.order_id !== null) await settle(tx, orders, flag.order_id)
    await recordAudit(tx, { actor, action: `payment-flag.${action}`, subject: flag.subject, detail: { kind: flag.kind, note } })
    return (await findFlag(tx, id)) ?? flag
  }

  /** Throws a 409 for another currency, and for test money on a live hand-off: these amounts can't be added up. */
  async function accept(tx: Tx, flag: PaymentFlagTable, { actor, reason }: { actor: string; reason: string }): Promise<void> {
    const fact = flag.kind === 'review' ? await factBehind(tx, flag) : undefined
    const attempt = fact?.attemptId === undefined ? undefined : await findAttempt(tx, fact.attemptId)
    if (fact?.kind !== 'settled' || flag.order_id === null || attempt?.orderId !== flag.order_id)
      throw new Refusal(409, 'Only a payment that arrived for this order can be accepted.')
    if (fact.currency !== attempt.currency)
      throw new Refusal(409, `This payment is in ${fact.currency}. Mark the order as paid by hand, with the reason.`)
    if (fact.live !== attempt.live) throw new Refusal(409, 'This was a test payment: no money arrived.')
    const intent = { id: randomUUID(), kind: 'mismatchAccepted', actor, reason, subject: fact.transactionId } as const
    await insertIntent(tx, flag.order_id, intent)
    await tell(tx, await settle(tx, orders, flag.order_id))
  }

  function tell(tx: Tx, settled: Settled): Promise<void> {
    return tellOfPayment(tx, telling, settled, gateway.isLive)
  }
}

import { randomUUID } from 'node:crypto'
import { getInstantOfLocalTime, toBusinessDay } from '#contract/core/business-calendar.ts'
import { UserError } from '#contract/core/user-error.ts'
import { markOrderPaidEndpoint, undoMarkOrderPaidEndpoint } from '#contract/sales/manual-payment.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import { serializeOrder } from '../orders/orders.ts'
import type { PaymentFact } from './ledger/payment-fact.ts'
import { EARLIEST_PAYMENT_DAY } from './ledger/payment-fact.ts'
import { PAYMENT_CURRENCY, type PaymentDependencies } from './payment-dependencies.ts'
import { MANUAL_GATEWAY } from './payment-gateway.ts'
import { recordFactAndNotify, recordTakenBackPayment } from './record-provider-report.ts'
import { insertPaymentAttempt, insertPaymentDecision, listPaymentDecisions, pickActiveManualPayment } from './store.ts'
import { recomputePaymentStateAndNotify } from './update-payment-state.ts'

/** A payment that came another way (P-110). */
export function createManualPaymentHandlers(dependencies: PaymentDependencies) {
  const { write, orders, mail } = dependencies
  return [
    // Throws a 409 if the order is paid, and a 422 for a day that can't be right.
    defineHandler(markOrderPaidEndpoint, async ({ params: { id: orderId }, body: input }, { person: { email: actor } }) => {
      const { reason, method = null, reference = null, paidOn = null } = input
      const timeZone = await orders.timeZone()
      const now = Date.now()
      const at = paidOn === null ? now : Math.min(getInstantOfLocalTime(timeZone, paidOn, '12:00'), now)
      if (paidOn !== null && paidOn > toBusinessDay(timeZone, now))
        throw new UserError(422, 'The date can’t be in the future.', 'paidOn')
      if (paidOn !== null && paidOn < EARLIEST_PAYMENT_DAY)
        throw new UserError(422, 'The date must be in 1998 or later.', 'paidOn')
      const order = await write(async (tx) => {
        const { payment_status, price_cents: cents, number } = await orders.lockOrder(tx, orderId)
        if (payment_status === 'Paid') throw new UserError(409, 'This order is already paid.')
        const id = randomUUID()
        const live = dependencies.gateways.current.isLive
        const terms = { cents, currency: PAYMENT_CURRENCY, live }
        await insertPaymentDecision(tx, orderId, {
          id,
          kind: 'paidByHand',
          actor,
          reason,
          subject: id,
          method,
          reference,
          paid_on: paidOn,
        })
        await insertPaymentAttempt(tx, { ...terms, id, orderId, gateway: MANUAL_GATEWAY, payee: actor })
        const fact: PaymentFact = {
          ...terms,
          kind: 'settled',
          transactionId: id,
          attemptId: id,
          payees: [actor],
          at,
          ...(paidOn !== null && { bookedOn: paidOn }),
        }
        await recordFactAndNotify(dependencies, tx, fact, { gateway: MANUAL_GATEWAY, noticeId: null })
        const detail = { reason, ...(method && { method }), ...(reference && { reference }), ...(paidOn && { paidOn }) }
        await recordAuditEntry(tx, { actor, action: 'order.paid-by-hand', subject: String(number), detail })
        return orders.lockOrder(tx, orderId)
      })
      mail.wake()
      return { message: 'The order is marked as paid', record: serializeOrder(order, timeZone) }
    }),

    // Undoes the newest mark as paid by adding another decision. Throws a 409 if there is none.
    defineHandler(
      undoMarkOrderPaidEndpoint,
      async ({ params: { id: orderId }, body: { reason } }, { person: { email: actor } }) => {
        const timeZone = await orders.timeZone()
        const order = await write(async (tx) => {
          const { number } = await orders.lockOrder(tx, orderId)
          const manualPayment = pickActiveManualPayment(await listPaymentDecisions(tx, orderId))
          if (!manualPayment) throw new UserError(409, 'This order isn’t marked as paid by hand.')
          await recordTakenBackPayment(dependencies, tx, MANUAL_GATEWAY, manualPayment.id)
          await insertPaymentDecision(tx, orderId, {
            id: randomUUID(),
            kind: 'paidByHandTakenBack',
            actor,
            reason,
            subject: manualPayment.id,
          })
          await recomputePaymentStateAndNotify(dependencies, tx, orderId)
          await recordAuditEntry(tx, {
            actor,
            action: 'order.paid-by-hand-taken-back',
            subject: String(number),
            detail: { reason },
          })
          return orders.lockOrder(tx, orderId)
        })
        mail.wake()
        return { message: 'The order is no longer marked as paid by hand', record: serializeOrder(order, timeZone) }
      },
    ),
  ]
}

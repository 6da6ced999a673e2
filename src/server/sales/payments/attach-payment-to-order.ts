import { randomUUID } from 'node:crypto'
import { UserError } from '../../../contract/core/user-error.ts'
import type { Tx } from '../../platform/db/database-writer.ts'
import type { ReviewFlagTable } from '../../platform/db/tables.ts'
import { insertPaymentAttempt } from './attempts/store.ts'
import { assignFactsToAttempt } from './ledger/store.ts'
import { CURRENCY, findCurrentPayee, type PaymentDependencies } from './payment-dependencies.ts'
import { assignFactsToOrder } from './record-payment-fact.ts'
import { parseOrphanedPaymentFlag } from './review-flags/review-flag-subjects.ts'

/**
 * Moves an orphaned payment to an order, with a checkout attempt of the current terms. The payment counts if its amount
 * and payee match. Otherwise the order gets a flag. Returns the order's id. Throws a 409 or a 422.
 */
export async function attachPayment(
  dependencies: PaymentDependencies,
  tx: Tx,
  { kind, subject }: ReviewFlagTable,
  orderNumber: number | undefined,
): Promise<string> {
  if (kind !== 'orphan') throw new UserError(409, 'You can only attach a payment that has no order yet.')
  const order = orderNumber === undefined ? undefined : await dependencies.orders.findByNumber(tx, orderNumber)
  if (!order) {
    const sentence = 'There’s no order with this number.'
    throw new UserError(422, sentence, { orderNumber: sentence })
  }
  const { gateway, transactionId } = parseOrphanedPaymentFlag(subject)
  const payee = (await findCurrentPayee(dependencies, tx)) ?? ''
  const terms = { gateway, cents: order.price_cents, currency: CURRENCY, payee, live: dependencies.gateways.current.isLive }
  const attempt = await insertPaymentAttempt(tx, { ...terms, id: randomUUID(), orderId: order.id })
  await assignFactsToAttempt(tx, gateway, transactionId, attempt.id)
  await assignFactsToOrder(tx, gateway, transactionId, order.id)
  return order.id
}

import { randomUUID } from 'node:crypto'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import type { PaymentFlagTable } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/write.ts'
import { orphanIn } from './flags/flags.ts'
import { adoptAll } from './ledger/record.ts'
import { CURRENCY, currentPayee, type PaymentParts } from './parts.ts'
import { insertAttempt, putToAttempt } from './store.ts'

/**
 * Moves an orphaned payment to an order, as if the order had been handed over now: the payment counts if it came to our
 * account with the order's price, and is flagged otherwise. Returns the order's id. Throws a 409 or a 422.
 */
export async function attachPayment(
  parts: PaymentParts,
  tx: Tx,
  { kind, subject }: PaymentFlagTable,
  orderNumber: number | undefined,
): Promise<string> {
  if (kind !== 'orphan') throw new Refusal(409, 'Only a payment that belongs to no order can be given to one.')
  const order = orderNumber === undefined ? undefined : await parts.orders.byNumber(tx, orderNumber)
  if (!order) {
    const sentence = 'There is no order with this number.'
    throw new Refusal(422, sentence, { orderNumber: sentence })
  }
  const { gateway, transactionId } = orphanIn(subject)
  const payee = (await currentPayee(parts, tx)) ?? ''
  const terms = { gateway, cents: order.price_cents, currency: CURRENCY, payee, live: parts.gateways.current.isLive }
  const attempt = await insertAttempt(tx, { ...terms, id: randomUUID(), orderId: order.id })
  await putToAttempt(tx, gateway, transactionId, attempt.id)
  await adoptAll(tx, gateway, transactionId, order.id)
  return order.id
}

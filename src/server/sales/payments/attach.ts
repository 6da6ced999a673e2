import { randomUUID } from 'node:crypto'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import type { PaymentFlagTable } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/write.ts'
import type { Orders } from '../orders/orders.ts'
import { orphanIn } from './flags/flags.ts'
import type { PaymentGateway } from './gateway.ts'
import { adoptAll, type Settled, settle } from './ledger/record.ts'
import { insertAttempt, putToAttempt } from './store.ts'

/** What would be asked for now. */
type Given = { gateway: Pick<PaymentGateway, 'isLive'>; payee: string; currency: string }

/**
 * Gives a payment that nobody knew whose it is to an order, as if it had been handed over now: it counts if it came to
 * our account with the order's price, and is one to look at otherwise. Throws a 409 or a 422.
 */
export async function attach(
  tx: Tx,
  orders: Orders,
  { kind, subject }: PaymentFlagTable,
  orderNumber: number | undefined,
  { gateway, payee, currency }: Given,
): Promise<Settled> {
  if (kind !== 'orphan') throw new Refusal(409, 'Only a payment that belongs to no order can be given to one.')
  await orders.hold(tx)
  const order = orderNumber === undefined ? undefined : await orders.byNumber(tx, orderNumber)
  if (!order) {
    const sentence = 'There is no order with this number.'
    throw new Refusal(422, sentence, { orderNumber: sentence })
  }
  const { gateway: from, transactionId } = orphanIn(subject)
  const asked = { gateway: from, cents: order.price_cents, currency, payee, live: gateway.isLive }
  const attempt = await insertAttempt(tx, { ...asked, id: randomUUID(), orderId: order.id })
  await putToAttempt(tx, from, transactionId, attempt.id)
  await adoptAll(tx, from, transactionId, order.id)
  return settle(tx, orders, order.id)
}

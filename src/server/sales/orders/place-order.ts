import { randomUUID } from 'node:crypto'
import { businessMonth } from '../../../contract/grammar/business-days.ts'
import type { InputOf } from '../../../contract/grammar/endpoint.ts'
import { centsIn, dollarsAndCents } from '../../../contract/grammar/money.ts'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import type { newOrder } from '../../../contract/sales/orders.ts'
import { offeredPackage } from '../../content/business/business.ts'
import { latestPlausible } from '../../platform/db/clock.ts'
import type { Once } from '../../platform/db/once.ts'
import { sharedRead } from '../../platform/db/shared-read.ts'
import type { Tx } from '../../platform/db/write.ts'
import { countNew, nextNumber } from './books/store.ts'
import { placedMail, placedNotice } from './mails.ts'
import type { OrderParts } from './parts.ts'
import { insertOrder, lastOrderLike, type StoredOrder } from './store.ts'

export type WantedOrder = InputOf<typeof newOrder>['body']

/** How long the same order again counts as the same press of a button, in ms. */
const DOUBLE_CLICK = 10_000

/** Returns a function that places orders. The orders of one transaction share what they read of packages and admins. */
export function createPlaceOrder({ adminEmails, ...parts }: OrderParts) {
  const packageIn = sharedRead(offeredPackage, (which) => JSON.stringify(which))
  const emails = sharedRead(adminEmails, () => '')
  const shared = { ...parts, packageIn, adminEmails: (tx: Tx) => emails(tx, undefined) }

  /**
   * Places an order. Without an idempotency key, the same order within 10 s is the same order. Throws a 409 if the package
   * or its price has changed.
   */
  return async (wanted: WantedOrder, email: string, once: Once | undefined): Promise<StoredOrder> => {
    const { write, timeZone, mail } = shared
    const zone = await timeZone()
    const placed = write((tx) => insertWanted(shared, tx, { wanted, email, zone, hasKey: once !== undefined }), once)
    const order = await placed.catch((error: unknown) => {
      // Thrown, so that the transaction gives the allotted number back.
      if (error instanceof SameOrder) return error.order
      throw error
    })
    mail.wake()
    return order
  }
}

type Shared = OrderParts & { packageIn: typeof offeredPackage }
type NewOrder = { wanted: WantedOrder; email: string; zone: string; hasKey: boolean }

async function insertWanted(parts: Shared, tx: Tx, { wanted, email, zone, hasKey }: NewOrder): Promise<StoredOrder> {
  const { mail, adminEmails, origin } = parts
  const now = Date.now()
  const { packageName, packagePrice, points, id: packageId } = await packageAsSeen(parts, tx, wanted)
  const { number, month } = await nextNumber(tx, businessMonth(zone, now))
  const terms = {
    customer_email: email,
    customer_name: wanted.customerName,
    customer_address: wanted.customerAddress,
    customer_country: wanted.customerCountry,
    package_id: packageId,
    package_name: packageName,
    package_price: packagePrice,
    package_points: JSON.stringify(points),
    price_cents: centsIn(packagePrice) ?? 0,
    payment_status: 'UnPaid' as const,
    order_status: 'Pending' as const,
  }
  const justNow = { since: now - DOUBLE_CLICK, until: latestPlausible(now) }
  const same = hasKey ? undefined : await lastOrderLike(tx, terms, justNow)
  if (same) throw new SameOrder(same)
  const counted = { ...terms, month, received_cents: 0, returned_cents: 0, is_test: 0 }
  const order: StoredOrder = {
    ...counted,
    id: randomUUID(),
    number,
    customer_number: await countNew(tx, counted),
    under_review: 0,
    placed_at: now,
  }
  await insertOrder(tx, order)
  await mail.post(tx, placedMail(order, origin))
  for (const to of await adminEmails(tx)) await mail.post(tx, placedNotice(order, to, origin))
  return order
}

/** Returns the package as it is offered now. Throws a 409 if the customer saw another one. */
async function packageAsSeen({ packageIn }: Shared, tx: Tx, { packageId, packageName, packagePrice }: WantedOrder) {
  const offered = await packageIn(tx, packageId === undefined ? { name: packageName ?? '' } : { id: packageId })
  if (!offered || (packageName !== undefined && offered.packageName !== packageName)) {
    throw new Refusal(409, 'This package is no longer offered. Please choose one of those at /pricing.')
  }
  const { packagePrice: price } = offered
  if (packagePrice !== undefined && centsIn(packagePrice) !== centsIn(price)) {
    const sentence = `The price is ${dollarsAndCents(price)} now. Please look at the order again.`
    throw new Refusal(409, sentence, { packagePrice: sentence })
  }
  return offered
}

/** The order that a second press of the button asks for again. */
class SameOrder extends Error {
  readonly order: StoredOrder
  constructor(order: StoredOrder) {
    super('This order was placed just now.')
    this.order = order
  }
}

import { randomUUID } from 'node:crypto'
import { businessMonth, monthsUpTo } from '../../../contract/grammar/business-days.ts'
import type { InputOf } from '../../../contract/grammar/endpoint.ts'
import { centsIn, dollarsAndCents } from '../../../contract/grammar/money.ts'
import type { Page, Paging } from '../../../contract/grammar/paging.ts'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import type { MoneyMode, OrderStatus, PaymentStatus } from '../../../contract/sales/order-states.ts'
import { MOST_EXPORTED, type newOrder } from '../../../contract/sales/orders.ts'
import { auditedExport, recordAudit } from '../../audit/audit.ts'
import { businessIn, offeredPackage } from '../../content/records/records.ts'
import type { Mail } from '../../mail/mail.ts'
import { latestPlausible } from '../../platform/db/clock.ts'
import type { Database } from '../../platform/db/db.ts'
import type { Suspects } from '../../platform/db/kept-totals.ts'
import type { Once } from '../../platform/db/once.ts'
import { sharedRead } from '../../platform/db/shared-read.ts'
import type { TableName } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/write.ts'
import { countChange, countNew, customerTotals, nextNumber, paidByMonth, takeBooks, tallied } from './books/store.ts'
import { listOrders, type OrderFilter, ordersBelow } from './lists/store.ts'
import { deliveredMail, placedMail, placedNotice } from './mails.ts'
import { suspectMonths } from './months/store.ts'
import {
  eventsOf,
  findByNumber,
  findOrder,
  insertEvent,
  insertOrder,
  lastOrderLike,
  type StoredOrder,
  updateOrder,
} from './store.ts'
import { serializeOrder } from './wire.ts'

export { takeBooks as lockOrderCounters } from './books/store.ts'
export { recountCustomers, recountTallies } from './recount/store.ts'
export type { StoredEvent, StoredOrder } from './store.ts'

type Asked = InputOf<typeof newOrder>['body']

type Parts = {
  database: Database
  mail: Mail
  /** Whom to tell of an order. */
  adminEmails: (tx: Tx) => Promise<string[]>
  /** The business's time zone, which decides the dates and months of orders. */
  timeZone: () => Promise<string>
  /** The site's address, for links. */
  origin: string
  /** The money that the totals show. */
  mode: MoneyMode
}

export type Orders = ReturnType<typeof createOrders>

/** How long the same order once more counts as the same press of a button, in ms. */
const DOUBLE_CLICK = 10_000

/** How many orders a table for other programs is read by, so that a long one is never in memory as a whole. */
const EXPORTED_AT_ONCE = 500

const NO_SUCH_ORDER = 'There is no such order.'

/** Orders: what somebody wants done for how much, and whether it was. What was paid is told by payments. */
export function createOrders({ database, mail, adminEmails, timeZone, origin, mode }: Parts) {
  const { read, write } = database
  const packageIn = sharedRead(offeredPackage, (which) => JSON.stringify(which))
  const whomToTell = sharedRead(adminEmails, () => '')

  /** The package as it is offered now; throws a 409 where that is not what the customer saw. */
  async function packageAsSeen(tx: Tx, { packageId, packageName, packagePrice }: Asked) {
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

  const dataTables: readonly TableName[] = ['orders']
  return {
    dataTables,
    timeZone,
    serialize: async (order: StoredOrder) => serializeOrder(order, await timeZone()),
    place,
    list,
    exported,
    ofPerson,
    setStatus,
    totalsOf,
    sales,
    eventsOf: (id: string) => eventsOf(read, id),
    /** By its id; undefined without one. */
    find: async (id: string | null) => (id === null ? undefined : findOrder(read, id)),
    byNumber: findByNumber,
    hold: takeBooks,
    held,
    changePayment,
  }

  /** Throws a 409 where the package or its price is another by now. The same order at once once more is the same order. */
  async function place(asked: Asked, email: string, once: Once | undefined): Promise<StoredOrder> {
    const zone = await timeZone()
    const placed = write(async (tx) => {
      const now = Date.now()
      const { packageName, packagePrice, points, id: packageId } = await packageAsSeen(tx, asked)
      const { number, month } = await nextNumber(tx, businessMonth(zone, now))
      const wanted = {
        customer_email: email,
        customer_name: asked.customerName,
        customer_address: asked.customerAddress,
        customer_country: asked.customerCountry,
        package_id: packageId,
        package_name: packageName,
        package_price: packagePrice,
        package_points: JSON.stringify(points),
        price_cents: centsIn(packagePrice) ?? 0,
        payment_status: 'UnPaid' as const,
        order_status: 'Pending' as const,
      }
      // A key of the client's own tells better whether the same is meant.
      const isSure = once !== undefined
      const justNow = { since: now - DOUBLE_CLICK, until: latestPlausible(now) }
      const same = isSure ? undefined : await lastOrderLike(tx, wanted, justNow)
      if (same) throw new DoubleClick(same)
      const counted = { ...wanted, month, received_cents: 0, returned_cents: 0, is_test: 0 }
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
      for (const to of await whomToTell(tx, undefined)) await mail.post(tx, placedNotice(order, to, origin))
      return order
    }, once)
    const order = await placed.catch((error: unknown) => {
      // Thrown, so that the number that was allotted is given back.
      if (error instanceof DoubleClick) return error.order
      throw error
    })
    mail.wake()
    return order
  }

  /** Newest first. */
  function list(filter: OrderFilter, page: Paging): Promise<Page<StoredOrder>> {
    return listOrders(read, filter, page)
  }

  /** The newest of a list, at most `MOST_EXPORTED`, some at a time, for `actor` to take away. Throws as `listOrders` does. */
  async function exported(filter: OrderFilter, actor: string): Promise<AsyncGenerator<StoredOrder[]>> {
    // What cannot be answered is refused before the file begins.
    const readBelow = await ordersBelow(read, filter)
    return auditedExport(write, { actor, action: 'orders.exported', subject: 'orders' }, newest(readBelow))
  }

  async function* newest(readBelow: Awaited<ReturnType<typeof ordersBelow>>): AsyncGenerator<StoredOrder[]> {
    let below = Number.MAX_SAFE_INTEGER
    for (let left = MOST_EXPORTED; left > 0; left -= EXPORTED_AT_ONCE) {
      const some = await readBelow(below, EXPORTED_AT_ONCE)
      if (some.length > 0) yield some
      if (some.length < EXPORTED_AT_ONCE) return
      below = some.at(-1)?.number ?? 0
    }
  }

  /**
   * Returns the sales in total and in each of the last twelve months, oldest first. Live money and test money are never
   * added up: `other` holds the kind that the mode does not show, if any arrived.
   */
  async function sales() {
    const months = monthsUpTo(businessMonth(await timeZone(), Date.now()), 12)
    const is_test = Number(mode !== 'live')
    const [shown, other, orders, toDeliver, byMonth] = await Promise.all([
      salesOf(is_test),
      salesOf(1 - is_test),
      // An order without a payment has no kind of money yet.
      tallied(read, is_test === 1 ? {} : { is_test }),
      tallied(read, { payment_status: 'Paid', order_status: 'Pending', is_test }),
      paidByMonth(read, months[0] ?? '', is_test),
    ])
    return {
      ...shown,
      mode,
      other: other.received > 0 || other.paid > 0 ? other : undefined,
      orders: orders.count,
      toDeliver: toDeliver.count,
      months: months.map((month) => ({ month, count: byMonth.get(month)?.count ?? 0, cents: byMonth.get(month)?.cents ?? 0 })),
    }
  }

  async function salesOf(is_test: number) {
    const [all, paid] = await Promise.all([tallied(read, { is_test }), tallied(read, { payment_status: 'Paid', is_test })])
    return { cents: paid.cents, paid: paid.count, received: all.received, refunded: all.refunded }
  }

  /** Throws a 404 for somebody else's as for one that is not there; admins see all. */
  async function ofPerson(id: string, person: { email: string; isAdmin: boolean }): Promise<StoredOrder> {
    const order = await findOrder(read, id)
    if (!order || (!person.isAdmin && order.customer_email !== person.email)) throw new Refusal(404, NO_SUCH_ORDER)
    return order
  }

  async function setStatus(id: string, status: OrderStatus, actor: string): Promise<StoredOrder> {
    const order = await write(async (tx) => {
      const before = await change(tx, id, { order_status: status })
      if (before.order_status !== status) {
        await insertEvent(tx, id, status === 'Delivered' ? 'delivered' : 'reopened', actor)
        if (status === 'Delivered') await mail.post(tx, deliveredMail(before, origin))
        await recordAudit(tx, { actor, action: 'order.status', subject: String(before.number), detail: { orderStatus: status } })
      }
      return { ...before, order_status: status }
    })
    mail.wake()
    return order
  }

  /** Returns a customer's totals. `paid` and `spent` (cents) count the money that the mode shows. */
  async function totalsOf(email: string) {
    const totals = await customerTotals(read, email)
    const { orders = 0, to_pay = 0, delivered = 0, paid = 0, paid_cents = 0, test_paid = 0, test_paid_cents = 0 } = totals ?? {}
    const shown =
      mode === 'live'
        ? { paid: paid - test_paid, spent: paid_cents - test_paid_cents }
        : { paid: test_paid, spent: test_paid_cents }
    return { orders, toPay: to_pay, delivered, mode, ...shown }
  }

  /** For payments: the order as it is until the transaction ends. Throws a 404. */
  async function held(tx: Tx, id: string): Promise<StoredOrder> {
    await takeBooks(tx)
    const order = await findOrder(tx, id)
    if (!order) throw new Refusal(404, NO_SUCH_ORDER)
    return order
  }

  /** For payments, in the transaction of the fact that changed it. Answers the order as it was. */
  async function changePayment(tx: Tx, id: string, { status, review, ...money }: PaymentChange): Promise<StoredOrder> {
    return change(tx, id, {
      payment_status: status,
      under_review: REVIEW[review],
      received_cents: money.received,
      returned_cents: money.refunded,
      is_test: Number(money.isTest),
    })
  }

  async function change(tx: Tx, id: string, changes: Partial<StoredOrder>): Promise<StoredOrder> {
    const before = await held(tx, id)
    if (Object.entries(changes).every(([name, value]) => before[name as keyof StoredOrder] === value)) return before
    const after = await updateOrder(tx, id, changes)
    if (after) await countChange(tx, before, after)
    return before
  }
}

/** Moves orders to the months of their dates in the business's time zone. */
export const recountMonths: Suspects = async function* (db, rest) {
  yield* suspectMonths(db, rest, (await businessIn(db)).timeZone)
}

/** The values of `orders.under_review`. */
export const REVIEW = { none: 0, pending: 1, mismatch: 2 } as const

/** The payment state of an order: what arrived and what went back, in cents. `isTest`: it is test money. */
export type PaymentChange = {
  status: PaymentStatus
  /** `pending`: a payment is on its way. `mismatch`: a payment that doesn't match waits for the owner. */
  review: keyof typeof REVIEW
  received: number
  refunded: number
  isTest: boolean
}

/** The order that a second press of the button asks for again. */
class DoubleClick extends Error {
  readonly order: StoredOrder
  constructor(order: StoredOrder) {
    super('This order was placed just now.')
    this.order = order
  }
}

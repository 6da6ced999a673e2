import type { Paging } from '../../../contract/grammar/paging.ts'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import type { OrderStatus, PaymentStatus } from '../../../contract/sales/order-states.ts'
import { auditedExport, recordAudit } from '../../audit/audit.ts'
import { businessIn } from '../../content/business/business.ts'
import type { Database } from '../../platform/db/db.ts'
import type { Suspects } from '../../platform/db/kept-totals.ts'
import type { Tx } from '../../platform/db/write.ts'
import type { Handled } from '../../platform/http/http.ts'
import type { Api, Module } from '../../platform/module.ts'
import { countChange, takeBooks } from './books/store.ts'
import { orderHandlers, type PaymentFacts } from './handlers.ts'
import { listOrders, type OrderFilter, ordersBelow } from './lists/store.ts'
import { deliveredMail } from './mails.ts'
import { suspectMonths } from './months/store.ts'
import type { OrderParts } from './parts.ts'
import { createPlaceOrder } from './place-order.ts'
import { recountCustomers, recountTallies } from './recount/store.ts'
import { eventsOf, findByNumber, findOrder, insertEvent, type StoredOrder, updateOrder } from './store.ts'
import { ownTotals, salesTotals } from './totals.ts'
import { serializeOrder } from './wire.ts'

export { takeBooks as lockOrderCounters } from './books/store.ts'
export type { StoredEvent, StoredOrder } from './store.ts'

export type Orders = Api<typeof createOrders>

/** How many orders an export reads at once, so that a long file is never in memory as a whole. */
const EXPORTED_AT_ONCE = 500

const NO_SUCH_ORDER = 'There is no such order.'

type Needs = Omit<OrderParts, 'read' | 'write'> & {
  database: Database
  /** Payments, which are created after orders. The calls about orders show some of it. */
  payments: () => PaymentFacts
}

/** Orders: what a customer wants done for how much, and whether it is done. Payments decides what is paid. */
export function createOrders({ database, payments, ...needs }: Needs) {
  const parts: OrderParts = { ...needs, read: database.read, write: database.write }
  const { read, timeZone } = parts
  const orders = {
    timeZone,
    serialize: async (order: StoredOrder) => serializeOrder(order, await timeZone()),
    place: createPlaceOrder(parts),
    list: (filter: OrderFilter, page: Paging) => listOrders(read, filter, page),
    exportOrders: (filter: OrderFilter, actor: string) => exportOrders(parts, filter, actor),
    ofPerson: (id: string, person: Person) => orderOfPerson(parts, id, person),
    setStatus: (id: string, status: OrderStatus, actor: string) => setStatus(parts, id, status, actor),
    totalsOf: (email: string) => ownTotals(parts, email),
    sales: () => salesTotals(parts),
    eventsOf: (id: string) => eventsOf(read, id),
    find: async (id: string | null) => (id === null ? undefined : findOrder(read, id)),
    byNumber: findByNumber,
    hold: takeBooks,
    held: lockedOrder,
    changePayment,
  }
  return {
    ...orders,
    name: 'sales/orders',
    handlers: (): Handled[] => orderHandlers(orders, payments()),
    dataTables: ['orders'],
    stateTables: ['order_books', 'order_counter', 'order_customer', 'order_event', 'order_month'],
    counters: { months: recountMonths, orders: recountTallies, customers: recountCustomers },
  } satisfies Module
}

type Person = { email: string; isAdmin: boolean }

/** Throws the same 404 for an unknown order and for another customer's. Admins see all. */
async function orderOfPerson({ read }: OrderParts, id: string, person: Person): Promise<StoredOrder> {
  const order = await findOrder(read, id)
  if (!order || (!person.isAdmin && order.customer_email !== person.email)) throw new Refusal(404, NO_SUCH_ORDER)
  return order
}

/** Reads all orders of a list, newest first, and records who exported them. Throws as `listOrders` does. */
async function exportOrders(
  { read, write }: OrderParts,
  filter: OrderFilter,
  actor: string,
): Promise<AsyncGenerator<StoredOrder[]>> {
  // A filter that can't be answered is refused before the file begins.
  const readBelow = await ordersBelow(read, filter)
  return auditedExport(write, { actor, action: 'orders.exported', subject: 'orders' }, allOf(readBelow))
}

async function* allOf(readBelow: Awaited<ReturnType<typeof ordersBelow>>): AsyncGenerator<StoredOrder[]> {
  for (let below: number | undefined = Number.MAX_SAFE_INTEGER; below !== undefined; ) {
    const some: StoredOrder[] = await readBelow(below, EXPORTED_AT_ONCE)
    if (some.length > 0) yield some
    below = some.length < EXPORTED_AT_ONCE ? undefined : some.at(-1)?.number
  }
}

async function setStatus(
  { write, mail, origin }: OrderParts,
  id: string,
  status: OrderStatus,
  actor: string,
): Promise<StoredOrder> {
  const order = await write(async (tx) => {
    const before = await changeOrder(tx, id, { order_status: status })
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

/** Locks the order counters and reads the order, which then stays the same until the transaction ends. Throws a 404. */
async function lockedOrder(tx: Tx, id: string): Promise<StoredOrder> {
  await takeBooks(tx)
  const order = await findOrder(tx, id)
  if (!order) throw new Refusal(404, NO_SUCH_ORDER)
  return order
}

/** Stores a payment state, in the transaction of the fact that changed it. Returns the order before. */
async function changePayment(tx: Tx, id: string, { status, review, ...money }: PaymentChange): Promise<StoredOrder> {
  return changeOrder(tx, id, {
    payment_status: status,
    under_review: REVIEW[review],
    received_cents: money.received,
    returned_cents: money.refunded,
    is_test: Number(money.isTest),
  })
}

async function changeOrder(tx: Tx, id: string, changes: Partial<StoredOrder>): Promise<StoredOrder> {
  const before = await lockedOrder(tx, id)
  if (Object.entries(changes).every(([name, value]) => before[name as keyof StoredOrder] === value)) return before
  const after = await updateOrder(tx, id, changes)
  if (after) await countChange(tx, before, after)
  return before
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

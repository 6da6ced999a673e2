import type { PageAndSize } from '#contract/core/paging.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { Database } from '#platform/db/open-database.ts'
import type { ModuleFunctions, ServerModule } from '#platform/module.ts'
import { createOrderStatusHandlers } from './change-order-status.ts'
import { lockOrderCounters, moveCustomerOrders } from './counters/store.ts'
import { createOrderListHandlers } from './list-orders.ts'
import type { OrderDependencies } from './order-dependencies.ts'
import { listOrders, type OrderListFilter, streamOrders } from './order-list/store.ts'
import { createTotalsHandlers, loadCustomerTotals, sumPaymentsOfCustomer } from './order-totals.ts'
import { createPlaceOrderHandler, insertOrderWithTerms } from './place-order.ts'
import { findCustomerCounterCorrections, findOrderCounterCorrections } from './recount/store.ts'
import { listCustomers } from './search-customers/store.ts'
import { serializeOrder } from './serialize-order.ts'
import { findOrder, findOrderByNumber, listOrderEvents, listOrderIdsOfCustomer, type StoredOrder } from './store.ts'
import { findOrderForPerson, lockOrder, type PaymentStateChange, requireOrder, setPaymentState } from './update-order.ts'

export { lockOrderCounters } from './counters/store.ts'
export { buildOrderEmailRows, formatCentsAsDollars, formatRefundedPart, type RefundedPart, SAMPLE_ORDER } from './order-emails.ts'
export { PLACED_MESSAGE } from './place-order.ts'
export { serializeOrder } from './serialize-order.ts'
export { listPaidOrdersOfCustomer, type StoredOrder, type StoredOrderEvent } from './store.ts'
export { ORDER_REVIEW_STATE_CODES } from './update-order.ts'

export type OrdersModule = ModuleFunctions<typeof createOrdersModule>

type OrderOptions = Omit<OrderDependencies, 'read' | 'write'> & { database: Database }

/** Creates the orders module. Payments decides whether an order is paid. */
export function createOrdersModule({ database: { read, write }, ...options }: OrderOptions) {
  const dependencies: OrderDependencies = { ...options, read, write }
  const { timeZone } = dependencies
  const orders = {
    timeZone,
    serialize: async (order: StoredOrder) => serializeOrder(order, await timeZone()),
    listOrdersPage: (filter: OrderListFilter, page: PageAndSize) => listOrders(read, filter, page),
    /** Reads all orders of a customer in batches, newest first. `email` is in lower case. */
    streamOfCustomer: (email: string) => streamOrders(read, { email }),
    listIdsOfCustomer: listOrderIdsOfCustomer,
    findForPerson: (id: string, person: Person) => findOrderForPerson(read, id, person),
    listCustomers: (search: string, page: PageAndSize) =>
      listCustomers(read, { search, isTest: dependencies.mode !== 'live' }, page),
    loadCustomerTotals: (email: string) => loadCustomerTotals(dependencies, email),
    sumPaymentsOfCustomer: (email: string) => sumPaymentsOfCustomer(dependencies, email),
    listEvents: (id: string) => listOrderEvents(read, id),
    find: async (id: string | null) => (id === null ? undefined : findOrder(read, id)),
    findByNumber: findOrderByNumber,
    lockCounters: lockOrderCounters,
    lockOrder,
    place: (tx: Tx, order: Parameters<typeof insertOrderWithTerms>[2]) => insertOrderWithTerms(dependencies, tx, order),
    require: requireOrder,
    setPaymentState: (tx: Tx, id: string, change: PaymentStateChange) => setPaymentState(dependencies, tx, id, change),
  }
  return {
    ...orders,
    name: 'sales/orders',
    handlers: [
      createPlaceOrderHandler(dependencies),
      ...createOrderListHandlers(dependencies),
      ...createOrderStatusHandlers(dependencies),
      ...createTotalsHandlers(dependencies),
    ],
    dataTables: ['orders'],
    stateTables: ['order_sequence', 'order_counter', 'customer_counter', 'order_event', 'order_month'],
    /** The order stays for the tax office. Unsent emails about it quote what its other modules delete. */
    async erasePerson(tx, email) {
      const ids = await listOrderIdsOfCustomer(tx, email)
      await dependencies.mail.deleteUnsentAboutOrders(tx, ids)
      return { afterCommit: () => dependencies.mail.deleteFilesAboutOrders(ids) }
    },
    followEmailChange: moveCustomerOrders,
    exportPerson: 'operations/customer-data writes one order after another.',
    counters: {
      orders: findOrderCounterCorrections,
      customers: findCustomerCounterCorrections,
    },
  } satisfies ServerModule
}

/** Returns whether a payment was received or noted, even if it was refunded later. */
export function hasReceivedPayment({ payment_status, received_cents }: StoredOrder): boolean {
  return payment_status === 'Paid' || received_cents > 0
}

type Person = { email: string; isAdmin: boolean }

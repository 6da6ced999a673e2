import { listMonthsUpTo, toBusinessMonth } from '#contract/core/business-calendar.ts'
import { formatDecimalAmount } from '#contract/core/money.ts'
import { getOwnOrderTotalsEndpoint } from '#contract/sales/orders.ts'
import { getSalesTotalsEndpoint } from '#contract/sales/sales-totals.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import { findCustomerCounters, sumOrderCounters, sumPaidOrdersByMonth } from './counters/store.ts'
import type { OrderDependencies } from './order-dependencies.ts'

export function createTotalsHandlers(dependencies: OrderDependencies) {
  const { read, timeZone, mode, sumReceiptsAndRefundsByMonth } = dependencies
  return [
    defineHandler(getSalesTotalsEndpoint, async () => {
      const { orders, toDeliver, months, other, ...currentMode } = await loadSalesTotals(dependencies)
      const named = months.map(({ month }) => month)
      const byPaymentDate = await sumReceiptsAndRefundsByMonth(read, { timeZone: await timeZone(), mode }, named)
      return {
        ...formatAmounts(currentMode),
        mode,
        ...(other && { other: { ...formatAmounts(other), paid: other.paid } }),
        orders,
        toDeliver,
        months: months.map(({ month, count, cents }, index) => ({
          month,
          orders: count,
          ...formatAmounts({ cents, received: 0, refunded: 0, ...byPaymentDate[index] }),
        })),
      }
    }),

    defineHandler(getOwnOrderTotalsEndpoint, async (_input, { person }) => {
      const [{ spent, ...counts }, { received, refunded }] = await Promise.all([
        loadCustomerTotals(dependencies, person.email),
        sumPaymentsOfCustomer(dependencies, person.email),
      ])
      const net = formatDecimalAmount(received - refunded)
      return { ...counts, spent: formatDecimalAmount(spent), refunded: formatDecimalAmount(refunded), net }
    }),
  ]
}

function formatAmounts({ cents, received, refunded }: Record<'cents' | 'received' | 'refunded', number>) {
  return {
    sales: formatDecimalAmount(cents),
    received: formatDecimalAmount(received),
    refunded: formatDecimalAmount(refunded),
    net: formatDecimalAmount(received - refunded),
  }
}

/**
 * Returns total sales and the sales of the last twelve months, oldest month first. Never adds live money to test money
 * (P-112): `other` holds the kind that the mode doesn't show, if any arrived.
 */
async function loadSalesTotals({ read, timeZone, mode }: OrderDependencies) {
  const months = listMonthsUpTo(toBusinessMonth(await timeZone(), Date.now()), 12)
  const is_test = Number(mode !== 'live')
  const [shown, other, orders, toDeliver, byMonth] = await Promise.all([
    loadSales(read, is_test),
    loadSales(read, 1 - is_test),
    // An order without a payment has no kind of money yet.
    sumOrderCounters(read, is_test === 1 ? {} : { is_test }),
    sumOrderCounters(read, { payment_status: 'Paid', order_status: 'Pending', is_test }),
    sumPaidOrdersByMonth(read, months[0] ?? '', is_test),
  ])
  return {
    ...shown,
    other: other.received > 0 || other.paid > 0 ? other : undefined,
    orders: orders.count,
    toDeliver: toDeliver.count,
    months: months.map((month) => ({ month, count: byMonth.get(month)?.count ?? 0, cents: byMonth.get(month)?.cents ?? 0 })),
  }
}

async function loadSales(read: DatabaseReader, is_test: number) {
  const [all, paid] = await Promise.all([
    sumOrderCounters(read, { is_test }),
    sumOrderCounters(read, { payment_status: 'Paid', is_test }),
  ])
  return { cents: paid.cents, paid: paid.count, received: all.received, refunded: all.refunded }
}

/** Returns what arrived from a customer and what went back, in cents, of the money that the mode shows. */
export async function sumPaymentsOfCustomer({ read, mode }: OrderDependencies, email: string) {
  const sums = read
    .selectFrom('orders')
    .select(({ fn }) => [
      fn.sum<number | null>('received_cents').as('received'),
      fn.sum<number | null>('refunded_cents').as('refunded'),
    ])
    .where('customer_email', '=', email)
    .where('is_test', '=', Number(mode !== 'live'))
  const { received, refunded } = await sums.executeTakeFirstOrThrow()
  return { received: Number(received ?? 0), refunded: Number(refunded ?? 0) }
}

/** Returns a customer's totals. `paid` and `spent` (cents) count the money that the mode shows. */
export async function loadCustomerTotals({ read, mode }: OrderDependencies, email: string) {
  const totals = await findCustomerCounters(read, email)
  const { orders = 0, to_pay = 0, delivered = 0, paid = 0, paid_cents = 0, test_paid = 0, test_paid_cents = 0 } = totals ?? {}
  const shown =
    mode === 'live'
      ? { paid: paid - test_paid, spent: paid_cents - test_paid_cents }
      : { paid: test_paid, spent: test_paid_cents }
  return { orders, toPay: to_pay, delivered, mode, ...shown }
}

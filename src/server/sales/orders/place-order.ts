import { randomUUID } from 'node:crypto'
import { toBusinessDay } from '#contract/core/business-calendar.ts'
import type { HandlerInput } from '#contract/core/endpoint.ts'
import { formatDollars, parseCents } from '#contract/core/money.ts'
import { UserError } from '#contract/core/user-error.ts'
import { placeOrderEndpoint } from '#contract/sales/orders.ts'
import { cachePerTransaction } from '#platform/db/cache-per-transaction.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import { computeLatestPlausibleTime } from '#platform/db/wrong-clock-protection.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import { findOfferedPackage } from '../../content/business/business.ts'
import { listAdminEmailsToNotify } from '../../people/users/users.ts'
import { countNewOrder } from './counters/store.ts'
import type { OrderDependencies } from './order-dependencies.ts'
import { buildNewOrderEmail, buildOrderPlacedEmail } from './order-emails.ts'
import { serializeOrder } from './serialize-order.ts'
import { allotOrderNumber, findDuplicateOrder, insertOrder, type StoredOrder } from './store.ts'

type PlaceOrderInput = HandlerInput<typeof placeOrderEndpoint>['body']
export type BillingDetails = Pick<
  PlaceOrderInput,
  'customerName' | 'customerAddress' | 'customerCountry' | 'customerCompany' | 'purchaseOrder'
>

/** The exact alert text (P-79). */
export const PLACED_MESSAGE = 'Your order is placed'

/** How long a repeat of an order counts as a double click (P-83). */
const DUPLICATE_WINDOW_MS = 10_000

/**
 * Places an order. Without an idempotency key, a repeat within 10 seconds returns the first order. Throws a 409 if the package
 * or its price changed. Orders in one grouped write share their reads of packages and admins.
 */
export function createPlaceOrderHandler(parts: OrderDependencies) {
  const findPackage = cachePerTransaction(findOfferedPackage, (packageKey) => JSON.stringify(packageKey))
  const loadAdminEmails = cachePerTransaction(listAdminEmailsToNotify, () => '')
  const dependencies = { ...parts, findPackage, adminEmails: (tx: Tx) => loadAdminEmails(tx, undefined) }
  const { write, mail } = dependencies

  return defineHandler(placeOrderEndpoint, async ({ body: input }, { person: { email }, idempotency }) => {
    // Read before the write, because after it the database may be lost.
    const timeZone = await dependencies.timeZone()
    const hasKey = idempotency?.isSent === true
    const insertion = write((tx) => insertNewOrder(dependencies, tx, { input, email, timeZone, hasKey }), idempotency)
    const order = await insertion.catch((error: unknown) => {
      // An exception, so that the rollback frees the allotted number.
      if (error instanceof DuplicateOrder) return error.order
      throw error
    })
    mail.wake()
    return { message: PLACED_MESSAGE, record: serializeOrder(order, timeZone) }
  })
}

type PlaceOrderDependencies = OrderDependencies & {
  findPackage: (tx: Tx, key: Parameters<typeof findOfferedPackage>[1]) => ReturnType<typeof findOfferedPackage>
  adminEmails: (tx: Tx) => Promise<string[]>
}
type NewOrderInput = { input: PlaceOrderInput; email: string; timeZone: string; hasKey: boolean }

async function insertNewOrder(
  dependencies: PlaceOrderDependencies,
  tx: Tx,
  { input, email, timeZone, hasKey }: NewOrderInput,
): Promise<StoredOrder> {
  const sold = await findPackageAsShown(dependencies, tx, input)
  return insertOrderWithTerms(dependencies, tx, { billing: input, email, sold, timeZone, refusesDuplicates: !hasKey })
}

type NewOrder = {
  billing: BillingDetails
  email: string
  /** What the customer buys. The id is empty if it isn't a package. */
  sold: Omit<NonNullable<Awaited<ReturnType<typeof findOfferedPackage>>>, 'isOneOff'>
  timeZone: string
  /** A repeat of the customer's newest order throws. */
  refusesDuplicates?: boolean
}

/** Inserts an order, counts it, and queues its emails. Locks the order counters. */
export async function insertOrderWithTerms(
  {
    mail,
    adminEmails = listAdminEmailsToNotify,
  }: Pick<OrderDependencies, 'mail'> & { adminEmails?: (tx: Tx) => Promise<string[]> },
  tx: Tx,
  { billing, email, sold: { packageName, packagePrice, points, id: packageId }, timeZone, refusesDuplicates }: NewOrder,
): Promise<StoredOrder> {
  const now = Date.now()
  const placed_on = toBusinessDay(timeZone, now)
  const month = placed_on.slice(0, 7)
  const number = await allotOrderNumber(tx, month)
  const terms = {
    customer_email: email,
    customer_name: billing.customerName,
    customer_address: billing.customerAddress,
    customer_country: billing.customerCountry,
    customer_company: billing.customerCompany ?? '',
    purchase_order: billing.purchaseOrder ?? '',
    package_id: packageId,
    package_name: packageName,
    package_price: packagePrice,
    package_points: JSON.stringify(points),
    price_cents: parseCents(packagePrice) ?? 0,
    payment_status: 'UnPaid' as const,
    order_status: 'Pending' as const,
  }
  const duplicateWindow = { since: now - DUPLICATE_WINDOW_MS, until: computeLatestPlausibleTime(now) }
  const duplicate = refusesDuplicates && (await findDuplicateOrder(tx, terms, duplicateWindow))
  if (duplicate) throw new DuplicateOrder(duplicate)
  const countedOrder = { ...terms, month, received_cents: 0, refunded_cents: 0, is_test: 0 }
  const order: StoredOrder = {
    ...countedOrder,
    id: randomUUID(),
    number,
    customer_number: await countNewOrder(tx, countedOrder),
    under_review: 0,
    placed_at: now,
    placed_on,
  }
  await insertOrder(tx, order)
  await mail.enqueue(tx, buildOrderPlacedEmail(order.customer_email, order))
  for (const to of await adminEmails(tx)) await mail.enqueue(tx, buildNewOrderEmail(to, order))
  return order
}

/** Returns the package as offered now. Throws a 409 if the customer saw another name or price. */
async function findPackageAsShown(
  { findPackage }: PlaceOrderDependencies,
  tx: Tx,
  { packageId, packageName, packagePrice }: PlaceOrderInput,
) {
  const currentPackage = await findPackage(tx, packageId === undefined ? { name: packageName ?? '' } : { id: packageId })
  if (!currentPackage || (packageName !== undefined && currentPackage.packageName !== packageName)) {
    throw new UserError(409, 'This package is no longer available. Please choose another one at /pricing.')
  }
  const { packagePrice: price } = currentPackage
  if (packagePrice !== undefined && parseCents(packagePrice) !== parseCents(price))
    throw new UserError(409, `The price is now ${formatDollars(price)}. Please check your order again.`, 'packagePrice')
  return currentPackage
}

/** Carries the earlier order out of the transaction that a repeat rolls back. */
class DuplicateOrder extends Error {
  readonly order: StoredOrder
  constructor(order: StoredOrder) {
    super('The customer placed the same order a moment ago.')
    this.order = order
  }
}

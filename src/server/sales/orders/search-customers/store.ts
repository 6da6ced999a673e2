import { sql } from 'kysely'
import type { ListPage, PageAndSize } from '#contract/core/paging.ts'
import { readListPage } from '#platform/db/read-list-page.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { CustomerCounterTable } from '../tables.ts'

/**
 * Returns the emails of customers whose email or name starts with `prefix`. `email` limits the search to one customer.
 * Compares ranges, because neither database uses its indexes for a LIKE pattern here.
 */
export async function findCustomerEmailsByPrefix(
  db: DatabaseReader,
  prefix: string,
  { email, limit }: { email: string | undefined; limit: number },
): Promise<string[]> {
  const query = selectCustomersByPrefix(db, prefix).select('email')
  const matches = email === undefined ? query : query.where('email', '=', email)
  return (await matches.limit(limit).execute()).map((customer) => customer.email)
}

export type ListedCustomer = Pick<CustomerCounterTable, 'email' | 'name' | 'orders' | 'to_pay'> & {
  /** Epoch ms. */
  last_order_at: number
  /** What was received less the refunds, in cents. */
  spent_cents: number
}

/** The counter's own name is in lower case, for the search. */
const nameOnLastOrder = sql<string>`coalesce((
  select customer_name from orders
  where customer_email = customer_counter.email and customer_number = customer_counter.orders
), name)`

const lastOrderAt = sql<number>`(select placed_at from orders
  where customer_email = customer_counter.email and customer_number = customer_counter.orders)`

/** Sums the money of one kind. */
const sumSpent = (isTest: boolean) => sql<number>`(select coalesce(sum(received_cents - refunded_cents), 0) from orders
  where customer_email = customer_counter.email and is_test = ${Number(isTest)})`

/** Lists customers by email, with the name on the last order. `search` is the start of an email or name. */
export async function listCustomers(
  db: DatabaseReader,
  { search, isTest }: { search: string; isTest: boolean },
  page: PageAndSize,
): Promise<ListPage<ListedCustomer>> {
  const customers = selectCustomersByPrefix(db, search.trim().toLowerCase())
    .select(['email', nameOnLastOrder.as('name'), 'orders', 'to_pay'])
    .select([lastOrderAt.as('last_order_at'), sumSpent(isTest).as('spent_cents')])
  return readListPage(customers.orderBy('email'), page)
}

function selectCustomersByPrefix(db: DatabaseReader, prefix: string) {
  const end = `${prefix}\u{10ffff}`
  return db
    .selectFrom('customer_counter')
    .where(({ or, and, eb }) =>
      or([and([eb('email', '>=', prefix), eb('email', '<', end)]), and([eb('name', '>=', prefix), eb('name', '<', end)])]),
    )
}

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

/** The time of the first row. All rows lie within two years after it. */
const FIRST_ROW_AT = Date.UTC(2025, 0, 1)
const TWO_YEARS = 2 * 365 * 24 * 60 * 60 * 1000

/**
 * `COMMON_WORD` is in every message, `RARE_WORD` in one of 5,000. The customer and the admin have half of all orders and log
 * entries.
 */
export const COMMON_WORD = 'garden'
export const RARE_WORD = 'zeppelin'
export const OWNER_EMAIL = 'owner@example.com'

/** The record with half of all content revisions. */
export const OFTEN_SAVED_ID = '00000000-0000-7000-8000-000000000000'

/** The number of different pages visited each day. */
const PAGES = 100

export type BulkTable = keyof ReturnType<typeof buildBulkInserts>

/** Inserts rows and matching counters into an empty database, then runs the extra statements. */
export async function insertBulkRows(
  environment: Record<string, string>,
  rows: Partial<Record<BulkTable, number>>,
  extraStatements: readonly string[] = [],
): Promise<void> {
  const statements = Object.entries(rows).flatMap(([table, count]) => buildBulkInserts(count)[table as BulkTable])
  const all = ['begin', ...statements, ...extraStatements, 'commit']
  const { DATA_DIR = '', DATABASE_URL } = environment
  // Autovacuum does the same. PostgreSQL then reads indexes without the table. The site never runs `analyze` on SQLite.
  if (DATABASE_URL) return runSqlOnPostgres(DATABASE_URL, [...all, 'vacuum analyze'])
  const database = new DatabaseSync(join(DATA_DIR, 'rankstead.db'), { timeout: 60_000 })
  database.exec(all.join(';'))
  database.close()
}

export async function runSqlOnPostgres(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** Fills the empty counters of orders without payments. */
export const COUNT_ORDERS_SQL = `insert into order_counter
  (month, package_name, payment_status, order_status, is_test, count, cents, received_cents, refunded_cents)
  select month, package_name, payment_status, order_status, 0, count(*), sum(price_cents), 0, 0 from orders group by 1, 2, 3, 4`

/** Returns the SQL that counts rows from 1 as `n`, and the time of row `n`. */
function buildNumberedRows(rows: number): { numbers: string; at: string } {
  return {
    numbers: `with recursive counted(n) as (select cast(1 as bigint) union all select n + 1 from counted where n < ${rows})`,
    at: `(${FIRST_ROW_AT} + (n - 1) * ${Math.floor(TWO_YEARS / rows)})`,
  }
}

/** Builds inserts for orders and their counters. The values are SQL that may use `n`, the number of the row. */
export function buildOrderInserts(
  rows: number,
  { email, payment, status }: Record<'email' | 'payment' | 'status', string>,
): string[] {
  const { numbers, at } = buildNumberedRows(rows)
  const month = `((n - 1) * 24 / ${rows})`
  const monthName = `(cast(2025 + ${month} / 12 as text) || '-' || ${zeroPadSql(`(${month} % 12 + 1)`, 2)})`
  return [
    `${numbers}, made as (select n, ${monthName} as month, ${at} as at, ${email} as email from counted)
      insert into orders (id, number, customer_email, customer_number, customer_name, customer_address, customer_country, package_id,
        package_name, package_price, package_points, price_cents, payment_status, order_status, under_review, refunded_cents, month, placed_at)
      select ${buildIdSql('n')}, 1000 + n, email, row_number() over (partition by email order by n), 'Dana Sample', '100 Example Street',
        'United States', 'package', 'Standard', '999', '["One","Two","Three"]', 99900, ${payment}, ${status}, 0, 0, month, at from made`,
    COUNT_ORDERS_SQL,
    `insert into customer_counter (email, name, orders, to_pay, paid, paid_cents, delivered)
      select customer_email, 'dana sample', count(*), count(case when payment_status = 'UnPaid' then 1 end),
        count(case when payment_status = 'Paid' then 1 end), sum(case when payment_status = 'Paid' then price_cents else 0 end),
        count(case when order_status = 'Delivered' then 1 end)
      from orders group by 1`,
    `update order_sequence set last_number = 1000 + ${rows}, last_month = (select max(month) from orders)`,
  ]
}

/** Builds insert statements in SQL that both databases know. */
function buildBulkInserts(rows: number) {
  const { numbers, at } = buildNumberedRows(rows)
  return {
    message: [
      `${numbers}, made as (select n, ${at} as at, 'visitor ' || n || ' wants the ${COMMON_WORD}' || case when n % 5000 = 7 then ' and a ${RARE_WORD}' else '' end
          || ' of a house near the station looked after, from spring on' as body from counted)
        insert into message (id, name, email, number, subject, body, search_text, status, place, received_at)
        select ${buildIdSql('n')}, 'Visitor ' || n, 'visitor' || n || '@example.com', '', 'A question', body, body,
          case when n % 4 = 0 then 'UnRead' else 'Read' end,
          case n % 10 when 8 then 'archive' when 9 then 'spam' else 'inbox' end, at from made`,
    ],
    subscriber: [
      `${numbers} insert into subscriber (id, email, created_at, requested_at, confirmed_at)
        select ${buildIdSql('n')}, 'subscriber' || n || '@example.com', ${at}, ${at}, case when n % 10 = 0 then null else ${at} end from counted`,
    ],
    orders: buildOrderInserts(rows, {
      email: `case when n % 2 = 0 then '${OWNER_EMAIL}' else 'customer' || (n % 1000) || '@example.com' end`,
      payment: `case when n % 3 = 0 then 'Paid' else 'UnPaid' end`,
      status: `'Pending'`,
    }),
    audit_log: [
      `${numbers}, made as (select n, ${at} as at, case when n % 2 = 0 then '${OWNER_EMAIL}' else 'admin' || (n % 10) || '@example.com' end as actor from counted)
        insert into audit_log (id, at, actor, action, subject, detail, search_text)
        select ${buildIdSql('n')}, at, actor, case when n % 3 = 0 then 'order.status' else 'mail.retried' end, cast(n as text), '{}',
          actor || case when n % 5000 = 7 then ' ${RARE_WORD}' else '' end from made`,
    ],
    content_revision: [
      `${numbers} insert into content_revision (id, record_id, kind, version, data, author, saved_at, event)
        select ${buildIdSql('n')}, case when n % 2 = 0 then '${OFTEN_SAVED_ID}' else ${buildIdSql('n')} end, 'faq-item', case when n % 2 = 0 then n / 2 else 1 end,
          '{"accodingTitle":"Question","accodingText":"Answer ' || n || '"}', '${OWNER_EMAIL}', ${at}, 'saved' from counted`,
    ],
    daily_count: [
      `${numbers}, made as (select n, (n - 1) / ${PAGES} % 28 + 1 as day, ${2026 * 12 + 10} - (n - 1) / ${PAGES * 28} as month from counted)
        insert into daily_count (day, subject, count)
        select cast(month / 12 as text) || '-' || ${zeroPadSql('month % 12 + 1', 2)} || '-' || ${zeroPadSql('day', 2)}, '/page-' || (n % ${PAGES}), 1 from made`,
    ],
  } satisfies Record<string, string[]>
}

/** Builds an id that sorts like its number. Ids of another kind differ. */
export function buildIdSql(n: string, kind = 0): string {
  return `('00000000-0000-700${kind}-8000-' || ${zeroPadSql(n, 12)})`
}

function zeroPadSql(number: string, digits: number): string {
  const text = `cast(${number} as text)`
  return `(substr('${'0'.repeat(digits)}', 1, ${digits} - length(${text})) || ${text})`
}

import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { OLDER_CURSOR_HEADER, TOTAL_COUNT_HEADER } from '#contract/core/paging.ts'
import { collectFromModules } from '#platform/module.ts'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { createCounterRecountModule } from '#server/operations/counter-recount/counter-recount.ts'
import { COMMON_WORD, COUNT_ORDERS_SQL, insertBulkRows, OWNER_EMAIL, RARE_WORD } from '../support/bulk-rows.ts'
import { idempotentCalls } from '../support/idempotent-calls.ts'
import { exportCalls, listCalls } from '../support/long-list-calls.ts'
import { createTestModules } from '../support/product-modules.ts'
import { listFullScans, recordStatements } from '../support/query-plans.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { password, startApp, startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

/** More messages than one search examines. The other tables have enough rows for a query plan to matter. */
const MESSAGE_COUNT = 30_000
const OTHER_ROW_COUNT = 20_000
const TIMING = { poll: 20, lease: 60_000, deadline: 60_000, firstPause: 3_600_000, longestPause: 21_600_000, closeWithin: 0 }
const CUSTOMER_FILTER = `customer_email like 'customer1%'`
const BIG_TABLES = 'message|subscriber|orders|audit_log|content_revision|daily_count'

describeOnEachDatabase('long lists', (kind) => {
  const site = startAppForSuite(kind, { ADMIN_EMAIL: OWNER_EMAIL, ADMIN_PASSWORD: password })
  beforeAll(async () => {
    const others = {
      subscriber: OTHER_ROW_COUNT,
      orders: OTHER_ROW_COUNT,
      audit_log: OTHER_ROW_COUNT,
      content_revision: OTHER_ROW_COUNT,
      daily_count: OTHER_ROW_COUNT,
    }
    const ordersWithWrongClock = [
      `update orders set month = '2029-01' where number in (9001, 9003)`,
      'delete from order_counter',
      COUNT_ORDERS_SQL,
    ]
    await insertBulkRows(site.environment, { message: MESSAGE_COUNT, ...others }, ordersWithWrongClock)
  })
  const database = startForSuite(() => openDatabase(readConfig(site.environment)))

  const get = (path: string) => site.request('GET', `/api${path}`, { as: 'admin' })
  const listIds = async (path: string) => ((await get(path)).json() as unknown as { _id: string }[]).map(({ _id }) => _id)
  const queryRows = async <R>(statement: string) => (await sql.raw<R>(statement).execute(database.read)).rows

  it.each([
    ['/messages?messageStatus=Read', `message where place = 'inbox' and status = 'Read' order by received_at desc, id desc`],
    ['/messages?place=archive', `message where place = 'archive' order by received_at desc, id desc`],
    ['/subscribers?', 'subscriber where ended_at is null order by created_at desc, id desc'],
    ['/orders?paymentStatus=Paid', `orders where payment_status = 'Paid' order by number desc`],
    [
      '/orders?paymentStatus=UnPaid&month=2025-03',
      `orders where payment_status = 'UnPaid' and month = '2025-03' order by number desc`,
    ],
    ['/orders?month=2029-01', `orders where month = '2029-01' order by number desc`],
    ['/orders?search=customer1', `orders where ${CUSTOMER_FILTER} order by number desc`],
    [
      '/orders?search=CUSTOMER1&paymentStatus=Paid',
      `orders where ${CUSTOMER_FILTER} and payment_status = 'Paid' order by number desc`,
    ],
    ['/orders?search=customer1&month=2025-03', `orders where ${CUSTOMER_FILTER} and month = '2025-03' order by number desc`],
    ['/orders?search=customer1&orderStatus=Delivered', `orders where ${CUSTOMER_FILTER} and order_status = 'Delivered'`],
  ])('have the right pages and total count at %s', async (path, list) => {
    const all = (await queryRows<{ id: string }>(`select id from ${list}`)).map(({ id }) => id)
    const last = Math.ceil(all.length / 7)
    expect((await get(`${path}&page=1&size=1`)).headers[TOTAL_COUNT_HEADER]).toBe(String(all.length))
    for (const page of [1, 2, 150, Math.floor(last / 2), last - 1, last, last + 1].filter((page) => page > 0))
      expect([page, await listIds(`${path}&page=${page}&size=7`)]).toEqual([page, all.slice((page - 1) * 7, page * 7)])
  })

  it('are exported completely', async () => {
    const lines = (await get('/orders.csv')).text.trimEnd().split('\r\n')
    expect([lines.length - 1, new Set(lines).size]).toEqual([OTHER_ROW_COUNT, OTHER_ROW_COUNT + 1])
  })

  it('ask for a longer search text if it matches too many customers', async () => {
    const sentence = 'More than 100 customers match. Please type more of the name or email.'
    for (const path of ['/orders?search=customer', '/orders?search=dana&orderStatus=Pending', '/orders.csv?search=customer']) {
      const { status, json } = await get(path)
      expect([path, status, json()]).toMatchObject([path, 400, { fields: { search: sentence } }])
    }
    const own = await site.request('GET', '/api/orders?search=dana&page=1&size=3', { as: 'customer' })
    expect([own.status, own.json()]).toEqual([200, []])
  })

  it('are searched in portions, with a cursor for the next one', async () => {
    const search = async (query: string) => {
      const { headers, json } = await get(`/messages?size=3&${query}`)
      const records = json() as unknown as { _id: string }[]
      return {
        total: Number(headers[TOTAL_COUNT_HEADER]),
        older: headers[OLDER_CURSOR_HEADER],
        ids: records.map(({ _id }) => Number(_id.slice(-12))),
      }
    }
    const rare = await search(`search=${RARE_WORD}&page=1`)
    expect(rare).toMatchObject({ total: 5, ids: [25_007, 20_007, 15_007] })
    expect(await search(`search=${RARE_WORD}&page=2`)).toEqual({ total: 5, ids: [10_007, 5_007], older: rare.older })
    expect(await search(`search=${RARE_WORD}&page=1&before=${rare.older}`)).toEqual({ total: 1, ids: [7], older: undefined })
    expect(await search(`search=${COMMON_WORD}&page=1`)).toMatchObject({ total: 20_000 })
    expect(await search(`search=${COMMON_WORD}&page=1&before=${rare.older}`)).toMatchObject({ total: 4_000, older: undefined })
    expect((await get('/messages?search=a&before=yesterday')).status).toBe(400)
  })

  it('use an index for every list, search and export', async () => {
    const statements = recordStatements(kind.name)
    // A new process prepares its statements again, so that the test sees them.
    const other = await startApp({ ...site.environment, ADMIN_EMAIL: OWNER_EMAIL })
    const calls = Object.entries(listCalls).flatMap(([table, callsOfTable]) =>
      Object.values(callsOfTable).map(({ path }) => path(table === 'message' ? MESSAGE_COUNT : OTHER_ROW_COUNT)),
    )
    for (const path of [...calls, ...Object.values(exportCalls)])
      expect([path, (await other.request('GET', `/api${path}`, { as: 'admin' })).status]).toEqual([path, 200])
    statements.stop()
    await other.close()
    const bigTableSelects = [...statements.sent].filter(([text]) => new RegExp(`^select [^]*"(${BIG_TABLES})"`).test(text))
    expect(bigTableSelects.length).toBeGreaterThan(20)
    for (const select of bigTableSelects)
      expect([select[0], await listFullScans(site.environment, select, BIG_TABLES)]).toEqual([select[0], []])
  })

  it('get correct totals again from the hourly recount, even during other writes', async () => {
    const corruptingStatements = [
      `update orders set payment_status = 'Paid', order_status = 'Delivered' where number in (1002, 1003, 1007, 2000)`,
      `delete from customer_counter where email = 'customer7@example.com'`,
    ]
    for (const statement of corruptingStatements) await sql.raw(statement).execute(database.main)
    expect(await findWrongCounters()).toHaveLength(2)
    const logMessages: string[] = []
    const recount = createCounterRecountModule({
      database,
      counters: collectFromModules((await createTestModules(site.environment, database)).modules, ({ counters }) => counters),
      problem: (error, sentence) => logMessages.push(`${error ?? ''}${sentence}`),
      timing: TIMING,
    })
    await sql`update recount_job set due_at = 0`.execute(database.main)
    const [pricing, order] = ['/api/add-pricing', '/api/new-order'].map((path) =>
      idempotentCalls.find((call) => call.path === path),
    )
    await site.request('POST', '/api/add-pricing', { as: 'admin', body: pricing?.body })
    recount.start()
    const isCounting = async () =>
      (await queryRows(`select id from recount_job where due_at <= ${Date.now()} or claimed_at is not null`)).length > 0
    for (let nth = 0; nth < 5 || (await isCounting()); nth++) {
      const body = { ...(order?.body as Record<string, string>), customerName: `Customer ${nth}` }
      expect(await site.request('POST', '/api/new-order', { as: 'customer', body })).toMatchObject({ status: 201 })
    }
    await recount.close()
    // The site recounts too, and logs its corrections itself.
    expect(logMessages.filter((sentence) => !sentence.startsWith('a total was wrong and is corrected: '))).toEqual([])
    expect(await findWrongCounters()).toEqual([])
  })

  /** Returns the names of the counters that differ from a fresh count. */
  async function findWrongCounters(): Promise<string[]> {
    const customers = `select customer_email, count(*), count(case when payment_status = 'UnPaid' then 1 end),
      count(case when payment_status = 'Paid' then 1 end), count(case when order_status = 'Delivered' then 1 end),
      coalesce(sum(case when payment_status = 'Paid' then price_cents end), 0) from orders group by 1`
    const storedAndCounted: Record<string, [stored: string, counted: string]> = {
      'orders of months': [
        'select month, package_name, payment_status, order_status, count, cents from order_counter where count <> 0',
        'select month, package_name, payment_status, order_status, count(*), sum(price_cents) from orders group by 1, 2, 3, 4',
      ],
      'orders of customers': ['select email, orders, to_pay, paid, delivered, paid_cents from customer_counter', customers],
    }
    const wrong: string[] = []
    for (const [name, [one, other]] of Object.entries(storedAndCounted)) {
      const mismatchedTotals = await queryRows(
        `select * from (${one} except ${other}) as a union all select * from (${other} except ${one}) as b limit 1`,
      )
      if (mismatchedTotals.length > 0) wrong.push(name)
    }
    return wrong
  }
})

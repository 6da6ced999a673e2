import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { OLDER_HEADER, TOTAL_HEADER } from '../../src/contract/grammar/paging.ts'
import { readConfig } from '../../src/server/config/config.ts'
import { createRecount } from '../../src/server/operations/recount/recount.ts'
import { type Database, openDatabase } from '../../src/server/platform/db/db.ts'
import { collect } from '../../src/server/platform/module.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { creatingCalls } from '../support/creating-calls.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { exportCalls, listCalls } from '../support/list-calls.ts'
import { COMMON, fill, OWNER, RARE } from '../support/many-rows.ts'
import { modulesOf } from '../support/modules-of.ts'

/** More messages in the inbox than one search looks through; of the others enough that a plan matters. */
const MESSAGES = 30_000
const OTHERS = 20_000
const TIMING = { poll: 20, lease: 60_000, deadline: 60_000, firstPause: 3_600_000, longestPause: 21_600_000, closeWithin: 0 }
const OF_SOME = `customer_email like 'customer1%'`
const BIG = 'message|subscriber|orders|audit_log|content_revision|daily_count'

onEveryDatabase('long lists', (kind) => {
  let environment: Record<string, string>
  let site: TestApp
  let database: Database
  beforeAll(async () => {
    environment = await kind.environment()
    site = await startApp({ ...environment, ADMIN_EMAIL: OWNER })
    const others = { subscriber: OTHERS, orders: OTHERS, audit_log: OTHERS, content_revision: OTHERS, daily_count: OTHERS }
    await fill(environment, { message: MESSAGES, ...others })
    database = await openDatabase(readConfig(environment))
  }, 60_000)
  afterAll(async () => {
    await site.close()
    await database.close()
  })

  const get = (path: string) => site.request('GET', `/api${path}`, { as: 'admin' })
  const idsAt = async (path: string) => ((await get(path)).json() as unknown as { _id: string }[]).map(({ _id }) => _id)
  const rowsOf = async <R>(statement: string) => (await sql.raw<R>(statement).execute(database.read)).rows

  it.each([
    ['/messages?messageStatus=Read', `message where place = 'inbox' and status = 'Read' order by received_at desc, id desc`],
    ['/messages?place=archive', `message where place = 'archive' order by received_at desc, id desc`],
    ['/subscribers?', 'subscriber where ended_at is null order by created_at desc, id desc'],
    ['/orders?paymentStatus=Paid', `orders where payment_status = 'Paid' order by number desc`],
    ['/orders?search=customer1', `orders where ${OF_SOME} order by number desc`],
    ['/orders?search=CUSTOMER1&paymentStatus=Paid', `orders where ${OF_SOME} and payment_status = 'Paid' order by number desc`],
    ['/orders?search=customer1&month=2025-03', `orders where ${OF_SOME} and month = '2025-03' order by number desc`],
    ['/orders?search=customer1&orderStatus=Delivered', `orders where ${OF_SOME} and order_status = 'Delivered'`],
  ])('have at %s the pages that walking there finds, and their number', async (path, list) => {
    const all = (await rowsOf<{ id: string }>(`select id from ${list}`)).map(({ id }) => id)
    const last = Math.ceil(all.length / 7)
    expect((await get(`${path}&page=1&size=1`)).headers[TOTAL_HEADER]).toBe(String(all.length))
    for (const page of [1, 2, 150, Math.floor(last / 2), last - 1, last, last + 1].filter((page) => page > 0))
      expect([page, await idsAt(`${path}&page=${page}&size=7`)]).toEqual([page, all.slice((page - 1) * 7, page * 7)])
  })

  it('are exported as a whole', async () => {
    const lines = (await get('/orders.csv')).text.trimEnd().split('\r\n')
    expect([lines.length - 1, new Set(lines).size]).toEqual([OTHERS, OTHERS + 1])
  })

  it('ask for more letters where a search means more customers than can be looked at', async () => {
    const sentence = 'The names or email addresses of more than 100 customers begin like that. Please type more of one.'
    for (const path of ['/orders?search=customer', '/orders?search=dana&orderStatus=Pending', '/orders.csv?search=customer']) {
      const { status, json } = await get(path)
      expect([path, status, json()]).toMatchObject([path, 400, { fields: { search: sentence } }])
    }
    const own = await site.request('GET', '/api/orders?search=dana&page=1&size=3', { as: 'customer' })
    expect([own.status, own.json()]).toEqual([200, []])
  })

  it('are searched so many at a time, and say where the search goes on', async () => {
    const search = async (query: string) => {
      const { headers, json } = await get(`/messages?size=3&${query}`)
      const records = json() as unknown as { _id: string }[]
      return {
        total: Number(headers[TOTAL_HEADER]),
        older: headers[OLDER_HEADER],
        ids: records.map(({ _id }) => Number(_id.slice(-12))),
      }
    }
    const rare = await search(`search=${RARE}&page=1`)
    expect(rare).toMatchObject({ total: 5, ids: [25_007, 20_007, 15_007] })
    expect(await search(`search=${RARE}&page=2`)).toEqual({ total: 5, ids: [10_007, 5_007], older: rare.older })
    expect(await search(`search=${RARE}&page=1&before=${rare.older}`)).toEqual({ total: 1, ids: [7], older: undefined })
    expect(await search(`search=${COMMON}&page=1`)).toMatchObject({ total: 20_000 })
    expect(await search(`search=${COMMON}&page=1&before=${rare.older}`)).toMatchObject({ total: 4_000, older: undefined })
    expect((await get('/messages?search=a&before=yesterday')).status).toBe(400)
  })

  it('and their searches and files are read by indexes alone', async () => {
    const sent = new Map<string, unknown[]>()
    const watch =
      kind.name === 'SQLite' ? spyOn(DatabaseSync.prototype, 'prepare', sent) : spyOn(pg.Client.prototype, 'query', sent)
    // Statements are prepared once: another process prepares them again.
    const other = await startApp({ ...environment, ADMIN_EMAIL: OWNER })
    const calls = Object.entries(listCalls).flatMap(([table, named]) =>
      Object.values(named).map(({ path }) => path(table === 'message' ? MESSAGES : OTHERS)),
    )
    for (const path of [...calls, ...Object.values(exportCalls)])
      expect([path, (await other.request('GET', `/api${path}`, { as: 'admin' })).status]).toEqual([path, 200])
    watch.mockRestore()
    await other.close()
    const found = [...sent].filter(([text]) => new RegExp(`^select [^]*"(${BIG})"`).test(text))
    expect(found.length).toBeGreaterThan(20)
    for (const [text, values] of found) expect([text, await walkedTables(environment, text, values)]).toEqual([text, []])
  }, 60_000)

  it('have totals that are right again within an hour after a write that did not keep them, while others write', async () => {
    const wrongly = [
      `update orders set payment_status = 'Paid', order_status = 'Delivered' where number in (1002, 1003, 1007, 2000)`,
      `delete from order_customer where email = 'customer7@example.com'`,
    ]
    for (const statement of wrongly) await sql.raw(statement).execute(database.main)
    expect(await wrongTotals()).toHaveLength(2)
    const said: string[] = []
    const recount = createRecount({
      database,
      counters: collect((await modulesOf(environment, database)).modules, ({ counters }) => counters),
      problem: (error, sentence) => said.push(`${error ?? ''}${sentence}`),
      timing: TIMING,
    })
    await sql`update recount_job set due_at = 0`.execute(database.main)
    const [pricing, order] = ['/api/add-pricing', '/api/new-order'].map((path) =>
      creatingCalls.find((call) => call.path === path),
    )
    await site.request('POST', '/api/add-pricing', { as: 'admin', body: pricing?.body })
    recount.start()
    const isCounting = async () =>
      (await rowsOf(`select id from recount_job where due_at <= ${Date.now()} or claimed_at is not null`)).length > 0
    for (let nth = 0; nth < 5 || (await isCounting()); nth++) {
      const body = { ...(order?.body as Record<string, string>), customerName: `Customer ${nth}` }
      expect(await site.request('POST', '/api/new-order', { as: 'customer', body })).toMatchObject({ status: 201 })
    }
    await recount.close()
    // The site counts again too, and says so in its own log.
    expect(said.filter((sentence) => !sentence.startsWith('a total was wrong and is corrected: '))).toEqual([])
    expect(await wrongTotals()).toEqual([])
  }, 60_000)

  /** Which kept totals are not what can be counted. */
  async function wrongTotals(): Promise<string[]> {
    const customers = `select customer_email, count(*), count(case when payment_status = 'UnPaid' then 1 end),
      count(case when payment_status = 'Paid' then 1 end), count(case when order_status = 'Delivered' then 1 end),
      coalesce(sum(case when payment_status = 'Paid' then price_cents end), 0) from orders group by 1`
    const kept: Record<string, [kept: string, counted: string]> = {
      'orders of months': [
        'select month, package_name, payment_status, order_status, count, cents from order_counter where count <> 0',
        'select month, package_name, payment_status, order_status, count(*), sum(price_cents) from orders group by 1, 2, 3, 4',
      ],
      'orders of customers': ['select email, orders, to_pay, paid, delivered, paid_cents from order_customer', customers],
    }
    const wrong: string[] = []
    for (const [name, [one, other]] of Object.entries(kept)) {
      const apart = await rowsOf(
        `select * from (${one} except ${other}) as a union all select * from (${other} except ${one}) as b limit 1`,
      )
      if (apart.length > 0) wrong.push(name)
    }
    return wrong
  }
})

/** Writes down each statement that is sent, with its values. */
function spyOn(client: object, method: string, sent: Map<string, unknown[]>) {
  type Send = (...given: unknown[]) => unknown
  const send = Reflect.get(client, method) as Send
  return vi.spyOn(client as Record<string, Send>, method).mockImplementation(function (this: unknown, ...given: unknown[]) {
    const [first, second] = given
    const { text, values } =
      typeof first === 'string' ? { text: first, values: second } : (first as { text: string; values: unknown })
    sent.set(text, Array.isArray(values) ? values : [])
    return send.apply(this, given)
  })
}

/** The big tables of which a statement reads every row, or sorts more than a page. */
async function walkedTables(environment: Record<string, string>, text: string, values: unknown[]): Promise<string[]> {
  if (environment.DATABASE_URL) {
    // A count reads all entries: PostgreSQL takes the table where its rows are hardly longer than those of the index.
    if (text.startsWith('select count(*)')) return []
    const client = new pg.Client({ connectionString: environment.DATABASE_URL })
    await client.connect()
    const { rows } = await client.query({ text: `explain ${text}`, values: values as unknown[] })
    await client.end()
    return rows.map((row) => String(row['QUERY PLAN'])).filter((line) => new RegExp(`Seq Scan on (${BIG})\\b`).test(line))
  }
  const client = new DatabaseSync(join(environment.DATA_DIR ?? '', 'rankstead.db'), { readOnly: true })
  const plan = client.prepare(`explain query plan ${text}`).all() as { detail: string }[]
  client.close()
  const details = plan.map(({ detail }) => detail)
  // What it has picked by an index it calls by the same name.
  return details.filter(
    (detail) => new RegExp(`^SCAN (${BIG})$`).test(detail) && !details.includes(detail.replace('SCAN', 'CO-ROUTINE')),
  )
}

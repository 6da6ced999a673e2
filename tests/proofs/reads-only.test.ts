import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadRenderer } from '../../src/server/site/pages/render.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { openEffects } from '../support/effects.ts'
import { dana, PAYEE, standard, TIMING } from '../support/paying-site.ts'
import { type PayPal, startPayPal } from '../support/paypal.ts'
import { newAccount } from '../support/people.ts'
import { sampleOn } from '../support/proof-size.ts'

const { pages } = await loadRenderer()

/** The rows that payments change; `orders` holds each order's status. */
const TABLES = [
  'orders',
  'payment_attempt',
  'payment_notice',
  'payment_fact',
  'payment_flag',
  'order_intent',
  'provider_task',
  'refund_request',
  'invoice_books',
]

const ABOUT_ORDERS = /pay|order|invoice|credit|refund|sale/i
/** Pages and calls that show the orders of this test. */
const OF_ONE_ORDER = [
  '/pay-now/:id',
  '/received-payment/:id',
  '/order-cancelled/:id',
  '/api/payment/:id',
  '/api/payment-evidence/:id',
]

onEveryDatabase('every GET of the product', (database) => {
  let site: TestApp
  let paypal: PayPal
  let effects: Awaited<ReturnType<typeof openEffects>>
  let otherCustomer: string
  /** The ids of orders whose customer approved a payment at PayPal, by what happened to the order since. */
  const approved: Record<string, string> = {}

  beforeAll(async () => {
    paypal = await startPayPal()
    const environment = { ...(await database.environment()), ...paypal.environment('paypal-orders') }
    site = await startApp(environment, { noticeTiming: TIMING, askTiming: { between: 1, after: [] } })
    otherCustomer = await newAccount(site, 'other@example.com')
    effects = await openEffects(environment)
    const call = async (method: string, path: string, as: 'admin' | 'customer', body?: object) => {
      const { status, text, json } = await site.request(method, `/api${path}`, { as, body })
      expect([method, path, status < 300, text]).toMatchObject([method, path, true, {}])
      return json() as object
    }
    const pay = async (id: string) => {
      const { redirect } = (await call('POST', `/pay/${id}`, 'customer')) as { redirect: string }
      return new URL(redirect).searchParams.get('token') ?? ''
    }
    await call('POST', '/add-pricing', 'admin', standard)
    await call('POST', '/add-email', 'admin', { paypalEmail: PAYEE })
    const since: Record<string, (id: string) => Promise<unknown>> = {
      unpaid: async () => {},
      canceled: (id) => call('PUT', `/order-cancelled/${id}`, 'customer', { paymentStatus: 'Cancelled' }),
      'paid by hand': (id) => call('PUT', `/order-paid/${id}`, 'admin', { reason: 'A check' }),
      'handed over again': async (id) => {
        await effects.main.updateTable('payment_attempt').set({ closed_at: 1 }).where('order_id', '=', id).execute()
        await pay(id)
      },
    }
    for (const [state, happen] of Object.entries(since)) {
      const body = { ...dana, packageName: 'Standard', customerName: `Order ${state}` }
      const { record } = (await call('POST', '/new-order', 'customer', body)) as { record: { _id: string } }
      const reference = await pay(record._id)
      await happen(record._id)
      paypal.orders.approve(reference)
      approved[state] = record._id
    }
  })
  afterAll(async () => {
    await Promise.all([site.close(), effects.close()])
    await paypal.close()
  })

  const stored = async () => {
    const tables = TABLES.map(async (name) => [name, (await sql`select * from ${sql.table(name)}`.execute(effects.main)).rows])
    return Object.fromEntries(await Promise.all(tables)) as Record<string, unknown[]>
  }

  /** Every call and every page that opens by GET; on PostgreSQL those about orders, and one of each other kind. */
  function paths(): readonly string[] {
    const calls = site.app.routes.filter(({ method, url }) => method === 'GET' && !url.includes('*')).map(({ url }) => url)
    const all = [...new Set([...calls, ...pages.map(({ path }) => path)])]
    expect(all.length).toBeGreaterThan(150)
    return sampleOn(database, all, (path) => (ABOUT_ORDERS.test(path) ? path : [path.includes(':'), path.startsWith('/api')]))
  }

  it('asks nothing of PayPal and changes nothing about payments, for any viewer', { timeout: 120_000 }, async () => {
    const [askedBefore, storedBefore] = [paypal.orders.asked.length, await stored()]
    const shown = new Set<string>()
    const viewers = [{ as: 'customer' }, { as: 'admin' }, { as: 'anonymous' }, { headers: { cookie: otherCustomer } }] as const
    const ids = Object.values(approved)
    for (const path of paths()) {
      for (const viewer of viewers) {
        // One order is enough for a viewer who may see none of them.
        const mayOpen = 'as' in viewer && viewer.as !== 'anonymous'
        for (const id of path.includes(':') ? ids.slice(0, mayOpen ? undefined : 1) : ['']) {
          const { status } = await site.request('GET', path.replace(/:[A-Za-z]+\??/g, id), viewer)
          expect([path, viewer, status < 500]).toEqual([path, viewer, true])
          if (status === 200) shown.add(path)
        }
      }
    }
    expect([...shown]).toEqual(expect.arrayContaining(OF_ONE_ORDER))
    // The worker has the time to do what a GET asked of it.
    await new Promise((resolve) => setTimeout(resolve, 5 * TIMING.poll))
    expect(paypal.orders.asked.slice(askedBefore)).toEqual([])
    expect(await stored()).toEqual(storedBefore)
  })
})

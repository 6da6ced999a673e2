import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadPageRenderer } from '#server/site/pages/load-page-renderer.ts'
import { startFakePayPal } from '../support/fake-paypal.ts'
import { sampleCasesOnPostgres } from '../support/proof-size.ts'
import { FAST_QUEUE_TIMING, PAYEE_EMAIL, sampleCustomer, standardPackageValues } from '../support/site-with-paypal.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { openTableRowCounts } from '../support/table-row-counts.ts'
import { registerAccount } from '../support/test-accounts.ts'
import { startApp } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const { pages } = await loadPageRenderer()

/** The rows that payments change; `orders` holds each order's status. */
const PAYMENT_TABLES = [
  'orders',
  'payment_attempt',
  'payment_notice',
  'payment_fact',
  'review_flag',
  'order_decision',
  'provider_task',
  'refund_request',
  'invoice_sequence',
]

const ORDER_PATH_PATTERN = /pay|order|invoice|credit|refund|sale/i
/** Pages and calls that show the orders of this test. */
const ORDER_PATHS = [
  '/pay-now/:id',
  '/received-payment/:id',
  '/order-cancelled/:id',
  '/api/payment/:id',
  '/api/payment-evidence/:id',
]

describeOnEachDatabase('every GET request', (database) => {
  let effects: Awaited<ReturnType<typeof openTableRowCounts>>
  let otherCustomer: string
  /** The ids of orders whose customer approved a payment at PayPal, by what happened to the order afterward. */
  const approvedOrderIds: Record<string, string> = {}

  const paypal = startForSuite(startFakePayPal)
  const site = startForSuite(async () =>
    startApp(
      { ...(await database.environment()), ...paypal.environment('paypal-orders') },
      {
        notificationTiming: FAST_QUEUE_TIMING,
        providerPollTiming: { minInterval: 1, delaysAfterAttempt: [] },
      },
    ),
  )
  beforeAll(async () => {
    otherCustomer = await registerAccount(site, 'other@example.com')
    effects = await openTableRowCounts(site.environment)
    const call = async (method: string, path: string, as: 'admin' | 'customer', body?: object) => {
      const { status, text, json } = await site.request(method, `/api${path}`, { as, body })
      expect([method, path, status < 300, text]).toMatchObject([method, path, true, {}])
      return json() as object
    }
    const pay = async (id: string) => {
      const { redirect } = (await call('POST', `/pay/${id}`, 'customer')) as { redirect: string }
      return new URL(redirect).searchParams.get('token') ?? ''
    }
    await call('POST', '/add-pricing', 'admin', standardPackageValues)
    await call('POST', '/add-email', 'admin', { paypalEmail: PAYEE_EMAIL })
    const laterEvents: Record<string, (id: string) => Promise<unknown>> = {
      unpaid: async () => {},
      canceled: (id) => call('PUT', `/order-cancelled/${id}`, 'customer', { paymentStatus: 'Cancelled' }),
      'paid by hand': (id) => call('PUT', `/order-paid/${id}`, 'admin', { reason: 'A check' }),
      'handed over again': async (id) => {
        await effects.main.updateTable('payment_attempt').set({ closed_at: 1 }).where('order_id', '=', id).execute()
        await pay(id)
      },
    }
    for (const [state, applyEvent] of Object.entries(laterEvents)) {
      const body = { ...sampleCustomer, packageName: 'Standard', customerName: `Order ${state}` }
      const { record } = (await call('POST', '/new-order', 'customer', body)) as { record: { _id: string } }
      const reference = await pay(record._id)
      await applyEvent(record._id)
      paypal.orders.approve(reference)
      approvedOrderIds[state] = record._id
    }
  })
  afterAll(async () => {
    await effects.close()
  })

  const readPaymentRows = async () => {
    const tables = PAYMENT_TABLES.map(async (name) => [
      name,
      (await sql`select * from ${sql.table(name)}`.execute(effects.main)).rows,
    ])
    return Object.fromEntries(await Promise.all(tables)) as Record<string, unknown[]>
  }

  /** Lists every GET call and page. On PostgreSQL, lists those about orders and a sample of the others. */
  function listPaths(): readonly string[] {
    const calls = site.app.routes.filter(({ method, url }) => method === 'GET' && !url.includes('*')).map(({ url }) => url)
    const all = [...new Set([...calls, ...pages.map(({ path }) => path)])]
    expect(all.length).toBeGreaterThan(150)
    return sampleCasesOnPostgres(database, all, (path) =>
      ORDER_PATH_PATTERN.test(path) ? path : [path.includes(':'), path.startsWith('/api')],
    )
  }

  it('sends nothing to PayPal and changes no payment, for any viewer', async () => {
    const [requestCountBefore, rowsBefore] = [paypal.orders.requests.length, await readPaymentRows()]
    const shownPaths = new Set<string>()
    const viewers = [{ as: 'customer' }, { as: 'admin' }, { as: 'anonymous' }, { headers: { cookie: otherCustomer } }] as const
    const ids = Object.values(approvedOrderIds)
    for (const path of listPaths()) {
      for (const viewer of viewers) {
        // One order is enough for a viewer who may see none of them.
        const mayOpen = 'as' in viewer && viewer.as !== 'anonymous'
        for (const id of path.includes(':') ? ids.slice(0, mayOpen ? undefined : 1) : ['']) {
          const { status } = await site.request('GET', path.replace(/:[A-Za-z]+\??/g, id), viewer)
          expect([path, viewer, status < 500]).toEqual([path, viewer, true])
          if (status === 200) shownPaths.add(path)
        }
      }
    }
    expect([...shownPaths]).toEqual(expect.arrayContaining(ORDER_PATHS))
    // Gives the worker time for any task that a GET request created.
    await new Promise((resolve) => setTimeout(resolve, 5 * FAST_QUEUE_TIMING.poll))
    expect(paypal.orders.requests.slice(requestCountBefore)).toEqual([])
    expect(await readPaymentRows()).toEqual(rowsBefore)
  })
})

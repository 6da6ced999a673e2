import { expect } from 'vitest'
import type { PaymentFlag } from '../../src/contract/sales/payment-states.ts'
import type { QueueTiming } from '../../src/server/platform/queue/queue.ts'
import { startApp, type TestApp } from './app.ts'
import { openEffects } from './effects.ts'
import { type Form, type Notice, type PayPal, startPayPal } from './paypal.ts'

/** As in production, with less time between two tries. In ms. */
export const TIMING: QueueTiming = {
  poll: 50,
  lease: 3_000,
  deadline: 1_000,
  firstPause: 50,
  longestPause: 200,
  closeWithin: 500,
}

/** Who orders. */
export const dana = { customerName: 'Dana Sample', customerAddress: '100 Example Street', customerCountry: 'United States' }
/** Who is paid. */
export const PAYEE = 'pay@example.com'
/** What is ordered. */
export const standard = {
  packageName: 'Standard',
  packagePrice: '999',
  packageButtonText: 'Order Standard',
  ...Object.fromEntries(['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'].map((n) => [`packagePoint${n}`, `Point ${n}`])),
}

export type PayingSite = Awaited<ReturnType<typeof startPayingSite>>
type Placed = { id: string; number: number }
type Called = { status: number; reply: Record<string, never> }

/** Sites on one database that are paid by a PayPal of the test's own: the first takes the orders, PayPal's notices go to all in turn. */
export async function startPayingSite(environment: Record<string, string>, { processes = 1, timing = TIMING } = {}) {
  let turn = 0
  const sites: TestApp[] = []
  const paypal: PayPal = await startPayPal({ deliver: (notice) => deliver(notice, sites[turn++ % sites.length]) })
  const settings = { ...environment, ...paypal.environment() }
  for (let nth = 0; nth < processes; nth++) sites.push(await startApp(settings, { noticeTiming: timing }))
  const [site] = sites as [TestApp]

  async function deliver({ url, bytes }: Notice, to = site): Promise<number> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return (await to.request('POST', new URL(url).pathname, { headers, payload: bytes.toString('latin1') })).status
  }

  async function call(method: string, path: string, { as = 'customer', body, at = site }: CallOptions = {}): Promise<Called> {
    const reply = await at.request(method, `/api${path}`, { as, ...(body && { body }) })
    return { status: reply.status, reply: reply.json() as Called['reply'] }
  }

  async function done(method: string, path: string, options?: CallOptions) {
    const { status, reply } = await call(method, path, options)
    expect([method, path, status, reply]).toMatchObject([method, path, method === 'POST' ? expect.any(Number) : 200, {}])
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(reply)}`)
    return reply as Record<string, unknown>
  }

  /** Another order each time, which no rule takes for the one before. */
  let placed = 0
  async function order(): Promise<Placed> {
    const body = { packageName: 'Standard', packagePrice: '999', ...dana, customerName: `Dana Sample ${++placed}` }
    const { record } = (await done('POST', '/new-order', { body })) as unknown as { record: { _id: string; _number: number } }
    return { id: record._id, number: record._number }
  }

  /** The form that takes the customer to PayPal. */
  async function formOf({ id }: Placed): Promise<Form> {
    const { fields } = (await done('POST', `/pay/${id}`)) as unknown as { fields: Form }
    return fields
  }

  const stored = await openEffects(settings)
  await done('POST', '/add-pricing', { as: 'admin', body: standard })
  await done('POST', '/add-email', { as: 'admin', body: { paypalEmail: PAYEE } })
  return {
    site,
    sites,
    paypal,
    settings,
    /** What the database holds, and what came into it. */
    stored,
    /** Until every notice that was kept is read. */
    async read(): Promise<void> {
      const waiting = () =>
        stored.main.selectFrom('payment_notice').select('reason').where('state', '=', 'waiting').limit(1).execute()
      await expect.poll(waiting, { timeout: 60_000 }).toEqual([])
    },
    call,
    order,
    formOf,
    /** An order with the form to pay it. */
    async ready(): Promise<{ order: Placed; form: Form }> {
      const one = await order()
      return { order: one, form: await formOf(one) }
    },
    statusOf: async ({ id }: Placed) => (await done('GET', `/order/${id}`)).paymentStatus as string,
    evidenceOf: async ({ id }: Placed) => (await call('GET', `/payment-evidence/${id}`, { as: 'admin' })).reply as never,
    /** The open flags of an order; without one those that belong to none. */
    async flagsOf(one?: Placed): Promise<PaymentFlag[]> {
      const { reply } = await call('GET', '/payment-flags?open=1&page=1&size=1000', { as: 'admin' })
      const all = reply as unknown as { kind: PaymentFlag; order: { number: number } | null }[]
      return all.filter(({ order }) => order?.number === one?.number).map(({ kind }) => kind)
    },
    close: async () => {
      await stored.close()
      for (const one of sites) await one.close()
      await paypal.close()
    },
  }
}

type CallOptions = { as?: 'customer' | 'admin' | 'anonymous'; body?: object; at?: TestApp }

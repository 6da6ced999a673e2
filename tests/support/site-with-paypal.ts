import { expect } from 'vitest'
import type { ReviewFlagKind } from '#contract/sales/payment-kinds.ts'
import type { QueueTiming } from '#platform/queue/queue.ts'
import { type FakePayPal, startFakePayPal } from './fake-paypal.ts'
import type { PaymentForm, PayPalNotice } from './fake-paypal-ipn-notices.ts'
import { openTableRowCounts } from './table-row-counts.ts'
import { customerEmail, startApp, type TestApp } from './test-app.ts'

/** The production timing with shorter pauses, in ms. No deadline ends before the answer of a busy machine. */
export const FAST_QUEUE_TIMING: QueueTiming = {
  poll: 50,
  lease: 180_000,
  deadline: 60_000,
  firstPause: 50,
  longestPause: 200,
  closeWithin: 500,
}

export const sampleCustomer = {
  customerName: 'Dana Sample',
  customerAddress: '100 Example Street',
  customerCountry: 'United States',
}
export const PAYEE_EMAIL = 'pay@example.com'
export const standardPackageValues = {
  packageName: 'Standard',
  packagePrice: '999',
  packageButtonText: 'Order Standard',
  ...Object.fromEntries(['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'].map((n) => [`packagePoint${n}`, `Point ${n}`])),
}

export type SiteWithPayPal = Awaited<ReturnType<typeof startSiteWithPayPal>>
type PlacedOrder = { id: string; number: number }
type CallReply = { status: number; reply: Record<string, never> }

/** Starts sites on one database with a fake PayPal. The first site takes the orders. All get PayPal's notices in turn. */
export async function startSiteWithPayPal(
  environment: Record<string, string>,
  { processes = 1, timing = FAST_QUEUE_TIMING } = {},
) {
  let nextSite = 0
  const sites: TestApp[] = []
  const paypal: FakePayPal = await startFakePayPal({ deliver: (notice) => deliver(notice, sites[nextSite++ % sites.length]) })
  const settings = { ...environment, ...paypal.environment() }
  for (let nth = 0; nth < processes; nth++) sites.push(await startApp(settings, { notificationTiming: timing }))
  const [site] = sites as [TestApp]

  async function deliver({ url, bytes }: PayPalNotice, to = site): Promise<number> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return (await to.request('POST', new URL(url).pathname, { headers, payload: bytes.toString('latin1') })).status
  }

  async function call(method: string, path: string, { as = 'customer', body, at = site }: CallOptions = {}): Promise<CallReply> {
    const reply = await at.request(method, `/api${path}`, { as, ...(body && { body }) })
    return { status: reply.status, reply: reply.json() as CallReply['reply'] }
  }

  async function callSuccessfully(method: string, path: string, options?: CallOptions) {
    const { status, reply } = await call(method, path, options)
    expect([method, path, status, reply]).toMatchObject([method, path, method === 'POST' ? expect.any(Number) : 200, {}])
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(reply)}`)
    return reply as Record<string, unknown>
  }

  /** Makes each order different, so that no duplicate rule merges them. */
  let orderCount = 0
  async function order(): Promise<PlacedOrder> {
    const body = { packageName: 'Standard', packagePrice: '999', ...sampleCustomer, customerName: `Dana Sample ${++orderCount}` }
    const { record } = (await callSuccessfully('POST', '/new-order', { body })) as unknown as {
      record: { _id: string; _number: number }
    }
    return { id: record._id, number: record._number }
  }

  /** Returns the form that takes the customer to PayPal. */
  async function getPaymentForm({ id }: PlacedOrder): Promise<PaymentForm> {
    const { fields } = (await callSuccessfully('POST', `/pay/${id}`)) as unknown as { fields: PaymentForm }
    return fields
  }

  const rowCounter = await openTableRowCounts(settings)
  await callSuccessfully('POST', '/add-pricing', { as: 'admin', body: standardPackageValues })
  await callSuccessfully('POST', '/add-email', { as: 'admin', body: { paypalEmail: PAYEE_EMAIL } })
  return {
    site,
    sites,
    paypal,
    settings,
    /** Reads and counts database rows. */
    stored: rowCounter,
    /** Waits until the site has read every stored notice. */
    async waitUntilNoticesRead(): Promise<void> {
      const waiting = () =>
        rowCounter.main.selectFrom('payment_notice').select('reason').where('state', '=', 'waiting').limit(1).execute()
      await expect.poll(waiting).toEqual([])
    },
    call,
    order,
    getPaymentForm,
    /** Places an order and returns it with its payment form. */
    async placeOrderWithForm(): Promise<{ order: PlacedOrder; form: PaymentForm }> {
      const placedOrder = await order()
      return { order: placedOrder, form: await getPaymentForm(placedOrder) }
    },
    getPaymentStatus: async ({ id }: PlacedOrder) => (await callSuccessfully('GET', `/order/${id}`)).paymentStatus as string,
    getPaymentEvidence: async ({ id }: PlacedOrder) =>
      (await call('GET', `/payment-evidence/${id}`, { as: 'admin' })).reply as never,
    /** Lists the open flags of an order, or those without an order. */
    async listOpenFlags(placedOrder?: PlacedOrder): Promise<ReviewFlagKind[]> {
      const { reply } = await call('GET', '/payment-flags?open=1&page=1&size=1000', { as: 'admin' })
      const all = reply as unknown as { kind: ReviewFlagKind; order: { number: number } | null }[]
      return all.filter(({ order }) => order?.number === placedOrder?.number).map(({ kind }) => kind)
    },
    /** Lists the subjects of the customer's emails about an order, sorted. `N` stands for the order number. */
    async listCustomerSubjects({ number }: Pick<PlacedOrder, 'number'>): Promise<string[]> {
      const emails = await rowCounter.main
        .selectFrom('email_outbox')
        .select('subject')
        .where('recipient', '=', customerEmail)
        .execute()
      return emails
        .filter(({ subject }) => new RegExp(`\\b${number}\\b`).test(subject))
        .map(({ subject }) => subject.replace(String(number), 'N'))
        .toSorted()
    },
    close: async () => {
      await rowCounter.close()
      for (const one of sites) await one.close()
      await paypal.close()
    },
  }
}

type CallOptions = { as?: 'customer' | 'admin' | 'anonymous'; body?: object; at?: TestApp }

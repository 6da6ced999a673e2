import { expect } from 'vitest'
import { makeAdmin, registerAndLogIn, type TestBrowser } from './test-accounts.ts'
import { startApp } from './test-app.ts'

type Role = 'customer' | 'admin' | 'stranger' | 'otherAdmin'
type CallReply<T> = { status: number; reply: T & { error: string; fields?: Record<string, string>; record: T } }

/** Starts a site with the demo content, a second customer and a second admin. */
export async function startWorkSite(environment: Record<string, string>) {
  const site = await startApp({ ...environment, SEED: 'demo' })
  const stranger = await registerAndLogIn(site, 'stranger@example.com')
  const otherAdmin = await registerAndLogIn(site, 'other-admin@example.com')
  await makeAdmin(site, 'other-admin@example.com')
  const browsers: Partial<Record<Role, TestBrowser>> = { stranger, otherAdmin }
  let orderCount = 0

  async function call<T = Record<string, unknown>>(method: string, path: string, as: Role, body?: object): Promise<CallReply<T>> {
    const browser = browsers[as]
    const reply = browser
      ? await browser.call(method, `/api${path}`, body)
      : await site.request(method, `/api${path}`, { as: as === 'admin' ? 'admin' : 'customer', ...(body && { body }) })
    return { status: reply.status, reply: reply.json() as CallReply<T>['reply'] }
  }

  async function placeOrder(packageName = 'Standard', as: Role = 'customer'): Promise<string> {
    // Differs each time, so that it isn't a repeat.
    const customerName = `Dana Sample ${++orderCount}`
    const customer = { customerName, customerAddress: '100 Example Street', customerCountry: 'United States' }
    const packages = (await call<{ packageName: string; packagePrice: string }[]>('GET', '/pricings', 'admin')).reply
    const packagePrice = packages.find((one) => one.packageName === packageName)?.packagePrice
    const { status, reply } = await call<{ _id: string }>('POST', '/new-order', as, { packageName, packagePrice, ...customer })
    expect([status, reply]).toMatchObject([201, {}])
    return reply.record._id
  }
  const pay = (id: string) => call('PUT', `/order-paid/${id}`, 'admin', { reason: 'In cash' })
  /** Delivers a deliverable whose draft the customer approves. */
  async function deliverApprovedDraft(id: string) {
    const draft = await call<{ _version: number }>('PUT', `/deliverable/${id}`, 'admin', {
      state: 'waiting for approval',
      proofNote: 'Sent',
    })
    await call('PUT', `/deliverable-approval/${id}`, 'customer', {
      answer: 'approved',
      _version: draft.reply.record._version,
    })
    return call('PUT', `/deliverable/${id}`, 'admin', { state: 'delivered' })
  }
  return {
    site,
    call,
    deliverApprovedDraft,
    placeOrder,
    pay,
    /** Each order has the deliverables of a first month, also after other orders of the customer. */
    async placePaidOrder(packageName?: string, as?: Role): Promise<string> {
      const id = await placeOrder(packageName, as)
      expect((await pay(id)).status).toBe(200)
      expect((await call('PUT', `/order-month/${id}`, 'admin', { month: 1 })).status).toBe(200)
      return id
    },
    close: site.close,
  }
}

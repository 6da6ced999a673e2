import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { OrderTimelineStep } from '#contract/sales/customer-payment.ts'
import type { StatusEmailPreviewReply } from '#contract/sales/order-status-endpoints.ts'
import type { Order } from '#contract/sales/orders.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { standardPackageValues } from '../support/site-with-paypal.ts'
import { customerEmail, startApp, type TestApp } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

describeOnEachDatabase('a change of an order’s status', (database) => {
  let environment: Awaited<ReturnType<typeof database.environment>>
  let site: TestApp
  let siteDatabase: Awaited<ReturnType<typeof openSiteDatabase>>
  beforeAll(async () => {
    environment = await database.environment()
    site = await startApp(environment)
    siteDatabase = await openSiteDatabase(environment)
    await call('POST', '/add-pricing', standardPackageValues)
  })
  afterAll(async () => {
    await site.close()
    await siteDatabase.close()
  })
  // The clock stops until a test moves it. Each test is later than the one before, so that equal orders aren't repeats.
  let now = Date.now()
  beforeEach(() => {
    now += 600_000
    vi.useFakeTimers({ toFake: ['Date'], now })
  })
  afterEach(() => void vi.useRealTimers())

  async function call(method: 'GET' | 'POST' | 'PUT', path: string, body?: object, as: 'admin' | 'customer' = 'admin') {
    const { status, json } = await site.request(method, `/api${path}`, { as, ...(body && { body }) })
    return { status, reply: json() as { message: string; record: Order; records: Order[]; changes: string[]; error: string } }
  }
  async function placeOrder() {
    vi.setSystemTime(Date.now() + 60_000)
    const customer = { customerName: 'Dana Sample', customerAddress: '100 Example Street', customerCountry: 'United States' }
    return (await call('POST', '/new-order', { packageName: 'Standard', packagePrice: '999', ...customer }, 'customer')).reply
      .record
  }
  const setStatus = (ids: string[], orderStatus: string) => call('PUT', '/order-status', { ids, orderStatus })
  const undo = (changes: string[]) => call('POST', '/undo-order-status', { changes })
  const loadOrder = async (id: string) => (await site.request('GET', `/api/order/${id}`, { as: 'admin' })).json() as Order
  const loadEmail = async (id: string) =>
    (await site.request('GET', `/api/order-status/${id}`, { as: 'admin' })).json() as StatusEmailPreviewReply
  const listEmails = async ({ _number }: Order) =>
    await siteDatabase.main
      .selectFrom('email_outbox')
      .selectAll()
      .where('subject', '=', `Your order ${_number} is delivered`)
      .execute()
  const listSteps = async (id: string) =>
    ((await site.request('GET', `/api/order-story/${id}`, { as: 'customer' })).json() as OrderTimelineStep[]).map(
      ({ kind }) => kind,
    )

  it('previews the email of a delivery', async () => {
    const { _id, _number } = await placeOrder()
    const { deliveredEmail, undoable } = await loadEmail(_id)
    expect([deliveredEmail.to, deliveredEmail.subject]).toEqual([customerEmail, `Your order ${_number} is delivered`])
    expect(deliveredEmail.text).toContain(`/my-order/${_id}`)
    expect(undoable).toBe(null)
  })

  it('holds the email back for 30 seconds, also across a restart', async () => {
    const order = await placeOrder()
    await call('PUT', `/order-status/${order._id}`, { orderStatus: 'Delivered' })
    const [email] = await listEmails(order)
    expect([email?.sent_at, (email?.due_at ?? 0) - Date.now()]).toEqual([null, 30_000])
    await site.close()
    site = await startApp(environment)
    expect((await listEmails(order))[0]?.sent_at).toBe(null)
    vi.setSystemTime(Date.now() + 30_001)
    await expect.poll(async () => (await listEmails(order))[0]?.sent_at).not.toBe(null)
  })

  it('can be undone before the email is sent, twice with the same answer', async () => {
    const order = await placeOrder()
    await call('PUT', `/order-status/${order._id}`, { orderStatus: 'Delivered' })
    const { undoable } = await loadEmail(order._id)
    expect(undoable).toMatchObject({ orderStatus: 'Delivered', undoFor: 30_000 })
    for (const _time of [1, 2]) {
      const { status, reply } = await undo([undoable?._id ?? ''])
      expect([status, reply.message, reply.records[0]?.orderStatus]).toEqual([
        200,
        `Undone. The order is back to its earlier status. No email went to ${customerEmail}.`,
        'Pending',
      ])
      expect(await listEmails(order)).toEqual([])
    }
    expect(await listSteps(order._id)).toEqual(['placed'])
    expect((await loadEmail(order._id)).undoable).toBe(null)
  })

  it('says honestly that the email was sent, and sets the status back', async () => {
    const order = await placeOrder()
    const { changes } = (await setStatus([order._id], 'Delivered')).reply
    vi.setSystemTime(Date.now() + 30_001)
    await expect.poll(async () => (await listEmails(order))[0]?.sent_at).not.toBe(null)
    for (const _time of [1, 2])
      expect((await undo(changes)).reply).toMatchObject({
        message: `Undone. The order is back to its earlier status. The email to ${customerEmail} had already been sent.`,
        records: [{ orderStatus: 'Pending' }],
      })
    expect(await listSteps(order._id)).toEqual(['placed', 'delivered', 'reopened'])
  })

  it('can’t be undone if the order changed again', async () => {
    const order = await placeOrder()
    const { changes } = (await setStatus([order._id], 'Delivered')).reply
    await setStatus([order._id], 'Pending')
    await setStatus([order._id], 'Delivered')
    expect((await undo(changes)).status).toBe(409)
    expect(await listEmails(order)).toHaveLength(1)
    expect((await undo(['00000000-0000-4000-8000-000000000000'])).status).toBe(404)
  })

  it('back to Pending deletes a waiting email, and its own undo sends none', async () => {
    const order = await placeOrder()
    await setStatus([order._id], 'Delivered')
    await setStatus([order._id], 'Pending')
    expect([await listEmails(order), await listSteps(order._id)]).toEqual([[], ['placed']])
    await setStatus([order._id], 'Delivered')
    vi.setSystemTime(Date.now() + 30_001)
    await expect.poll(async () => (await listEmails(order))[0]?.sent_at).not.toBe(null)
    const { changes } = (await setStatus([order._id], 'Pending')).reply
    expect((await undo(changes)).reply).toMatchObject({
      message: 'Undone. The order is back to its earlier status.',
      records: [{ orderStatus: 'Delivered' }],
    })
    expect(await listEmails(order)).toHaveLength(1)
    expect(await listSteps(order._id)).toEqual(['placed', 'delivered'])
  })

  it('of several orders happens to all of them or to none', async () => {
    const orders = [await placeOrder(), await placeOrder()]
    const ids = orders.map(({ _id }) => _id)
    expect((await setStatus([...ids, 'nothing'], 'Delivered')).status).toBe(404)
    expect((await loadOrder(ids[0] ?? '')).orderStatus).toBe('Pending')
    const { message, records, changes } = (await setStatus([...ids, ...ids], 'Delivered')).reply
    expect([message, records.map(({ orderStatus }) => orderStatus)]).toEqual([
      'OrderStatus is Updated',
      ['Delivered', 'Delivered'],
    ])
    expect((await setStatus(ids, 'Delivered')).reply.changes).toEqual([])
    expect((await undo(changes)).reply.records.map(({ orderStatus }) => orderStatus)).toEqual(['Pending', 'Pending'])
  })

  it('is undone once when two admins press Undo at the same time', async () => {
    const order = await placeOrder()
    const { changes } = (await setStatus([order._id], 'Delivered')).reply
    const statuses = await Promise.all([1, 2, 3, 4].map(async () => (await undo(changes)).status))
    expect([statuses, await listSteps(order._id)]).toEqual([[200, 200, 200, 200], ['placed']])
  })
})

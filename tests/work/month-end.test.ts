import { expect, it } from 'vitest'
import type { CustomerPaymentState } from '#contract/sales/customer-payment.ts'
import type { Order } from '#contract/sales/orders.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { keepEmailsUnsent } from '../support/concurrent-reminders.ts'
import { confirmStart } from '../support/order-client.ts'
import { startSiteWithPayPal } from '../support/site-with-paypal.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

describeOnEachDatabase('the end of a month', (database) => {
  const shop = startForSuite(async () => startSiteWithPayPal(keepEmailsUnsent(await database.environment())))

  const put = (path: string, body: object) => shop.call('PUT', path, { as: 'admin', body })
  const load = async (id: string) => (await shop.call('GET', `/order-work/${id}`)).reply as unknown as OrderWork
  const loadPayment = async (id: string) => (await shop.call('GET', `/payment/${id}`)).reply as unknown as CustomerPaymentState
  const open = async (path: string) => (await shop.site.request('GET', path, { as: 'customer' })).text

  async function endMonth() {
    const { order, form } = await shop.placeOrderWithForm()
    const { payment, notice } = shop.paypal.charge(form)
    await shop.paypal.send(notice)
    await shop.waitUntilNoticesRead()
    await put(`/order-start/${order.id}`, confirmStart('2026-01-05'))
    return { order, payment, parts: (await load(order.id)).deliverables.map(({ _id }) => _id) }
  }
  const deliver = (id = '') => put(`/deliverable/${id}`, { state: 'delivered', proofNote: 'Sent' })
  const decide = (id = '', outcome: string) => put(`/deliverable-outcome/${id}`, { outcome, reason: 'No access' })

  it('calls nothing complete while parts are open, carried over or refunded (P-323)', async () => {
    const { order, parts } = await endMonth()
    const [carried, refunded, ...others] = parts
    for (const id of others) await deliver(id)
    await put(`/order-status/${order.id}`, { orderStatus: 'Delivered' })
    expect(await open('/my-order')).toContain('5 of 7 delivered, 2 continue')
    await decide(carried, 'carried')
    await decide(refunded, 'refunded')
    const { steps, progress } = await load(order.id)
    expect([steps.at(-1)?.isDone, progress]).toEqual([
      false,
      { delivered: 5, total: 7, continuing: 1, refunded: '0.00', refunding: '142.71' },
    ])
    const orders = (await shop.call('GET', '/orders')).reply as unknown as Order[]
    expect(orders.find(({ _id }) => _id === order.id)?._progress).toEqual(progress)
    for (const path of ['/my-order', `/my-order/${order.id}`]) {
      expect(await open(path)).toContain('5 of 7 delivered, 1 continues, $142.71 refund on its way')
      expect(await open(path)).not.toMatch(/\bComplete\b|finished/)
    }
  })

  it('calls a refund on its way until it is confirmed (P-323)', async () => {
    const { order, payment, parts } = await endMonth()
    await decide(parts[0], 'refunded')
    expect((await load(order.id)).progress).toMatchObject({ refunded: '0.00', refunding: '142.71' })
    await shop.paypal.send(shop.paypal.refund(payment, 14_271).notice)
    await shop.waitUntilNoticesRead()
    expect((await load(order.id)).progress).toMatchObject({ refunded: '142.71', refunding: '0.00' })
  })

  it('calls no order delivered whose parts were all refunded or carried over (P-323)', async () => {
    const { order, payment, parts } = await endMonth()
    for (const [index, id] of parts.entries()) await decide(id, index === 0 ? 'refunded' : 'carried')
    await shop.paypal.send(shop.paypal.refund(payment, 14_271).notice)
    await shop.waitUntilNoticesRead()
    await put(`/order-status/${order.id}`, { orderStatus: 'Delivered' })
    for (const path of ['/my-order', `/my-order/${order.id}`]) {
      expect(await open(path)).toContain('0 of 7 delivered, 6 continue, $142.71 refunded')
      expect(await open(path)).toContain('>Not delivered</span>')
      expect(await open(path)).not.toMatch(/>Delivered<|working on it/)
    }
    const row = await shop.stored.main
      .selectFrom('email_outbox')
      .select(['subject', 'body'])
      .where('subject', '=', `Your order ${order.number}: 0 of 7 delivered, 6 continue, $142.71 refunded`)
      .executeTakeFirstOrThrow()
    expect(row.body).toContain('Where your order stands')
    expect(row.body).not.toContain('is delivered')
  })

  it('calls an order delivered whose parts the team left planned, also with a choice and a canceled part (P-323)', async () => {
    const { order, parts } = await endMonth()
    await put(`/deliverable/${parts[0]}`, { state: 'canceled', reason: 'Not needed' })
    await put(`/order-status/${order.id}`, { orderStatus: 'Delivered' })
    const page = await open(`/my-order/${order.id}`)
    expect(page).toContain('>Delivered</span>')
    expect(page).not.toMatch(/>Not delivered<|continue\. We don’t need anything/)
  })

  it('says that the team works on an order only while a part is open or waits for the next order (P-323)', async () => {
    const { order, parts } = await endMonth()
    const [first, ...others] = parts
    await deliver(first)
    expect(await open(`/my-order/${order.id}`)).not.toContain('working on it')
    for (const id of others) await put(`/deliverable/${id}`, { dueOn: '2099-01-01' })
    expect(await open('/my-order')).toContain('working on it')
    for (const id of others) await put(`/deliverable/${id}`, { state: 'canceled', reason: 'Not needed' })
    expect(await open(`/my-order/${order.id}`)).toContain('1 of 1 delivered. We don’t need anything')
  })

  it('marks the report done only with the last part, also one that is due later (P-323)', async () => {
    const { order, parts } = await endMonth()
    const [moved, ...others] = parts
    for (const id of others) await deliver(id)
    await put(`/deliverable/${moved}`, { dueOn: '2099-01-01' })
    expect((await load(order.id)).steps.at(-1)?.isDone).toBe(false)
    await deliver(moved)
    expect((await load(order.id)).steps.at(-1)?.isDone).toBe(true)
    await put(`/order-status/${order.id}`, { orderStatus: 'Delivered' })
    expect(await open(`/my-order/${order.id}`)).toContain('Complete. We don’t need anything')
  })

  it('emails what is carried over, and names the parts of a refund everywhere (P-324)', async () => {
    const { order, payment, parts } = await endMonth()
    await decide(parts[0], 'carried')
    await decide(parts[1], 'refunded')
    await shop.paypal.send(shop.paypal.refund(payment, 14_271).notice)
    await shop.waitUntilNoticesRead()
    expect(await shop.listCustomerSubjects(order)).toEqual(
      expect.arrayContaining(['Order N: “Point One” comes with your next month', 'Refund for order N']),
    )
    const stored = await shop.stored.main
      .selectFrom('email_outbox')
      .selectAll()
      .where('subject', '=', `Refund for order ${order.number}`)
      .execute()
    expect(JSON.stringify(stored)).toContain('Point Two: $142.71')
    const { creditNotes } = await loadPayment(order.id)
    expect(creditNotes).toMatchObject([{ amount: '142.71', parts: [{ title: 'Point Two', amount: '142.71' }] }])
    for (const path of [`/my-order/${order.id}`, `/received-payment/${order.id}`])
      expect(await open(path)).toMatch(/Refunded parts<\/dt><dd[^>]*>Point Two: \$142\.71/)
    const [, documents = ''] = (await open(`/my-order/${order.id}`)).split('id="documents"')
    expect(documents).toMatch(/Credit note [\w-]+ \(PDF\)<\/a><time/)
  })
})

import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { PaymentEvidenceReply } from '#contract/sales/payment-evidence.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { createConcurrentReminders, keepEmailsUnsent } from '../support/concurrent-reminders.ts'
import { confirmStart } from '../support/order-client.ts'
import { startSiteWithPayPal } from '../support/site-with-paypal.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { customerEmail } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const DAY = 24 * 60 * 60_000
type Reply = { status: number; reply: { error?: string; record: OrderWork } }

describeOnEachDatabase('a client who asks to stop', (database) => {
  const shop = startForSuite(async () => startSiteWithPayPal(keepEmailsUnsent(await database.environment()), { processes: 2 }))
  const reminders = startForSuite(() => createConcurrentReminders(shop.settings))

  const load = async (id: string) => (await shop.call('GET', `/order-work/${id}`, { as: 'admin' })).reply as unknown as OrderWork
  const put = (path: string, body: object, as: 'admin' | 'customer' = 'admin', at = shop.site) =>
    shop.call('PUT', path, { as, body, at }) as unknown as Promise<Reply>
  const ask = (id: string, reason = 'We close the office') => put(`/order-stop/${id}`, { reason }, 'customer')
  const answer = (id: string, body: object, at = shop.site) => put(`/order-stop-answer/${id}`, body, 'admin', at)
  const evidence = async (order: { id: string; number: number }) => (await shop.getPaymentEvidence(order)) as PaymentEvidenceReply
  const listGroup = async (group: string) => {
    const { reply } = await shop.call('GET', `/work?group=${encodeURIComponent(group)}&page=1&size=100`, { as: 'admin' })
    return (reply as unknown as { order: { _id: string } }[]).map(({ order }) => order._id)
  }

  async function startOrder() {
    const { order, form } = await shop.placeOrderWithForm()
    const { payment, notice } = shop.paypal.charge(form)
    await shop.paypal.send(notice)
    await shop.waitUntilNoticesRead()
    await put(`/order-start/${order.id}`, confirmStart(new Date().toISOString().slice(0, 10)))
    return { order, payment, parts: (await load(order.id)).deliverables.map(({ _id }) => _id) }
  }
  const deliver = (id = '') => put(`/deliverable/${id}`, { state: 'delivered', proofNote: 'Sent' })

  it('gets the whole price before the audit, also if the audit is delivered after the request (P-327)', async () => {
    const { order, payment, parts } = await startOrder()
    expect((await put(`/order-stop/${order.id}`, { reason: 'No' })).status).toBe(403)
    expect((await load(order.id)).stop).toEqual({ refund: { isWhole: true, amount: '999.00' }, request: null })
    expect([(await ask(order.id)).status, (await ask(order.id, 'Again')).status]).toEqual([200, 200])
    expect((await load(order.id)).stop.request).toMatchObject({ reason: 'We close the office', decision: null })
    await deliver(parts[0])
    expect((await answer(order.id, { answer: 'refunded', amount: '1.00' })).status).toBe(409)
    const { status, reply } = await answer(order.id, { answer: 'refunded', amount: '999.00' })
    expect([status, reply.record.progress]).toMatchObject([200, { delivered: 1, continuing: 0 }])
    await shop.paypal.send(shop.paypal.refund(payment, 99_900).notice)
    await shop.waitUntilNoticesRead()
    expect([await shop.getPaymentStatus(order), (await evidence(order)).refunds.length]).toEqual(['Cancelled', 1])
    expect((await answer(order.id, { answer: 'refunded' })).status).toBe(409)
    expect((await answer(randomUUID(), { answer: 'refunded' })).status).toBe(404)
  })

  it('gets the shares of what isn’t delivered after the audit, and nothing twice (P-327)', async () => {
    const { order, parts } = await startOrder()
    await deliver(parts[0])
    await put(`/deliverable/${parts[1]}`, { state: 'canceled', reason: 'Not wanted' })
    await ask(order.id)
    expect((await load(order.id)).stop.refund).toEqual({ isWhole: false, amount: '856.29' })
    const replies = await Promise.all(
      [0, 1, 0].map((nth) => answer(order.id, { answer: 'refunded', amount: '856.29' }, shop.sites[nth])),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const { refunds } = await evidence(order)
    expect(refunds.map(({ amount }) => amount)).toEqual(['856.29'])
    const { deliverables, progress, stop } = await load(order.id)
    expect(deliverables.map(({ state }) => state)).toEqual(['delivered', ...new Array(6).fill('not delivered')])
    const shares = deliverables.map(({ outcome, share }) => outcome?.refund?.amount ?? share)
    expect(shares.reduce((sum, share) => sum + Math.round(Number(share) * 100), 0)).toBe(99_900)
    expect([progress.refunding, stop.request?.decision, await listGroup('ready to deliver')]).toEqual([
      '856.29',
      'refunded',
      [order.id],
    ])
    await put(`/order-status/${order.id}`, { orderStatus: 'Delivered' })
  })

  it('is paused and gets no reminders until the team answers; a declined request resumes the work (P-328)', async () => {
    const { order, parts } = await startOrder()
    await ask(order.id)
    expect([await listGroup('stop requested'), await listGroup('coming up')]).toEqual([[order.id], []])
    const emails = await reminders.runAt(Date.now() + 40 * DAY, 'remindCustomers')
    expect(emails.filter(({ body }) => body.includes(order.id))).toEqual([])
    expect((await answer(order.id, { answer: 'declined' })).status).toBe(400)
    expect((await answer(order.id, { answer: 'declined', reason: 'It is done tomorrow' })).status).toBe(200)
    expect([await listGroup('stop requested'), (await listGroup('coming up')).length]).toEqual([[], parts.length])
    expect((await load(order.id)).stop.request).toMatchObject({ decision: 'declined', answer: 'It is done tomorrow' })
    const { text } = await shop.site.request('GET', `/my-order/${order.id}`, { as: 'customer' })
    expect(text).toContain('It is done tomorrow')
    expect((await ask(order.id, 'Once more')).status).toBe(200)
    expect((await load(order.id)).stop.request?.decision).toBe(null)
    await shop.call('POST', '/erase-customer-notes', { as: 'admin', body: { email: customerEmail } })
    const stored = await shop.stored.main.selectFrom('stop_request').select('reason').execute()
    expect(stored.every(({ reason }) => reason === '')).toBe(true)
    await answer(order.id, { answer: 'declined', reason: 'No' })
    await put(`/order-status/${order.id}`, { orderStatus: 'Delivered' })
  })

  it('gets no second refund if the provider reported the refund first', async () => {
    const { order, payment } = await startOrder()
    await ask(order.id)
    await shop.paypal.send(shop.paypal.refund(payment, 99_900).notice)
    await shop.waitUntilNoticesRead()
    expect((await answer(order.id, { answer: 'refunded' })).status).toBe(200)
    const { refunds, returned } = await evidence(order)
    expect([refunds, returned]).toEqual([[], '999.00'])
    const { deliverables, stop } = await load(order.id)
    expect([deliverables.every(({ state }) => state === 'canceled'), stop.request?.decision]).toEqual([true, 'refunded'])
  })
})

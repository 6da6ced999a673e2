import { expect, it } from 'vitest'
import type { PaymentEvidenceReply } from '#contract/sales/payment-evidence.ts'
import type { Deliverable } from '#contract/work/deliverables.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { confirmStart } from '../support/order-client.ts'
import { startSiteWithPayPal } from '../support/site-with-paypal.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { customerEmail, type TestApp } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

type Reply<T> = { status: number; reply: { error?: string; message?: string; record: T } }
type Order = { id: string; number: number }

describeOnEachDatabase('what the month did not deliver', (database) => {
  const shop = startForSuite(async () => startSiteWithPayPal(await database.environment(), { processes: 2 }))

  const load = async (id: string, as: 'admin' | 'customer' = 'admin') =>
    (await shop.call('GET', `/order-work/${id}`, { as })).reply as unknown as OrderWork
  const decide = async (id: string, body: object, at = shop.site) =>
    (await shop.call('PUT', `/deliverable-outcome/${id}`, {
      as: 'admin',
      body: { reason: 'No access', ...body },
      at,
    })) as unknown as Reply<Deliverable>
  const change = async (id: string, body: object) =>
    (await shop.call('PUT', `/deliverable/${id}`, { as: 'admin', body })) as unknown as Reply<Deliverable>
  const evidence = async (order: Order) => (await shop.getPaymentEvidence(order)) as PaymentEvidenceReply
  const start = (id: string, startsOn: string) =>
    shop.call('PUT', `/order-start/${id}`, { as: 'admin', body: confirmStart(startsOn) })
  const loadOne = async (orderId: string, id: string) => (await load(orderId)).deliverables.find(({ _id }) => _id === id)

  async function payWithPayPal() {
    const { order, form } = await shop.placeOrderWithForm()
    const { payment, notice } = shop.paypal.charge(form)
    await shop.paypal.send(notice)
    await shop.waitUntilNoticesRead()
    return { order, payment }
  }
  /** Pays an order by PayPal's form and ends its month. Its seven points are its deliverables. */
  async function endMonth() {
    const { order, payment } = await payWithPayPal()
    await start(order.id, '2026-01-05')
    const ids = (await load(order.id)).deliverables.map(({ _id }) => _id)
    return { order, payment, ids, first: ids[0] ?? '', second: ids[1] ?? '' }
  }
  async function payByHand(): Promise<Order> {
    const order = await shop.order()
    await shop.call('PUT', `/order-paid/${order.id}`, { as: 'admin', body: { reason: 'By check' } })
    return order
  }

  it('has a share of the price, to the cent, which customers never read', async () => {
    const { order } = await endMonth()
    const { deliverables, isMonthOver } = await load(order.id)
    expect(isMonthOver).toBe(true)
    expect(deliverables.map(({ share, weight }) => [weight, share])).toEqual(
      ['142.71', '142.71', '142.72', '142.71', '142.72', '142.71', '142.72'].map((share) => [1, share]),
    )
    const forCustomer = await load(order.id, 'customer')
    expect(forCustomer.deliverables.every((one) => !('share' in one) && !('weight' in one))).toBe(true)
  })

  it('gets its outcome only after the last day of a month that started', async () => {
    const { order } = await payWithPayPal()
    const [one] = (await load(order.id)).deliverables
    expect((await decide(one?._id ?? '', { outcome: 'carried' })).reply.error).toBe(
      'The month hasn’t started, so it can’t be over.',
    )
    const today = new Date().toISOString().slice(0, 10)
    await start(order.id, today)
    expect((await load(order.id)).isMonthOver).toBe(false)
    const early = await decide(one?._id ?? '', { outcome: 'refunded' })
    expect([early.status, early.reply.error]).toEqual([409, expect.stringMatching(/^The month ends on .* Until then/)])
    expect((await loadOne(order.id, one?._id ?? ''))?.state).toBe('planned')
  })

  it('is refunded by hand at PayPal, and the later notice counts once', async () => {
    const { order, payment, first } = await endMonth()
    expect((await decide(first, { outcome: 'refunded', amount: '1' })).reply.error).toContain('is now $142.71')
    const { status, reply } = await decide(first, { outcome: 'refunded', amount: '142.71' })
    expect([status, reply.record.state, reply.record.outcome]).toEqual([
      200,
      'not delivered',
      { kind: 'refunded', at: expect.any(Number), refund: { amount: '142.71', isConfirmed: false }, nextOrder: null },
    ])
    expect(reply.record.history.map(({ state, comment }) => [state, comment])).toEqual([
      ['planned', ''],
      ['not delivered', 'No access'],
    ])
    expect(await evidence(order)).toMatchObject({
      returned: '0.00',
      refundable: [{ left: '856.29' }],
      refunds: [{ amount: '142.71', state: 'expected' }],
    })
    const { notice } = shop.paypal.refund(payment, 14_271)
    for (let copy = 0; copy < 3; copy++) await shop.paypal.send(notice)
    await shop.waitUntilNoticesRead()
    expect(await evidence(order)).toMatchObject({
      returned: '142.71',
      refundable: [{ left: '856.29' }],
      refunds: [{ state: 'confirmed' }],
      creditNotes: [{ amount: '142.71' }],
    })
    expect((await load(order.id, 'customer')).deliverables[0]?.outcome?.refund).toEqual({ amount: '142.71', isConfirmed: true })
  })

  it('matches a refund that PayPal reported before, instead of refunding twice', async () => {
    const { order, payment, first, second } = await endMonth()
    await shop.paypal.send(shop.paypal.refund(payment, 14_271).notice)
    await shop.waitUntilNoticesRead()
    const { reply } = await decide(first, { outcome: 'refunded' })
    expect(reply.record.outcome?.refund).toEqual({ amount: '142.71', isConfirmed: true })
    await decide(second, { outcome: 'refunded' })
    expect(await evidence(order)).toMatchObject({
      returned: '142.71',
      refundable: [{ left: '713.58' }],
      refunds: [{ state: 'confirmed' }, { state: 'expected' }],
    })
  })

  it('that an order paid by hand owes is a fact of the ledger at once', async () => {
    const order = await payByHand()
    await start(order.id, '2026-01-05')
    const [one] = (await load(order.id)).deliverables
    const { reply } = await decide(one?._id ?? '', { outcome: 'refunded' })
    expect(reply.record.outcome?.refund).toEqual({ amount: '142.71', isConfirmed: true })
    expect(await evidence(order)).toMatchObject({ returned: '142.71', net: '856.29', creditNotes: [{ amount: '142.71' }] })
    expect(await shop.getPaymentStatus(order)).toBe('Paid')
  })

  it('isn’t refunded beyond what PayPal’s refunds left of a payment that was marked by hand', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    const { payment } = shop.paypal.charge(form)
    // The payment's notice never arrives.
    await shop.call('PUT', `/order-paid/${order.id}`, { as: 'admin', body: { reason: 'Seen at PayPal' } })
    await start(order.id, '2026-01-05')
    await shop.paypal.send(shop.paypal.refund(payment, 90_000).notice)
    await shop.waitUntilNoticesRead()
    const [one] = (await load(order.id)).deliverables
    const { status, reply } = await decide(one?._id ?? '', { outcome: 'refunded' })
    expect([status, reply.error]).toEqual([409, expect.stringContaining('Only $99.00 of the payment is left')])
  })

  it('is never refunded beyond what is left, and all shares together are the price', async () => {
    const { order, payment, ids } = await endMonth()
    await shop.paypal.send(shop.paypal.refund(payment, 20_000).notice)
    await shop.waitUntilNoticesRead()
    const replies: Reply<Deliverable>[] = []
    for (const id of ids) replies.push(await decide(id, { outcome: 'refunded' }))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 409, 409])
    expect(replies[5]?.reply.error).toContain('Only $85.43 of the payment is left')
    expect((await loadOne(order.id, ids[6] ?? ''))?.state).toBe('planned')
    const other = await endMonth()
    for (const id of other.ids) expect((await decide(id, { outcome: 'refunded' })).status).toBe(200)
    const { refunds, refundable } = await evidence(other.order)
    expect([refunds.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0), refundable]).toEqual([99_900, []])
  })

  it('follows weights, which stay once a share was refunded', async () => {
    const { order, first, second } = await endMonth()
    expect((await change(first, { weight: 1_000_001 })).status).toBe(400)
    const before = await loadOne(order.id, first)
    expect((await change(first, { weight: 4 })).reply.record).toMatchObject({ share: '399.60', _version: before?._version })
    await change(second, { weight: 0 })
    expect((await decide(second, { outcome: 'refunded' })).reply.error).toContain('No part of this order’s price')
    await shop.call('POST', `/deliverable/${order.id}`, { as: 'admin', body: { title: 'An extra' } })
    expect((await load(order.id)).deliverables.at(-1)).toMatchObject({ weight: 0, share: '0.00' })
    await decide(first, { outcome: 'refunded' })
    expect(await change(second, { weight: 1 })).toMatchObject({ status: 409 })
  })

  it('has one outcome, whichever process answers first', async () => {
    const { order, first, ids } = await endMonth()
    const choices = ['carried', 'refunded', 'refunded', 'carried']
    const replies = await Promise.all(
      choices.map((outcome, nth) => decide(first, { outcome }, shop.sites[nth % shop.sites.length])),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    const { outcome, history } = (await loadOne(order.id, first)) as Deliverable
    expect([history.length, (await evidence(order)).refunds.length]).toEqual([2, outcome?.kind === 'refunded' ? 1 : 0])
    const version = (await loadOne(order.id, ids[2] ?? ''))?._version
    expect((await decide(ids[2] ?? '', { outcome: 'carried', _version: Number(version) - 1 })).status).toBe(409)
  })

  it('can be settled after it was marked as not delivered, and never if it was delivered', async () => {
    const { first, second } = await endMonth()
    await change(first, { state: 'not delivered', reason: 'The directory closed' })
    const { reply } = await decide(first, { outcome: 'carried', reason: '' })
    expect([reply.record.reason, reply.record.outcome?.kind]).toEqual(['The directory closed', 'carried'])
    expect((await decide(second, { outcome: 'carried', reason: '' })).status).toBe(400)
    await change(second, { state: 'delivered', proofNote: 'Sent' })
    expect(await decide(second, { outcome: 'carried' })).toMatchObject({ status: 409 })
  })

  it('can be resumed until something followed from its outcome', async () => {
    const { order, first, second } = await endMonth()
    await decide(first, { outcome: 'carried' })
    const again = await change(first, { state: 'in progress', reason: 'We got access' })
    expect([again.status, again.reply.record.outcome]).toEqual([200, null])
    await decide(second, { outcome: 'refunded' })
    expect((await change(second, { state: 'in progress', reason: 'We got access' })).status).toBe(409)
    const [refund] = (await evidence(order)).refunds
    await shop.call('PUT', `/refund-withdrawn/${refund?._id}`, { as: 'admin' })
    expect((await loadOne(order.id, second))?.outcome).toBe(null)
    // The old reason is about the refund (P-280).
    expect((await decide(second, { outcome: 'carried', reason: '' })).status).toBe(400)
    expect((await decide(second, { outcome: 'carried', reason: 'It waits' })).reply.record.reason).toBe('It waits')
    await change(first, { state: 'delivered', proofNote: 'Sent' })
    await change(second, { state: 'in progress', reason: 'We got access' })
    expect((await change(second, { state: 'canceled', reason: 'Not wanted' })).status).toBe(200)
  })

  it('is part of the next paid order, once and free, and both orders name each other', async () => {
    const { order, first, ids } = await endMonth()
    await change(first, { state: 'waiting for client', waitingFor: 'Your login' })
    expect((await decide(first, { outcome: 'carried' })).reply.record.outcome?.nextOrder).toBe(null)
    await decide(ids[3] ?? '', { outcome: 'carried' })
    await shop.call('POST', '/erase-customer-notes', { as: 'admin', body: { email: customerEmail } })
    const { order: next, form } = await shop.placeOrderWithForm()
    const { notice } = shop.paypal.charge(form)
    await Promise.all([1, 2, 3, 4].map(() => shop.paypal.send(notice)))
    await shop.waitUntilNoticesRead()
    const { deliverables } = await load(next.id, 'customer')
    expect(deliverables.map(({ carriedFrom, title, state }) => [carriedFrom?.number, title, state]).slice(0, 3)).toEqual([
      [order.number, `Point One, and the one carried over from order ${order.number}`, 'planned'],
      [order.number, `Point Four, and the one carried over from order ${order.number}`, 'planned'],
      [undefined, 'Point Two', 'planned'],
    ])
    expect([deliverables.length, deliverables[0]?.waitingFor, deliverables[0]?.history.length]).toEqual([7, '', 1])
    const shares = (await load(next.id)).deliverables.map(({ share }) => share)
    expect(shares.slice(0, 3)).toEqual(['142.71', '142.71', '142.71'])
    const former = await load(order.id, 'customer')
    expect(former.deliverables[0]?.outcome?.nextOrder).toEqual({ _id: next.id, number: next.number })
    const third = await payByHand()
    expect((await load(third.id)).deliverables).toHaveLength(7)
    const again = await change(first, { state: 'in progress', reason: 'We got access' })
    expect([again.status, again.reply.error]).toEqual([409, `“Point One” is part of order ${next.number} now. Work on it there.`])
  })

  it('joins a next order that is paid already, and only one of two that are paid at once', async () => {
    const { order, first, second } = await endMonth()
    const next = await payByHand()
    await start(next.id, '2026-02-05')
    expect((await decide(first, { outcome: 'carried' })).reply.record.outcome?.nextOrder?.number).toBe(next.number)
    expect((await load(next.id)).deliverables[0]).toMatchObject({
      title: `Point One, and the one carried over from order ${order.number}`,
      dueOn: '2026-03-06',
      weight: 1,
      isPartlyCarried: true,
    })
    await shop.call('PUT', `/order-status/${next.id}`, { as: 'admin', body: { orderStatus: 'Delivered' } })
    await decide(second, { outcome: 'carried' })
    const orders = [await shop.order(), await shop.order()]
    await Promise.all(
      orders.map(({ id }, nth) =>
        shop.call('PUT', `/order-paid/${id}`, { as: 'admin', body: { reason: 'By check' }, at: shop.sites[nth] as TestApp }),
      ),
    )
    const countCarried = async ({ id }: Order) => (await load(id)).deliverables.filter(({ carriedFrom }) => carriedFrom).length
    const counts = await Promise.all(orders.map(countCarried))
    expect(counts.toSorted()).toEqual([0, 1])
    expect((await loadOne(order.id, second))?.outcome?.nextOrder?.number).toBe(orders[counts.indexOf(1)]?.number)
  })

  it('stays carried over if another customer pays, or the order itself was refunded', async () => {
    const { order, payment, first } = await endMonth()
    await decide(first, { outcome: 'carried' })
    await shop.paypal.send(shop.paypal.refund(payment, 99_900).notice)
    await shop.waitUntilNoticesRead()
    expect((await load((await payByHand()).id)).deliverables).toHaveLength(7)
    expect((await loadOne(order.id, first))?.outcome?.nextOrder).toBe(null)
  })

  it('is canceled with one press when the whole price went back, and carried work waits again', async () => {
    const former = await endMonth()
    await decide(former.first, { outcome: 'carried' })
    const { order, payment } = await payWithPayPal()
    const cancel = (as?: 'customer') => shop.call('PUT', `/deliverables-canceled/${order.id}`, { as: as ?? 'admin' })
    const [carried] = (await load(order.id)).deliverables
    expect(carried?.carriedFrom?.number).toBe(former.order.number)
    expect([(await cancel()).status, (await cancel('customer')).status]).toEqual([409, 403])
    await shop.paypal.send(shop.paypal.refund(payment, 99_900).notice)
    await shop.waitUntilNoticesRead()
    expect((await load(order.id)).deliverables.every(({ state }) => state === 'planned')).toBe(true)
    expect((await decide(carried?._id ?? '', { outcome: 'carried' })).status).toBe(409)
    expect([(await cancel()).status, (await cancel()).status]).toEqual([200, 200])
    const { deliverables } = await load(order.id, 'customer')
    expect(deliverables.every(({ state, history }) => state === 'canceled' && history.length === 2)).toBe(true)
    expect(deliverables[0]?.reason).toBe('The payment for this order was returned in full.')
    const again = await payByHand()
    expect((await load(again.id)).deliverables[0]?.carriedFrom?.number).toBe(former.order.number)
    const taken = await change(carried?._id ?? '', { state: 'in progress', reason: 'Paid after all' })
    expect([taken.status, taken.reply.error]).toEqual([409, `“${carried?.title}” no longer belongs to this order.`])
  })
})

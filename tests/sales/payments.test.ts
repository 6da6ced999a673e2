import { beforeEach, expect, it } from 'vitest'
import { holdDeadlines } from '../support/held-deadlines.ts'
import { startSiteWithPayPal } from '../support/site-with-paypal.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

describeOnEachDatabase('payments', (database) => {
  const shop = startForSuite(async () => startSiteWithPayPal(await database.environment()))
  beforeEach(() => {
    shop.paypal.behavior = 'well'
  })

  const listInvoices = () => shop.stored.main.selectFrom('invoice').select(['number', 'order_id']).orderBy('number').execute()
  const ORDER_SUBJECT = 'Your order N: Standard'

  it('settle an order by a verified notice, with one receipt and one invoice', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    await shop.paypal.pay(form)
    await shop.waitUntilNoticesRead()
    expect(await shop.getPaymentStatus(order)).toBe('Paid')
    expect(await shop.listCustomerSubjects(order)).toEqual(['Receipt for order N', ORDER_SUBJECT])
    expect((await listInvoices()).filter(({ order_id }) => order_id === order.id)).toHaveLength(1)
    expect(await shop.listOpenFlags(order)).toEqual([])
    const { reply } = await shop.call('GET', `/payment/${order.id}`)
    expect(reply).toMatchObject({ state: 'paid', receipt: { received: '999.00', refunded: '0.00', net: '999.00' } })
  })

  it('have the provider’s date on the invoice and on the receipt', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    await shop.paypal.pay(form)
    await shop.waitUntilNoticesRead()
    const paidFact = shop.stored.main.selectFrom('payment_fact').select('at').where('order_id', '=', order.id)
    const { at } = await paidFact.executeTakeFirstOrThrow()
    const invoice = shop.stored.main.selectFrom('invoice').select('paid_at').where('order_id', '=', order.id)
    const { reply } = await shop.call('GET', `/payment/${order.id}`)
    // PayPal's dates have whole seconds, and the time of arrival has milliseconds.
    expect([await invoice.executeTakeFirst(), reply, at % 1_000]).toMatchObject([{ paid_at: at }, { receipt: { paidAt: at } }, 0])
  })

  it('count only after the provider’s exact answer, not after a page, an error or a redirect', async () => {
    for (const behavior of ['as a page', 'unavailable', 'redirecting'] as const) {
      const { order, form } = await shop.placeOrderWithForm()
      shop.paypal.behavior = behavior
      await shop.paypal.pay(form)
      const listOrderNotices = async () => ((await shop.getPaymentEvidence(order)) as { notices: unknown[] }).notices
      const readNotices = () =>
        shop.stored.main.selectFrom('payment_notice').select(['reason', 'attempts']).where('state', '=', 'waiting').execute()
      await expect
        .poll(readNotices)
        .toEqual([{ reason: 'The payment provider didn’t say whether it sent it.', attempts: expect.any(Number) }])
      expect([behavior, await shop.getPaymentStatus(order), await listOrderNotices()]).toEqual([behavior, 'UnPaid', []])
      shop.paypal.behavior = 'breaking the line'
      await shop.waitUntilNoticesRead()
      expect([behavior, await shop.getPaymentStatus(order)]).toEqual([behavior, 'Paid'])
    }
  })

  it('wait for a silent provider, whose notices still get an answer', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    const otherOrders = [await shop.placeOrderWithForm(), await shop.placeOrderWithForm()]
    shop.paypal.behavior = 'silent'
    const deadlines = holdDeadlines()
    const before = shop.paypal.verificationRequests.length
    for (const one of [form, ...otherOrders.map((other) => other.form)]) await shop.paypal.pay(one)
    await expect.poll(() => shop.paypal.verificationRequests.length).toBeGreaterThan(before)
    shop.paypal.behavior = 'well'
    deadlines.expire()
    await shop.waitUntilNoticesRead()
    const latest = shop.stored.main.selectFrom('payment_notice').select('attempts').orderBy('received_at', 'desc').limit(3)
    expect(Math.max(...(await latest.execute()).map(({ attempts }) => attempts))).toBe(2)
    expect(await shop.getPaymentStatus(order)).toBe('Paid')
  })

  it('don’t count if forged, and raise one flag a day', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    for (let nth = 0; nth < 3; nth++) await shop.paypal.send(shop.paypal.forge(form))
    await shop.waitUntilNoticesRead()
    expect(await shop.getPaymentStatus(order)).toBe('UnPaid')
    expect(await shop.listOpenFlags()).toEqual(['forged'])
  })

  it('count once, however often and in whatever order their notices arrive', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    const { payment, notice } = shop.paypal.charge(form, { status: 'Pending' })
    const completedNotice = shop.paypal.change(payment, 'Completed')
    const { notice: refund } = shop.paypal.refund(payment, 10_000)
    for (const one of [refund, completedNotice, notice, completedNotice, refund]) await shop.paypal.send(one, 3)
    await shop.waitUntilNoticesRead()
    expect(await shop.getPaymentStatus(order)).toBe('Paid')
    expect(await shop.getPaymentEvidence(order)).toMatchObject({
      settled: '999.00',
      returned: '100.00',
      net: '899.00',
      notCounted: '0.00',
    })
    expect(await shop.listOpenFlags(order)).toEqual(['partiallyRefunded'])
    expect(await shop.listCustomerSubjects(order)).toEqual(['Receipt for order N', 'Refund for order N', ORDER_SUBJECT])
  })

  it('make a canceled order Paid, and raise a flag for the owner', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    expect((await shop.call('PUT', `/order-cancelled/${order.id}`, { body: { paymentStatus: 'Cancelled' } })).status).toBe(200)
    expect(await shop.getPaymentStatus(order)).toBe('Cancelled')
    await shop.paypal.pay(form)
    await shop.waitUntilNoticesRead()
    expect(await shop.getPaymentStatus(order)).toBe('Paid')
    expect(await shop.listOpenFlags(order)).toEqual(['paidAfterCancel'])
    const { status, reply } = await shop.call('PUT', `/order-cancelled/${order.id}`, { body: { paymentStatus: 'Cancelled' } })
    expect([status, reply]).toEqual([409, { error: 'This order is paid, so you can’t cancel it here. Please write to us.' }])
  })

  it.each([
    ['another amount', { gross: '1.00' }],
    ['another currency', { currency: 'EUR' }],
    ['another account', { payee: 'thief@example.com' }],
  ])('with %s don’t count, and raise a flag for the owner', async (_, deviation) => {
    const { order, form } = await shop.placeOrderWithForm()
    await shop.paypal.pay(form, deviation)
    await shop.waitUntilNoticesRead()
    expect(await shop.getPaymentStatus(order)).toBe('UnPaid')
    expect(await shop.listOpenFlags(order)).toEqual(['review'])
    const { notices } = (await shop.getPaymentEvidence(order)) as {
      notices: { facts: { isCounted: boolean; differences: object[] }[] }[]
    }
    expect(notices[0]?.facts[0]?.isCounted).toBe(false)
    expect(notices[0]?.facts[0]?.differences).toHaveLength(1)
  })

  it('to review are marked in the admin’s list of orders, and not in the customer’s', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    await shop.paypal.pay(form, { gross: '1.00' })
    const other = await shop.order()
    await shop.waitUntilNoticesRead()
    const listShownFlags = async (path: string, as: 'admin' | 'customer') =>
      ((await shop.call('GET', path, { as })).reply as unknown as { _id: string; _openFlags?: string[] }[])
        .filter(({ _id }) => [order.id, other.id].includes(_id))
        .map(({ _openFlags }) => _openFlags)
    expect(await listShownFlags('/orders?page=1', 'admin')).toEqual([[], ['review']])
    expect(await listShownFlags('/orders', 'customer')).toEqual([undefined, undefined])
    expect((await shop.call('GET', `/order/${order.id}`)).reply).not.toHaveProperty('_openFlags')
    const { reply } = await shop.call('GET', '/payment-flags?open=1&page=1&size=1000', { as: 'admin' })
    const flag = (reply as unknown as { _id: string; order: { number: number } | null }[]).find(
      (one) => one.order?.number === order.number,
    )
    const body = { action: 'dismissed', note: 'Paid by accident, and sent back' }
    expect((await shop.call('PUT', `/payment-flags/${flag?._id}`, { as: 'admin', body })).status).toBe(200)
    expect(await listShownFlags('/orders?page=1', 'admin')).toEqual([[], []])
  })

  it('count only for the order of their checkout attempt, so a cheap order pays for no other', async () => {
    const cheap = await shop.placeOrderWithForm()
    const dear = await shop.placeOrderWithForm()
    await shop.paypal.pay(cheap.form, { gross: '1.00', invoice: dear.form.invoice })
    await shop.waitUntilNoticesRead()
    expect([await shop.getPaymentStatus(cheap.order), await shop.getPaymentStatus(dear.order)]).toEqual(['UnPaid', 'UnPaid'])
    expect(await shop.listOpenFlags(dear.order)).toEqual(['review'])
  })

  it('that are pending block another payment until the provider denies them', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    const { payment, notice } = shop.paypal.charge(form, { status: 'Pending' })
    await shop.paypal.send(notice)
    await shop.waitUntilNoticesRead()
    expect((await shop.call('GET', `/payment/${order.id}`)).reply).toMatchObject({ state: 'underReview' })
    expect((await shop.call('POST', `/pay/${order.id}`)).status).toBe(409)
    await shop.paypal.send(shop.paypal.change(payment, 'Denied'))
    await shop.waitUntilNoticesRead()
    expect((await shop.call('GET', `/payment/${order.id}`)).reply).toMatchObject({ state: 'toPay' })
    expect(await shop.listOpenFlags(order)).toEqual(['failed'])
    expect(await shop.listCustomerSubjects(order)).toEqual([ORDER_SUBJECT, 'Your payment for order N is on its way'])
  })

  it('that are reversed cancel the order, and the end of the reversal restores it with its invoice', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    const payment = await shop.paypal.pay(form)
    const { notice } = shop.paypal.reverse(payment)
    await shop.paypal.send(notice)
    await shop.waitUntilNoticesRead()
    expect(await shop.getPaymentStatus(order)).toBe('Cancelled')
    expect(await shop.listOpenFlags(order)).toEqual(['reversed'])
    expect((await shop.call('GET', `/payment/${order.id}`)).reply).toMatchObject({
      receipt: { refunded: '999.00', reversed: '999.00', net: '0.00' },
    })
    await shop.paypal.send(shop.paypal.cancelReversal(payment))
    await shop.waitUntilNoticesRead()
    expect(await shop.getPaymentStatus(order)).toBe('Paid')
    expect(await shop.listOpenFlags(order)).toEqual([])
    // A reversal isn't a refund of ours, so no email says so.
    expect(await shop.listCustomerSubjects(order)).toEqual(['Receipt for order N', ORDER_SUBJECT])
    expect((await listInvoices()).filter(({ order_id }) => order_id === order.id)).toHaveLength(1)
  })

  it('without an order wait until an admin attaches them to an order', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    const payment = await shop.paypal.pay(form, { invoice: 'nothing-of-ours' })
    const { notice } = shop.paypal.refund(payment, 900)
    await shop.paypal.send(notice)
    await shop.waitUntilNoticesRead()
    expect(await shop.getPaymentStatus(order)).toBe('UnPaid')
    const { reply } = await shop.call('GET', '/payment-flags?open=1&page=1', { as: 'admin' })
    const orphans = (reply as unknown as { _id: string; kind: string; transactionId: string }[]).filter(
      ({ kind }) => kind === 'orphan',
    )
    const flag = orphans.find(({ transactionId }) => transactionId === payment.transactionId)
    const close = (body: object) => shop.call('PUT', `/payment-flags/${flag?._id}`, { as: 'admin', body })
    expect(await close({ action: 'attached', note: 'By the name', orderNumber: 7 })).toMatchObject({ status: 422 })
    expect(await close({ action: 'attached', note: 'By the name', orderNumber: order.number })).toMatchObject({ status: 200 })
    expect(await close({ action: 'dismissed', note: 'Again' })).toMatchObject({ status: 409 })
    expect(await shop.getPaymentStatus(order)).toBe('Paid')
    expect(await shop.getPaymentEvidence(order)).toMatchObject({ settled: '999.00', returned: '9.00', notCounted: '0.00' })
    expect(await shop.listCustomerSubjects(order)).toContain('Receipt for order N')
    await shop.paypal.send(shop.paypal.refund(payment, 100).notice)
    await shop.waitUntilNoticesRead()
    expect(await shop.getPaymentEvidence(order)).toMatchObject({ returned: '10.00' })
  })

  it('are read in their charset, and verified with the same bytes', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    await shop.paypal.pay(form, { charset: 'koi8-r' })
    await shop.waitUntilNoticesRead()
    expect(await shop.getPaymentStatus(order)).toBe('Paid')
    const { notices } = (await shop.getPaymentEvidence(order)) as { notices: { raw: string }[] }
    expect(notices[0]?.raw).toBe(shop.paypal.verificationRequests.at(-1)?.toString('latin1'))
  })

  it('don’t count if their notice is unreadable', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    await shop.paypal.pay(form, { fields: { txn_id: undefined } })
    await shop.waitUntilNoticesRead()
    expect(await shop.getPaymentStatus(order)).toBe('UnPaid')
    // The notice names the order, so the flag belongs to the order.
    expect(await shop.listOpenFlags(order)).toEqual(['unreadable'])
    expect(await shop.getPaymentEvidence(order)).toMatchObject({ settled: '0.00', notices: [{ state: 'unreadable' }] })
  })

  it('made twice leave the order Paid, with a flag and a notice to the customer until the refund', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    await shop.paypal.pay(form)
    const second = await shop.paypal.pay(form)
    await shop.waitUntilNoticesRead()
    expect(await shop.getPaymentStatus(order)).toBe('Paid')
    expect(await shop.listOpenFlags(order)).toEqual(['doublePaid'])
    expect((await listInvoices()).filter(({ order_id }) => order_id === order.id)).toHaveLength(1)
    expect((await shop.call('GET', `/payment/${order.id}`)).reply).toMatchObject({
      isPaidTwice: true,
      receipt: { received: '1998.00' },
    })
    const { text } = await shop.site.request('GET', `/my-order/${order.id}`, { as: 'customer' })
    expect(text).toContain('We’ll refund the second payment')
    await shop.paypal.send(shop.paypal.refund(second).notice)
    await shop.waitUntilNoticesRead()
    expect((await shop.call('GET', `/payment/${order.id}`)).reply).toMatchObject({ isPaidTwice: false })
    expect((await shop.listCustomerSubjects(order)).filter((subject) => subject === 'You paid twice for order N')).toHaveLength(1)
  })

  it('keep one checkout attempt while the terms are the same, and are private', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    expect((await shop.getPaymentForm(order)).invoice).toBe(form.invoice)
    expect((await shop.call('POST', `/pay/${order.id}`, { as: 'anonymous' })).status).toBe(401)
    expect((await shop.call('GET', '/payment/no-such-order')).status).toBe(404)
  })

  it('get invoice numbers without a gap', async () => {
    const numbers = (await listInvoices()).map(({ number }) => Number(number))
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index))
    expect(numbers.length).toBeGreaterThan(8)
  })
})

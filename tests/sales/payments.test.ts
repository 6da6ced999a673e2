import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { toBusinessDay } from '../../src/contract/core/business-calendar.ts'
import type { ReviewFlag } from '../../src/contract/sales/payment-evidence.ts'
import {
  customerFields,
  PAYEE_EMAIL,
  type SiteWithPayPal,
  standardPackage,
  startSiteWithPayPal,
} from '../support/site-with-paypal.ts'
import { startApp } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

describeOnEachDatabase('payments', (database) => {
  let shop: SiteWithPayPal
  let stored: SiteWithPayPal['stored']
  beforeAll(async () => {
    shop = await startSiteWithPayPal(await database.environment())
    stored = shop.stored
  })
  afterAll(async () => {
    await shop.close()
  })
  beforeEach(() => {
    shop.paypal.behavior = 'well'
  })

  const listMailSubjects = async ({ number }: { number: number }) =>
    (await stored.main.selectFrom('email_outbox').select(['subject', 'recipient']).execute())
      .filter(({ recipient, subject }) => recipient === 'customer@example.com' && new RegExp(`\\b${number}\\b`).test(subject))
      .map(({ subject }) => subject.replace(String(number), 'N'))
      .toSorted()
  const listInvoices = () => stored.main.selectFrom('invoice').select(['number', 'order_id']).orderBy('number').execute()
  const ORDER_SUBJECT = 'Your order N: Standard'

  it('settle an order by a verified notice, with one receipt and one invoice', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    await shop.paypal.pay(form)
    await shop.waitUntilNoticesRead()
    expect(await shop.getPaymentStatus(order)).toBe('Paid')
    expect(await listMailSubjects(order)).toEqual(['Receipt for order N', ORDER_SUBJECT])
    expect((await listInvoices()).filter(({ order_id }) => order_id === order.id)).toHaveLength(1)
    expect(await shop.listOpenFlags(order)).toEqual([])
    const { reply } = await shop.call('GET', `/payment/${order.id}`)
    expect(reply).toMatchObject({ state: 'paid', receipt: { received: '999.00', refunded: '0.00', net: '999.00' } })
  })

  it('have the provider’s date on the invoice and on the receipt', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    await shop.paypal.pay(form)
    await shop.waitUntilNoticesRead()
    const paidFact = stored.main.selectFrom('payment_fact').select('at').where('order_id', '=', order.id)
    const { at } = await paidFact.executeTakeFirstOrThrow()
    const invoice = stored.main.selectFrom('invoice').select('paid_at').where('order_id', '=', order.id)
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
        stored.main.selectFrom('payment_notice').select(['reason', 'attempts']).where('state', '=', 'waiting').execute()
      await expect
        .poll(readNotices)
        .toEqual([{ reason: 'The payment provider did not say whether it is its own.', attempts: expect.any(Number) }])
      expect([behavior, await shop.getPaymentStatus(order), await listOrderNotices()]).toEqual([behavior, 'UnPaid', []])
      shop.paypal.behavior = 'breaking the line'
      await shop.waitUntilNoticesRead()
      expect([behavior, await shop.getPaymentStatus(order)]).toEqual([behavior, 'Paid'])
    }
  })

  it('wait for a silent provider, whose notices still get an answer within 500 ms', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    shop.paypal.behavior = 'silent'
    const began = performance.now()
    await shop.paypal.pay(form)
    expect(performance.now() - began).toBeLessThan(500)
    const attempts = async () =>
      (await stored.main.selectFrom('payment_notice').select('attempts').where('state', '=', 'waiting').execute())[0]?.attempts
    await expect.poll(attempts, { timeout: 10_000 }).toBeGreaterThan(1)
    shop.paypal.behavior = 'well'
    await shop.waitUntilNoticesRead()
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
    expect(await listMailSubjects(order)).toEqual(['A refund for order N', 'Receipt for order N', ORDER_SUBJECT])
  })

  it('stay paid when an older failure arrives late', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    const { payment, notice } = shop.paypal.charge(form)
    await shop.paypal.send(notice)
    await shop.paypal.send(shop.paypal.change(payment, 'Failed'))
    await shop.waitUntilNoticesRead()
    expect(await shop.getPaymentStatus(order)).toBe('Paid')
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
    expect([status, reply]).toEqual([409, { error: 'This order is paid, so it cannot be cancelled here. Please write to us.' }])
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
    expect(await listMailSubjects(order)).toEqual([ORDER_SUBJECT, 'Your payment for order N is on its way'])
  })

  it('made twice leave the order Paid, and raise a flag for the refund', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    await shop.paypal.pay(form)
    await shop.paypal.pay(form)
    await shop.waitUntilNoticesRead()
    expect(await shop.getPaymentStatus(order)).toBe('Paid')
    expect(await shop.listOpenFlags(order)).toEqual(['doublePaid'])
    expect((await listInvoices()).filter(({ order_id }) => order_id === order.id)).toHaveLength(1)
  })

  it('that are reversed cancel the order, and the end of the reversal restores it with its invoice', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    const payment = await shop.paypal.pay(form)
    const { notice } = shop.paypal.reverse(payment)
    await shop.paypal.send(notice)
    await shop.waitUntilNoticesRead()
    expect(await shop.getPaymentStatus(order)).toBe('Cancelled')
    expect(await shop.listOpenFlags(order)).toEqual(['reversed'])
    await shop.paypal.send(shop.paypal.cancelReversal(payment))
    await shop.waitUntilNoticesRead()
    expect(await shop.getPaymentStatus(order)).toBe('Paid')
    expect(await shop.listOpenFlags(order)).toEqual([])
    expect(await listMailSubjects(order)).toEqual(['A refund for order N', 'Receipt for order N', ORDER_SUBJECT])
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
    expect(await listMailSubjects(order)).toContain('Receipt for order N')
    await shop.paypal.send(shop.paypal.refund(payment, 100).notice)
    await shop.waitUntilNoticesRead()
    expect(await shop.getPaymentEvidence(order)).toMatchObject({ returned: '10.00' })
  })

  it.each(['utf-8', 'windows-1252', 'koi8-r'])('are read in %s, and verified with the same bytes', async (charset) => {
    const { order, form } = await shop.placeOrderWithForm()
    await shop.paypal.pay(form, { charset })
    await shop.waitUntilNoticesRead()
    expect(await shop.getPaymentStatus(order)).toBe('Paid')
    const { notices } = (await shop.getPaymentEvidence(order)) as { notices: { raw: string }[] }
    expect(notices[0]?.raw).toBe(shop.paypal.verificationRequests.at(-1)?.toString('latin1'))
  })

  it.each([
    ['has no amount', { mc_gross: undefined }],
    ['has an unknown status', { payment_status: 'Enchanted' }],
    ['has no transaction id', { txn_id: undefined }],
  ])('don’t count if their notice %s', async (_, fields) => {
    const { order, form } = await shop.placeOrderWithForm()
    await shop.paypal.pay(form, { fields })
    await shop.waitUntilNoticesRead()
    expect(await shop.getPaymentStatus(order)).toBe('UnPaid')
    // The notice names the order, so the flag belongs to the order.
    expect(await shop.listOpenFlags(order)).toEqual(['unreadable'])
    expect(await shop.getPaymentEvidence(order)).toMatchObject({ settled: '0.00', notices: [{ state: 'unreadable' }] })
  })

  it.each([
    ['its address beside its primary address', { receiver_email: 'primary@example.com' }, 'Paid'],
    ['its primary address beside its address', { business: 'primary@example.com' }, 'Paid'],
    ['its email address alone', { business: undefined }, 'Paid'],
    ['its email address in capitals', { business: undefined, receiver_email: 'PAY@Example.com' }, 'Paid'],
    ['its address beside its merchant id', { receiver_email: 'primary@example.com', receiver_id: 'S8XGHLYDW9T3S' }, 'Paid'],
    ['another account’s address alone', { business: 'thief@example.com', receiver_email: 'thief@example.com' }, 'UnPaid'],
  ])('are matched to the account by %s', async (_, fields, status) => {
    const { order, form } = await shop.placeOrderWithForm()
    await shop.paypal.pay(form, { fields })
    await shop.waitUntilNoticesRead()
    expect(await shop.getPaymentStatus(order)).toBe(status)
  })

  it.each([
    ['an unknown primary address', { business: undefined, receiver_email: 'primary@example.com' }],
    ['a merchant id alone', { business: undefined, receiver_email: undefined, receiver_id: 'S8XGHLYDW9T3S' }],
    ['no account', { business: undefined, receiver_email: undefined }],
  ])('wait for the owner if the notice names %s, and count once the owner accepts them', async (_, fields) => {
    // An earlier notice with both names proves nothing, because an address can move to another account.
    const earlier = await shop.placeOrderWithForm()
    await shop.paypal.pay(earlier.form, { fields: { receiver_email: 'primary@example.com', receiver_id: 'S8XGHLYDW9T3S' } })
    const { order, form } = await shop.placeOrderWithForm()
    await shop.paypal.pay(form, { fields })
    await shop.waitUntilNoticesRead()
    expect(await shop.getPaymentStatus(earlier.order)).toBe('Paid')
    expect([await shop.getPaymentStatus(order), await shop.listOpenFlags(order)]).toEqual(['UnPaid', ['review']])
    expect((await shop.call('POST', `/pay/${order.id}`)).status).toBe(409)
    const { flags } = (await shop.getPaymentEvidence(order)) as { flags: ReviewFlag[] }
    const body = { action: 'accepted', note: 'It is our account' }
    await shop.call('PUT', `/payment-flags/${flags[0]?._id}`, { as: 'admin', body })
    expect(await shop.getPaymentStatus(order)).toBe('Paid')
  })

  it('count for the account of their form, even after the owner names another', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    const [payee] = (await shop.call('GET', '/paypal-email', { as: 'admin' })).reply as unknown as { _id: string }[]
    const setPayee = (paypalEmail: string) =>
      shop.call('PUT', `/paypal-email/${payee?._id}`, { as: 'admin', body: { paypalEmail } })
    expect((await setPayee('new@example.com')).status).toBe(200)
    const secondForm = await shop.getPaymentForm(order)
    expect([secondForm.business, secondForm.invoice === form.invoice]).toEqual(['new@example.com', false])
    await shop.paypal.pay(form)
    await shop.waitUntilNoticesRead()
    expect(await shop.getPaymentStatus(order)).toBe('Paid')
    await setPayee('pay@example.com')
  })

  it('marked by hand make the order Paid, with the admin’s reason', async () => {
    const { order } = await shop.placeOrderWithForm()
    const body = { reason: 'Paid by bank transfer on Monday' }
    expect(await shop.call('PUT', `/order-paid/${order.id}`, { as: 'admin', body })).toMatchObject({ status: 200 })
    expect(await shop.call('PUT', `/order-paid/${order.id}`, { as: 'admin', body })).toMatchObject({ status: 409 })
    expect(await shop.getPaymentStatus(order)).toBe('Paid')
    expect(await shop.getPaymentEvidence(order)).toMatchObject({
      net: '999.00',
      steps: expect.arrayContaining([expect.objectContaining({ kind: 'paidByHand', ...body, leadsTo: 'Paid' })]),
    })
    expect(await listMailSubjects(order)).toContain('Receipt for order N')
  })

  const findFlag = async (order: { number: number }, kind: string) => {
    const { reply } = await shop.call('GET', '/payment-flags?open=1&page=1&size=1000', { as: 'admin' })
    const flags = reply as unknown as { _id: string; kind: string; dueAt: number | null; order: { number: number } | null }[]
    return flags.find((flag) => flag.kind === kind && flag.order?.number === order.number)
  }
  const closeReviewFlag = async (order: { number: number }, body: object) =>
    shop.call('PUT', `/payment-flags/${(await findFlag(order, 'review'))?._id}`, { as: 'admin', body })
  const markPaid = ({ id }: { id: string }, body: object) => shop.call('PUT', `/order-paid/${id}`, { as: 'admin', body })
  const MISMATCH = "A payment arrived that doesn't match. Please don't pay again; we're looking at it."

  /** Tomorrow in New York, the default time zone of a business. */
  const TOMORROW = toBusinessDay('America/New_York', Date.now() + 24 * 60 * 60_000)

  it('marked by hand show method and date, and can be taken back with a reason', async () => {
    const { order } = await shop.placeOrderWithForm()
    for (const wrong of [{ paidOn: '2026-02-30' }, { paidOn: 'Monday' }, { method: 'barter' }, { paidOn: TOMORROW }, {}])
      expect(
        (await markPaid(order, { ...(wrong !== undefined && Object.keys(wrong).length > 0 && { reason: 'R' }), ...wrong }))
          .status,
      ).toBeGreaterThanOrEqual(400)
    const manualPayment = { reason: 'Check in the mail', method: 'check', reference: 'No. 1017', paidOn: '2026-06-01' }
    expect((await markPaid(order, manualPayment)).status).toBe(200)
    const takeBack = (body: object) => shop.call('PUT', `/order-paid-taken-back/${order.id}`, { as: 'admin', body })
    expect((await takeBack({})).status).toBe(400)
    expect(await shop.getPaymentEvidence(order)).toMatchObject({ canTakeBack: true, settled: '999.00' })
    const takeBackReason = { reason: 'The check bounced' }
    expect((await takeBack(takeBackReason)).status).toBe(200)
    expect((await takeBack(takeBackReason)).status).toBe(409)
    expect(await shop.getPaymentStatus(order)).toBe('UnPaid')
    expect((await shop.call('GET', `/payment/${order.id}`)).reply).toMatchObject({ state: 'toPay' })
    expect(await shop.getPaymentEvidence(order)).toMatchObject({
      canTakeBack: false,
      settled: '0.00',
      steps: expect.arrayContaining([
        expect.objectContaining({ kind: 'paidByHand', ...manualPayment, leadsTo: 'Paid' }),
        expect.objectContaining({ kind: 'paidByHandTakenBack', ...takeBackReason, leadsTo: 'UnPaid' }),
      ]),
    })
    expect((await markPaid(order, manualPayment)).status).toBe(200)
    expect(await shop.getPaymentStatus(order)).toBe('Paid')
  })

  it('that go back after a mark by hand cancel the order, with a flag and emails', async () => {
    const emails = async () => (await stored.main.selectFrom('email_outbox').select('subject').execute()).length
    for (const [giveBack, flag] of [
      [shop.paypal.refund, 'refunded'],
      [shop.paypal.reverse, 'reversed'],
    ] as const) {
      const { order, form } = await shop.placeOrderWithForm()
      // The payment's notice never arrives.
      const { payment } = shop.paypal.charge(form)
      expect((await markPaid(order, { reason: 'Seen at PayPal' })).status).toBe(200)
      const before = await emails()
      await shop.paypal.send(giveBack(payment).notice)
      await shop.waitUntilNoticesRead()
      expect([await shop.getPaymentStatus(order), await shop.listOpenFlags(order)]).toEqual(['Cancelled', [flag]])
      expect(await shop.getPaymentEvidence(order)).toMatchObject({ settled: '999.00', returned: '999.00', net: '0.00' })
      // One email goes to the customer, one to the owner.
      expect(await emails()).toBe(before + 2)
    }
  })

  it('that don’t match keep the customer from paying again until the owner decides', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    await shop.paypal.pay(form, { gross: '1.00' })
    await shop.waitUntilNoticesRead()
    const refusedReply = await shop.call('POST', `/pay/${order.id}`)
    expect([refusedReply.status, refusedReply.reply]).toEqual([409, { error: MISMATCH }])
    expect((await shop.call('GET', `/payment/${order.id}`)).reply).toMatchObject({ state: 'mismatch' })
    for (const path of ['my-order', `my-order/${order.id}`, 'dashboard', `pay-now/${order.id}`, `received-payment/${order.id}`]) {
      const { text } = await shop.site.request('GET', `/${path}`, { as: 'customer' })
      expect([
        path,
        text.includes(`/pay-now/${order.id}"`),
        new RegExp(`${order.number}</a>, Standard, is not paid`).test(text),
      ]).toEqual([path, false, false])
      if (path.includes(order.id)) expect([path, text.replaceAll('&#x27;', "'").includes(MISMATCH)]).toEqual([path, true])
    }
    expect(await listMailSubjects(order)).toContain("Your payment for order N doesn't match")
    expect((await closeReviewFlag(order, { action: 'dismissed', note: 'Sent back' })).status).toBe(200)
    expect((await shop.call('GET', `/payment/${order.id}`)).reply).toMatchObject({ state: 'toPay' })
    expect((await shop.call('POST', `/pay/${order.id}`)).status).toBe(200)
  })

  it('that don’t match can be accepted with a reason, at their true amount', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    const payment = await shop.paypal.pay(form, { gross: '990.00' })
    await shop.waitUntilNoticesRead()
    expect((await closeReviewFlag(order, { action: 'accepted' })).status).toBe(400)
    expect((await closeReviewFlag(order, { action: 'accepted', note: 'A bank kept the rest' })).status).toBe(200)
    expect([await shop.getPaymentStatus(order), await shop.listOpenFlags(order)]).toEqual(['Paid', []])
    expect(await shop.getPaymentEvidence(order)).toMatchObject({ settled: '990.00', net: '990.00', notCounted: '0.00' })
    expect((await shop.call('GET', `/payment/${order.id}`)).reply).toMatchObject({
      state: 'paid',
      receipt: { received: '990.00' },
    })
    expect(await listMailSubjects(order)).toContain('Receipt for order N')
    await shop.paypal.send(shop.paypal.refund(payment).notice)
    await shop.waitUntilNoticesRead()
    expect(await shop.getPaymentEvidence(order)).toMatchObject({ returned: '990.00', net: '0.00' })
  })

  it('in another currency cannot be accepted', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    await shop.paypal.pay(form, { currency: 'EUR' })
    await shop.waitUntilNoticesRead()
    expect(await closeReviewFlag(order, { action: 'accepted', note: 'Close enough' })).toMatchObject({ status: 409 })
    expect([await shop.getPaymentStatus(order), await shop.listOpenFlags(order)]).toEqual(['UnPaid', ['review']])
  })

  it('made twice show the customer that the second payment will be refunded', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    await shop.paypal.pay(form)
    const second = await shop.paypal.pay(form)
    await shop.waitUntilNoticesRead()
    expect((await shop.call('GET', `/payment/${order.id}`)).reply).toMatchObject({
      isPaidTwice: true,
      receipt: { received: '1998.00' },
    })
    const { text } = await shop.site.request('GET', `/my-order/${order.id}`, { as: 'customer' })
    expect(text).toContain('We will refund the second payment')
    await shop.paypal.send(shop.paypal.refund(second).notice)
    await shop.waitUntilNoticesRead()
    expect((await shop.call('GET', `/payment/${order.id}`)).reply).toMatchObject({ isPaidTwice: false })
    expect((await listMailSubjects(order)).filter((subject) => subject === 'You paid twice for order N')).toHaveLength(1)
  })

  it('that are disputed are flagged until the case ends', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    const { payment, notice } = shop.paypal.charge(form)
    const about = { case_id: 'PP-001', payment_status: undefined, mc_gross: undefined, invoice: undefined }
    await shop.paypal.send(shop.paypal.change(payment, 'Case', { ...about, txn_type: 'new_case' }))
    await shop.waitUntilNoticesRead()
    await shop.paypal.send(notice)
    await shop.waitUntilNoticesRead()
    expect([await shop.getPaymentStatus(order), await shop.listOpenFlags(order)]).toEqual(['Paid', ['dispute']])
    expect(await findFlag(order, 'dispute')).toMatchObject({ dueAt: null })
    await shop.paypal.send(shop.paypal.change(payment, 'Case', { ...about, txn_type: 'adjustment' }))
    await shop.waitUntilNoticesRead()
    expect([await shop.getPaymentStatus(order), await shop.listOpenFlags(order)]).toEqual(['Paid', []])
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

describeOnEachDatabase('live money and test money', (database) => {
  it('are never added up in totals, charts or invoices', async () => {
    const environment = await database.environment()
    const host = { host: 'shop.example' }
    const live = {
      ...environment,
      PAYMENTS: 'paypal-standard',
      PAYPAL_MODE: 'live',
      ORIGIN: 'https://shop.example',
      RATE_LIMITS: 'on',
    }
    const pay = async (settings: Record<string, string>, body: object) => {
      const site = await startApp(settings)
      const call = async (method: string, path: string, as: 'admin' | 'customer', callBody?: object) => {
        const reply = await site.request(method, `/api${path}`, { as, headers: host, ...(callBody && { body: callBody }) })
        if (reply.status >= 300) throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text}`)
        return reply
      }
      if (settings === environment) {
        await call('POST', '/add-pricing', 'admin', standardPackage)
        await call('POST', '/add-email', 'admin', { paypalEmail: PAYEE_EMAIL })
      }
      const orderReply = await call('POST', '/new-order', 'customer', { packageName: 'Standard', ...customerFields, ...body })
      const { _id } = (orderReply.json() as { record: { _id: string } }).record
      await call('PUT', `/order-paid/${_id}`, 'admin', { reason: 'In cash' })
      const read = async (path: string, as: 'admin' | 'customer') =>
        (await call('GET', path, as)).json() as Record<string, unknown>
      const { days } = (await read('/visits', 'admin')) as { days: { ordersPaid: number }[] }
      const result = {
        sales: await read('/sales-totals', 'admin'),
        own: await read('/order-totals', 'customer'),
        number: ((await read(`/payment/${_id}`, 'customer')) as { receipt: { number: string } }).receipt.number,
        lines: (await call('GET', '/orders.csv', 'admin')).text.split('\r\n'),
        counted: days.reduce((sum, { ordersPaid }) => sum + ordersPaid, 0),
      }
      await site.close()
      return result
    }

    const rehearsalResult = await pay(environment, { customerName: 'Rehearsed' })
    const salesTotals = { sales: '999.00', received: '999.00', refunded: '0.00', net: '999.00' }
    expect(rehearsalResult.sales).toMatchObject({ ...salesTotals, mode: 'rehearsal' })
    expect(rehearsalResult.sales).not.toHaveProperty('other')
    expect(rehearsalResult).toMatchObject({ number: 'TEST-1', own: { mode: 'rehearsal', spent: '999.00', paid: 1 }, counted: 0 })

    const liveResult = await pay(live, { customerName: 'Real' })
    expect(liveResult.sales).toMatchObject({
      ...salesTotals,
      mode: 'live',
      orders: 1,
      toDeliver: 1,
      other: { ...salesTotals, paid: 1 },
    })
    const months = (liveResult.sales as { months: { sales: string }[] }).months
    expect(months.map(({ sales }) => sales).filter((sales) => sales !== '0.00')).toEqual(['999.00'])
    expect(liveResult).toMatchObject({ own: { mode: 'live', spent: '999.00', paid: 1, orders: 2 }, counted: 1 })
    expect(liveResult.number).toMatch(/^\d+$/)
    expect(liveResult.lines.filter((line) => /,Test,/.test(line))).toHaveLength(1)
    expect(liveResult.lines.filter((line) => /,Live,/.test(line))).toHaveLength(1)
  })
})

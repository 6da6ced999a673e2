import { expect, it } from 'vitest'
import type { ReviewFlag } from '#contract/sales/payment-review-flags.ts'
import { startSiteWithPayPal } from '../support/site-with-paypal.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

describeOnEachDatabase('money that a notice reports', (database) => {
  const shop = startForSuite(async () => startSiteWithPayPal(await database.environment()))

  const findFlag = async (order: { number: number }, kind: string) => {
    const { reply } = await shop.call('GET', '/payment-flags?open=1&page=1&size=1000', { as: 'admin' })
    return (reply as unknown as ReviewFlag[]).find((flag) => flag.kind === kind && flag.order?.number === order.number)
  }
  async function placePaidOrder() {
    const { order, form } = await shop.placeOrderWithForm()
    return { order, form, payment: await shop.paypal.pay(form) }
  }
  async function send(notice: Parameters<typeof shop.paypal.send>[0]) {
    await shop.paypal.send(notice)
    await shop.waitUntilNoticesRead()
  }

  it('as an adjustment, a fee or a settlement raises a flag with order, amount and transaction', async () => {
    for (const fields of [
      { payment_status: 'Completed', reason_code: 'chargeback', mc_gross: '-20.00' },
      { payment_status: undefined, txn_type: 'adjustment', case_id: 'PP-9', mc_gross: '-20.00' },
      { payment_status: 'Completed', txn_type: 'masspay', mc_gross: '-20.00', invoice: undefined, custom: undefined },
    ]) {
      const { order, payment } = await placePaidOrder()
      const transactionId = `FEE${order.number}`
      const about = { txn_id: transactionId, parent_txn_id: payment.transactionId, txn_type: undefined }
      await send(shop.paypal.change(payment, 'Fee', { ...about, ...fields }))
      expect(await findFlag(order, 'unaccounted')).toMatchObject({ amount: '-20.00', currency: 'USD', transactionId })
      expect(await shop.getPaymentEvidence(order)).toMatchObject({ settled: '999.00', net: '999.00' })
    }
  })

  it('with an unknown status keeps the customer from paying again until its end is known', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    const { payment, notice } = shop.paypal.charge(form, { status: 'Toasted' })
    await send(notice)
    expect(await findFlag(order, 'unaccounted')).toMatchObject({ amount: '999.00', transactionId: payment.transactionId })
    expect((await shop.call('POST', `/pay/${order.id}`)).status).toBe(409)
    await send(shop.paypal.change(payment, 'Completed'))
    expect([await shop.getPaymentStatus(order), await shop.listOpenFlags(order)]).toEqual(['Paid', []])
  })

  it.each(['In-Progress', 'In_Progress', 'Completed-Funds-Held'])(
    'with the status %s keeps the customer from paying again',
    async (status) => {
      const { order, form } = await shop.placeOrderWithForm()
      await send(shop.paypal.charge(form, { status }).notice)
      expect([await shop.listOpenFlags(order), (await shop.call('POST', `/pay/${order.id}`)).status]).toEqual([['pending'], 409])
    },
  )

  it('finds its order by our `custom` if PayPal left out the invoice', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    await shop.getPaymentForm(order)
    await send(shop.paypal.charge(form, { fields: { invoice: undefined } }).notice)
    expect([await shop.getPaymentStatus(order), await shop.listOpenFlags(order)]).toEqual(['Paid', []])
    const other = await shop.placeOrderWithForm()
    await send(shop.paypal.charge(other.form, { gross: '1.00', fields: { invoice: undefined } }).notice)
    expect([await shop.getPaymentStatus(other.order), await shop.listOpenFlags(other.order)]).toEqual(['UnPaid', ['review']])
  })

  it('of a dispute in a notice without a case is flagged, and its reversal counts', async () => {
    const { order, payment } = await placePaidOrder()
    const about = { case_id: undefined, case_type: 'chargeback', txn_type: 'new_case' }
    const reversal = { txn_id: `V${order.number}`, parent_txn_id: payment.transactionId, mc_gross: '-999.00' }
    await send(shop.paypal.change(payment, 'Reversed', { ...about, ...reversal }))
    expect([await shop.getPaymentStatus(order), (await shop.listOpenFlags(order)).toSorted()]).toEqual([
      'Cancelled',
      ['dispute', 'reversed'],
    ])
    expect(await shop.getPaymentEvidence(order)).toMatchObject({ returned: '999.00', net: '0.00' })
  })

  it('as a reversal and as a refund with the same id counts once, in both orders', async () => {
    for (const statuses of [
      ['Reversed', 'Refunded'],
      ['Refunded', 'Reversed'],
    ]) {
      const { order, payment } = await placePaidOrder()
      const about = { txn_id: `X${order.number}`, parent_txn_id: payment.transactionId, mc_gross: '-150.00', txn_type: undefined }
      for (const status of statuses) await send(shop.paypal.change(payment, status, about))
      expect(await shop.getPaymentEvidence(order)).toMatchObject({ returned: '150.00', net: '849.00' })
      expect(await shop.listOpenFlags(order)).toEqual(['reversed'])
      const { creditNotes } = (await shop.getPaymentEvidence(order)) as { creditNotes: object[] }
      expect(creditNotes).toMatchObject([{ amount: '150.00' }])
    }
  })

  it('with a date that can’t be right counts on the day it was reported, everywhere', async () => {
    for (const payment_date of ['20:12:59 Jan 13, 1969 PST', '20:12:59 Jan 13, 2199 PST']) {
      const { order, form } = await shop.placeOrderWithForm()
      await send(shop.paypal.charge(form, { fields: { payment_date } }).notice)
      const [fact] = await shop.stored.main
        .selectFrom('payment_fact')
        .select(['at', 'recorded_at', 'booked_on'])
        .where('order_id', '=', order.id)
        .execute()
      expect(Math.abs(Number(fact?.at) - Number(fact?.recorded_at))).toBeLessThan(60_000)
      const month = fact?.booked_on?.slice(0, 7)
      const { text } = await shop.site.request('GET', `/api/accounting.csv?month=${month}`, { as: 'admin' })
      expect(text.replaceAll('"', '')).toContain(`,${order.number},${fact?.booked_on},Payment,`)
    }
    const { order } = await shop.placeOrderWithForm()
    const body = { reason: 'A check', paidOn: '1969-12-31' }
    expect(await shop.call('PUT', `/order-paid/${order.id}`, { as: 'admin', body })).toMatchObject({ status: 422 })
  })

  it('returns to the receipt by POST from PayPal, with and without cookies, and changes nothing', async () => {
    const { order } = await placePaidOrder()
    await shop.waitUntilNoticesRead()
    const path = `/received-payment/${order.id}`
    const form = { payment_status: 'Completed', txn_id: 'T' }
    const queries = () => shop.stored.main.selectFrom('provider_task').select('id').execute()
    for (const as of ['customer', 'anonymous'] as const)
      for (const headers of [
        { origin: 'https://www.paypal.com', 'sec-fetch-site': 'cross-site' },
        { origin: 'null' },
        ...(as === 'anonymous' ? [{}] : []),
      ] as Record<string, string>[]) {
        const reply = await shop.site.request('POST', `${path}?tx=1`, { as, headers, form })
        expect([as, headers, reply.status, reply.headers.location]).toEqual([as, headers, 303, path])
      }
    expect((await shop.site.request('GET', path, { as: 'customer' })).text).toContain('Payment received')
    expect(await queries()).toEqual([])
    const foreign = { origin: 'https://www.paypal.com' }
    for (const other of [`/pay-now/${order.id}`, `/my-order/${order.id}`, '/contact', `${path}/x`])
      expect([other, (await shop.site.request('POST', other, { as: 'customer', headers: foreign, form })).status]).toEqual([
        other,
        403,
      ])
  })
})

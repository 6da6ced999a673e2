import { expect, it } from 'vitest'
import type { ReviewFlag } from '#contract/sales/payment-review-flags.ts'
import { startSiteWithPayPal } from '../support/site-with-paypal.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

describeOnEachDatabase('payments to the business’s account', (database) => {
  const shop = startForSuite(async () => startSiteWithPayPal(await database.environment()))

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
})

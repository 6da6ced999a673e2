import { expect, test } from 'vitest'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { UserError } from '#contract/core/user-error.ts'
import type { CustomerPaymentState, OrderTimelineStep } from '#contract/sales/customer-payment.ts'
import type { Order } from '#contract/sales/orders.ts'
import { answerRequest } from '#tests/support/render-routes.ts'
import { siteAndAdminPages } from '../routes.tsx'

const order: Order = {
  _id: 'o1',
  packageName: 'Standard',
  packagePrice: '999',
  customerEmail: 'dana@example.com',
  customerName: 'Dana Sample',
  customerAddress: '100 Example Street',
  customerCountry: 'United States',
  paymentStatus: 'UnPaid',
  orderStatus: 'Pending',
  orderDate: '09/19/2025',
  _number: 1043,
  _placedAt: 1_758_300_000_000,
  _packagePoints: ['25 local keywords'],
  _isUnderReview: false,
  _received: '0.00',
  _refunded: '0.00',
  _net: '0.00',
  _isTest: false,
}
const underReview = { ...order, _isUnderReview: true }
const paymentState: CustomerPaymentState = {
  state: 'toPay',
  isRehearsal: false,
  begins: 'form',
  creditNotes: [],
  isPaidTwice: false,
}
const receipt = { number: '7', paidAt: 1_758_300_060_000, received: '999.00', refunded: '0.00', reversed: '0.00', net: '999.00' }
const rejectUnavailable = () => Promise.reject(new UserError(503, 'The database is away.'))

/** Replies by the call's path. A function runs for each call. */
type Replies = Record<string, unknown>

const defaultReplies: Replies = {
  '/order/:id': order,
  '/payment/:id': paymentState,
  '/order-story/:id': [] satisfies OrderTimelineStep[],
  '/orders': { records: [order], total: 1 },
  '/order-totals': { orders: 1, toPay: 1, paid: 0, delivered: 0, spent: '0.00', mode: 'live' },
}

async function request(url: string, changes: Replies = {}, init?: RequestInit) {
  const replies = { ...defaultReplies, ...changes }
  const call = (async ({ path }: { path: string }) => {
    const reply = replies[path]
    return typeof reply === 'function' ? reply() : reply
  }) as ApiCallFunction
  const page = siteAndAdminPages.find(({ path }) => path === new URL(url, 'http://site').pathname.replace(/o1$/, ':id'))
  if (!page) throw new Error(`There is no page at ${url}`)
  const { Page, loader, action } = await page.load()
  const visit = { call, viewer: { kind: 'customer' as const, email: order.customerEmail, userId: 'dana' }, origin: 'http://site' }
  const routes = [{ id: 'page', path: page.path, Component: Page, loader, action }]
  return answerRequest(routes, new Request(`http://site${url}`, init), visit)
}

test('a failed list shows the error, logs it to the console and offers Try again', async () => {
  for (const url of ['/my-order?page=2', '/pending-order', '/dashboard']) {
    const html = await request(url, { '/orders': rejectUnavailable, '/order-totals': rejectUnavailable })
    expect(html).toMatch(/role="alert"[^>]*data-console-message="Error fetching orders:"[^>]*><p>The database is away\.<\/p>/)
    expect(html).toContain(`href="${url}" data-discover="true">Try again</a>`)
    expect(html).toContain('<title>Error: ')
  }
})

test('the customer can’t pay an order again while its payment is under review', async () => {
  const list = await request('/my-order', { '/orders': { records: [underReview], total: 1 } })
  expect(list).toContain('Under review')
  const pay = await request('/pay-now/o1', {
    '/order/:id': underReview,
    '/payment/:id': { ...paymentState, state: 'underReview' },
  })
  expect(pay).toContain('on its way and being checked')
  for (const html of [list, pay]) expect(html).not.toMatch(/Pay Now|<form/)
})

test('the banner of the unpaid order skips orders under review', async () => {
  const html = await request('/dashboard', { '/orders': { records: [underReview, { ...order, _number: 1042 }], total: 2 } })
  expect(html).toMatch(/Action needed.*>1042<\/a> \(Standard\) is awaiting payment/)
})

test('the pay page says why the checkout can’t start, and offers Try again', async () => {
  for (const status of [409, 429, 503]) {
    const refuse = () => Promise.reject(new UserError(status, 'Not at this moment.'))
    const html = await request('/pay-now/o1', { '/pay/:id': refuse })
    expect(html).toMatch(/role="alert"[^>]*><p>Not at this moment\.<\/p><a href="\/pay-now\/o1">Try again/)
    expect(html).not.toContain('Pay $999.00')
  }
})

test('with a provider that takes a request first, the pay button sends it and redirects to the provider', async () => {
  const payment = { '/payment/:id': { ...paymentState, begins: 'press' } }
  const html = await request('/pay-now/o1', payment)
  expect(html).toMatch(/<form [^>]*data-send="true" method="post"><button type="submit" class="button">Pay \$999\.00/)
  const post = { method: 'POST', body: new URLSearchParams() }
  const reply = await request('/pay-now/o1', { ...payment, '/pay/:id': { redirect: 'https://pay.example/1' } }, post)
  expect([(reply as Response).status, (reply as Response).headers.get('location')]).toEqual([303, 'https://pay.example/1'])
})

test.each<[string, Partial<CustomerPaymentState>, OrderTimelineStep['kind'][], string]>([
  ['an unpaid order', {}, ['placed'], 'No payment received yet'],
  ['a started checkout', {}, ['placed', 'handedOver'], 'Thank you. We&#x27;re confirming your payment'],
  [
    'a payment under review',
    { state: 'underReview' },
    ['handedOver', 'pending'],
    'Thank you. We&#x27;re confirming your payment',
  ],
  ['a failed payment', {}, ['handedOver', 'failed'], 'The payment didn’t go through'],
  ['a canceled order', { state: 'cancelled' }, ['handedOver', 'cancelled'], 'No payment received'],
  [
    'a refunded payment',
    { state: 'cancelled', receipt: { ...receipt, refunded: '999.00', net: '0.00' } },
    ['paid', 'refunded'],
    'Your payment was refunded',
  ],
  [
    'a reversed payment',
    { state: 'cancelled', receipt: { ...receipt, refunded: '999.00', reversed: '999.00', net: '0.00' } },
    ['paid', 'reversed'],
    'Your payment was reversed',
  ],
  ['a received payment', { state: 'paid', receipt }, ['handedOver', 'paid'], 'Payment received'],
])('the page after a payment shows the state of %s', async (_, changes, kinds, title) => {
  const timeline = kinds.map((kind, at) => ({ at, kind }))
  const html = await request('/received-payment/o1', {
    '/payment/:id': { ...paymentState, ...changes },
    '/order-story/:id': timeline,
  })
  expect(html).toContain(`<h1 class="h1">${title}</h1>`)
  // The page reloads until the receipt exists.
  expect(String(html).includes('data-refresh')).toBe(changes.receipt === undefined)
  expect(String(html).includes('/api/invoice/o1')).toBe(changes.receipt !== undefined)
  expect(String(html).includes('you don’t have to wait here')).toBe(/confirming/.test(title))
})

test('the receipt and the order tell refunds from reversals', async () => {
  const returned = { ...receipt, refunded: '999.00', reversed: '899.00', net: '0.00' }
  const replies = { '/payment/:id': { ...paymentState, state: 'cancelled', receipt: returned } }
  const html = String(await request('/received-payment/o1', replies))
  expect(html).toMatch(/Refunded<\/dt><dd[^>]*>\$100\.00.*Reversed<\/dt><dd[^>]*>\$899\.00.*Net<\/dt><dd[^>]*>\$0\.00/s)
})

test('the receipt names the payer, and the next steps until the work is delivered', async () => {
  const step = { place: 'Step', label: 'The same day', title: 'You get a form', details: 'Ten questions.' }
  const steps = ['s1', 's2', 's3'].map((_id, index) => ({ ...step, _id, label: `Day ${index + 1}` }))
  const term = { ...step, _id: 't1', place: 'Term', label: 'Reply time' }
  const paidReplies = {
    '/order/:id': { ...order, paymentStatus: 'Paid' },
    '/payment/:id': { ...paymentState, state: 'paid', receipt },
  }
  const html = await request('/received-payment/o1', { ...paidReplies, '/after-payment': [term, ...steps] })
  expect(html).toContain('Dana Sample, dana@example.com')
  expect(html).toMatch(/What happens next<\/h2>.*Day 1.*You get a form.*Day 2.*href="\/pricing\/#after-payment"/s)
  expect(html).not.toMatch(/Day 3|Reply time/)
  for (const noSteps of [{ '/after-payment': [] }, { '/after-payment': rejectUnavailable }]) {
    const shortHtml = await request('/received-payment/o1', { ...paidReplies, ...noSteps })
    expect(shortHtml).toMatch(/What happens next<\/dt><dd>We’re working on it/)
  }
  const deliveredReplies = { '/order/:id': { ...order, paymentStatus: 'Paid', orderStatus: 'Delivered' } }
  const deliveredHtml = await request('/received-payment/o1', { ...paidReplies, ...deliveredReplies, '/after-payment': steps })
  expect(deliveredHtml).toMatch(/What happens next<\/dt><dd>Delivered/)
})

test('the order form claims no autofill for the address, because browsers would fill in only the street', async () => {
  const record = { _id: 'o1', packageName: 'Standard', packagePrice: '999', packageFirstMonth: '', packageLaterMonths: '' }
  const html = String(await request('/order-now/o1?form=f1', { '/pricings': [record], '/after-payment': [] }))
  const [addressInput = ''] = /<input id="customerAddress"[^>]*>/.exec(html) ?? expect.fail(html)
  expect(addressInput).not.toMatch(/autocomplete/i)
})

test('the cancel page never cancels automatically during a review or after a refusal', async () => {
  const replies = { '/order/:id': underReview, '/payment/:id': { ...paymentState, state: 'underReview' } }
  const html = await request('/order-cancelled/o1', replies)
  expect(html).toContain('Cancel the payment</button>')
  expect(html).not.toContain('data-cancel-url')
  expect(await request('/order-cancelled/o1')).toContain('data-cancel-url="/api/order-cancelled/o1"')
  const post = { method: 'POST', body: new URLSearchParams() }
  const refusedHtml = await request('/order-cancelled/o1', { '/order-cancelled/:id': rejectUnavailable }, post)
  expect(refusedHtml).toMatch(/<title>Error: .*The database is away\./)
  expect(refusedHtml).not.toContain('data-cancel-url')
})

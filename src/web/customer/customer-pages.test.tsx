import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, RouterContextProvider, StaticRouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { ApiCall } from '../../contract/core/endpoint.ts'
import { UserError } from '../../contract/core/user-error.ts'
import type { Order } from '../../contract/sales/orders.ts'
import type { CustomerPaymentState, TimelineStep } from '../../contract/sales/payments.ts'
import { allPages } from '../routes.tsx'
import { visitContext } from '../visit-context.ts'

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
const standing: CustomerPaymentState = { state: 'toPay', isRehearsal: false, begins: 'form', creditNotes: [], isPaidTwice: false }
const receipt = { number: '7', paidAt: 1_758_300_060_000, received: '999.00', refunded: '0.00', net: '999.00' }
const away = () => Promise.reject(new UserError(503, 'The database is away.'))

/** What each call answers, by its path. */
type Answers = Record<string, unknown>

const answers: Answers = {
  '/order/:id': order,
  '/payment/:id': standing,
  '/order-story/:id': [] satisfies TimelineStep[],
  '/orders': { records: [order], total: 1 },
  '/order-totals': { orders: 1, toPay: 1, paid: 0, delivered: 0, spent: '0.00', mode: 'live' },
}

async function ask(address: string, changes: Answers = {}, init?: RequestInit) {
  const known = { ...answers, ...changes }
  const call = (async ({ path }: { path: string }) => {
    const answer = known[path]
    return typeof answer === 'function' ? answer() : answer
  }) as ApiCall
  const page = allPages.find(({ path }) => path === new URL(address, 'http://site').pathname.replace(/o1$/, ':id'))
  if (!page) throw new Error(`There is no page at ${address}`)
  const { Page, loader, action } = await page.load()
  const { query, dataRoutes } = createStaticHandler([{ id: 'page', path: page.path, Component: Page, loader, action }])
  const visit = { call, viewer: { kind: 'customer' as const, email: order.customerEmail, userId: 'dana' }, origin: 'http://site' }
  const requestContext = new RouterContextProvider(new Map([[visitContext, visit]]))
  const context = await query(new Request(`http://site${address}`, init), { requestContext })
  if (context instanceof Response) return context
  return renderToStaticMarkup(
    <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />,
  )
}

test('a list that cannot be read says so, is told to the console, and offers to try again where it was', async () => {
  for (const address of ['/my-order?page=2', '/pending-order', '/dashboard']) {
    const html = await ask(address, { '/orders': away, '/order-totals': away })
    expect(html).toMatch(/role="alert"[^>]*data-log="Error fetching orders:"[^>]*><p>The database is away\.<\/p>/)
    expect(html).toContain(`href="${address}" data-discover="true">Try again</a>`)
    expect(html).toContain('<title>Error: ')
  }
})

test('an order whose payment is being checked is not to be paid a second time', async () => {
  const list = await ask('/my-order', { '/orders': { records: [underReview], total: 1 } })
  expect(list).toContain('Under review')
  const pay = await ask('/pay-now/o1', { '/order/:id': underReview, '/payment/:id': { ...standing, state: 'underReview' } })
  expect(pay).toContain('on its way and being checked')
  for (const html of [list, pay]) expect(html).not.toMatch(/Pay Now|<form/)
})

test('the strip of what waits leaves out orders whose payment is being checked', async () => {
  const html = await ask('/dashboard', { '/orders': { records: [underReview, { ...order, _number: 1042 }], total: 2 } })
  expect(html).toMatch(/Needs you.*>1042<\/a>, Standard, is not paid yet/)
})

test('the pay page says why it cannot hand over now, and offers to try again', async () => {
  for (const status of [409, 429, 503]) {
    const refuse = () => Promise.reject(new UserError(status, 'Not at this moment.'))
    const html = await ask('/pay-now/o1', { '/pay/:id': refuse })
    expect(html).toMatch(/role="alert"[^>]*><p>Not at this moment\.<\/p><a href="\/pay-now\/o1">Try again/)
    expect(html).not.toContain('Pay $999.00')
  }
})

test('a provider that wants to be asked first is asked by the press of the button, which leads there', async () => {
  const payment = { '/payment/:id': { ...standing, begins: 'press' } }
  const html = await ask('/pay-now/o1', payment)
  expect(html).toMatch(/<form [^>]*data-send="true" method="post"><button type="submit" class="button">Pay \$999\.00/)
  const post = { method: 'POST', body: new URLSearchParams() }
  const sent = await ask('/pay-now/o1', { ...payment, '/pay/:id': { redirect: 'https://pay.example/1' } }, post)
  expect([(sent as Response).status, (sent as Response).headers.get('location')]).toEqual([303, 'https://pay.example/1'])
})

test.each<[string, Partial<CustomerPaymentState>, TimelineStep['kind'][], string]>([
  ['nothing happened', {}, ['placed'], 'No payment has arrived yet'],
  ['it was handed over', {}, ['placed', 'handedOver'], 'Thank you. We&#x27;re confirming your payment'],
  ['it is being checked', { state: 'underReview' }, ['handedOver', 'pending'], 'Thank you. We&#x27;re confirming your payment'],
  ['it failed', {}, ['handedOver', 'failed'], 'The payment did not go through'],
  ['the order is cancelled', { state: 'cancelled' }, ['handedOver', 'cancelled'], 'No payment has arrived'],
  [
    'it was refunded',
    { state: 'cancelled', receipt: { ...receipt, refunded: '999.00', net: '0.00' } },
    ['paid', 'refunded'],
    'Your payment was refunded',
  ],
  ['it arrived', { state: 'paid', receipt }, ['handedOver', 'paid'], 'Thank you. Your payment has arrived'],
])('the page after a payment says how it stands where %s', async (_, changes, kinds, title) => {
  const story = kinds.map((kind, at) => ({ at, kind }))
  const html = await ask('/received-payment/o1', { '/payment/:id': { ...standing, ...changes }, '/order-story/:id': story })
  expect(html).toContain(`<h1 class="h1">${title}</h1>`)
  // Looked at again by itself until there is a receipt.
  expect(String(html).includes('data-refresh')).toBe(changes.receipt === undefined)
  expect(String(html).includes('/api/invoice/o1')).toBe(changes.receipt !== undefined)
  // Nobody waits for what is not on its way.
  expect(String(html).includes('you don’t have to wait here')).toBe(/confirming/.test(title))
})

test('the receipt says who paid whom and what happens next, until the work is delivered or where nobody said what does', async () => {
  const step = { place: 'Step', label: 'The same day', title: 'You get a form', details: 'Ten questions.' }
  const steps = ['s1', 's2', 's3'].map((_id, nth) => ({ ...step, _id, label: `Day ${nth + 1}` }))
  const term = { ...step, _id: 't1', place: 'Term', label: 'Reply time' }
  const paid = { '/order/:id': { ...order, paymentStatus: 'Paid' }, '/payment/:id': { ...standing, state: 'paid', receipt } }
  const html = await ask('/received-payment/o1', { ...paid, '/after-payment': [term, ...steps] })
  expect(html).toContain('Dana Sample, dana@example.com')
  expect(html).toMatch(/What happens next<\/h2>.*Day 1.*You get a form.*Day 2.*href="\/pricing\/#after-payment"/s)
  expect(html).not.toMatch(/Day 3|Reply time/)
  for (const nothing of [{ '/after-payment': [] }, { '/after-payment': away }]) {
    expect(await ask('/received-payment/o1', { ...paid, ...nothing })).toMatch(/What happens next<\/dt><dd>We are working on it/)
  }
  const delivered = { '/order/:id': { ...order, paymentStatus: 'Paid', orderStatus: 'Delivered' } }
  const done = await ask('/received-payment/o1', { ...paid, ...delivered, '/after-payment': steps })
  expect(done).toMatch(/What happens next<\/dt><dd>None: the work is done/)
})

test('the page of a cancelled payment never cancels by itself what is being checked, nor after a refusal', async () => {
  const checked = { '/order/:id': underReview, '/payment/:id': { ...standing, state: 'underReview' } }
  const html = await ask('/order-cancelled/o1', checked)
  expect(html).toContain('Cancel the payment</button>')
  expect(html).not.toContain('data-cancels')
  expect(await ask('/order-cancelled/o1')).toContain('data-cancels="/api/order-cancelled/o1"')
  const post = { method: 'POST', body: new URLSearchParams() }
  const refused = await ask('/order-cancelled/o1', { '/order-cancelled/:id': away }, post)
  expect(refused).toMatch(/<title>Error: .*The database is away\./)
  expect(refused).not.toContain('data-cancels')
})

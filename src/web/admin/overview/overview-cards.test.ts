import { expect, test } from 'vitest'
import { buildOverviewCards } from './overview-cards.tsx'

const facts = { email: 'ada@example.com', payees: [] }

test('there is a card for each payment account, and one for the first where there is none', () => {
  const payment = (payees: { id: string; email: string }[]) =>
    buildOverviewCards({ ...facts, payees })
      .filter(({ name }) => name === 'Payment')
      .map(({ to }) => to)
  expect(payment([])).toEqual(['/add-paypal-Email'])
  const two = [
    { id: 'a', email: 'pay@example.com' },
    { id: 'b', email: 'till@example.com' },
  ]
  expect(payment(two)).toEqual(['/paypal-email/a', '/paypal-email/b'])
})

test('a card says how many there are, and nothing where they could not be counted', () => {
  const detail = (more: object) => buildOverviewCards({ ...facts, ...more }).find(({ name }) => name === 'Total Orders')?.detail
  expect([detail({ orders: 46, undeliveredOrderCount: 4 }), detail({ orders: 1, undeliveredOrderCount: 0 }), detail({})]).toEqual(
    ['46, of them 4 to deliver', '1', ''],
  )
})

test('the card of the editors says where samples are left', () => {
  const detail = (samples?: number) =>
    buildOverviewCards({ ...facts, sampleKindCount: samples }).find(({ name }) => name === 'Setting')?.detail
  expect(detail(3)).toMatch(/^\d+ editors, samples in 3 sections$/)
  expect(detail(1)).toMatch(/, samples in 1 section$/)
  for (const none of [0, undefined]) expect(detail(none)).toMatch(/^\d+ editors$/)
})

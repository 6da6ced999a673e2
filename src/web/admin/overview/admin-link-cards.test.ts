import { expect, test } from 'vitest'
import { buildAdminLinkCards } from './admin-link-cards.tsx'

const facts = { email: 'ada@example.com', payees: [] }

test('each payment account has a card, and without an account a card adds the first', () => {
  const listPaymentPaths = (payees: { id: string; email: string; isSample: boolean }[]) =>
    buildAdminLinkCards({ ...facts, payees })
      .filter(({ name }) => name === 'Payment')
      .map(({ to }) => to)
  expect(listPaymentPaths([])).toEqual(['/add-paypal-Email'])
  const payees = [
    { id: 'a', email: 'pay@example.com', isSample: true },
    { id: 'b', email: 'till@example.com', isSample: false },
  ]
  expect(listPaymentPaths(payees)).toEqual(['/paypal-email/a', '/paypal-email/b'])
  expect(buildAdminLinkCards({ ...facts, payees }).map(({ detail }) => detail)).toContain('pay@example.com (sample)')
})

test('a card shows its count, or nothing if the count failed to load', () => {
  const getDetail = (counts: object) =>
    buildAdminLinkCards({ ...facts, ...counts }).find(({ name }) => name === 'Total Orders')?.detail
  expect(getDetail({ orders: 46, undeliveredOrderCount: 4 })).toBe('46, 4 to deliver')
  expect([getDetail({ orders: 1, undeliveredOrderCount: 0 }), getDetail({})]).toEqual(['1', ''])
})

test('the content card counts the sections with sample content', () => {
  const getDetail = (sampleKindCount?: number) =>
    buildAdminLinkCards({ ...facts, sampleKindCount }).find(({ name }) => name === 'All content')?.detail
  expect(getDetail(3)).toMatch(/^\d+ parts, 3 with samples$/)
  expect(getDetail(1)).toMatch(/, 1 with samples$/)
  for (const count of [0, undefined]) expect(getDetail(count)).toMatch(/^\d+ parts$/)
})

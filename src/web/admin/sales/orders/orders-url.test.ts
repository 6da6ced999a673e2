import { expect, test } from 'vitest'
import { buildOrdersCsvUrl, buildOrdersUrl, hasOrderFilter, parseOrdersQuery } from './orders-url.ts'

test('an address is read as it is written', () => {
  const shown = { search: 'ann@', paymentStatus: 'Paid', orderStatus: 'Pending', month: '2026-01', page: 3 } as const
  const address = buildOrdersUrl(shown)
  expect(address).toBe('/total-orders?search=ann%40&paymentStatus=Paid&orderStatus=Pending&month=2026-01&page=3')
  expect(parseOrdersQuery(new URL(address, 'http://test').searchParams)).toEqual(shown)
  expect(buildOrdersCsvUrl(shown)).toBe('/api/orders.csv?search=ann%40&paymentStatus=Paid&orderStatus=Pending&month=2026-01')
})

test('what goes without saying is left out, and what is no filter is none', () => {
  const all = parseOrdersQuery(new URLSearchParams('search=+&paymentStatus=Gold&orderStatus=&month=2026-13&page=-1'))
  expect([buildOrdersUrl(all), buildOrdersCsvUrl(all), hasOrderFilter(all)]).toEqual(['/total-orders', '/api/orders.csv', false])
  expect([{ search: '7' }, { search: '', month: '2026-01' }].map(hasOrderFilter)).toEqual([true, true])
})

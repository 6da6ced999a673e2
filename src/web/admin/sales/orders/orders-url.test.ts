import { expect, test } from 'vitest'
import { buildOrdersCsvUrl, buildOrdersUrl, hasOrderFilter, parseOrdersQuery } from './orders-url.ts'

test('parsing a built URL returns its query, and the CSV file has the same filter', () => {
  const query = { search: 'ann@', paymentStatus: 'Paid', orderStatus: 'Pending', month: '2026-01', page: 3 } as const
  const url = buildOrdersUrl(query)
  expect(url).toBe('/total-orders?search=ann%40&paymentStatus=Paid&orderStatus=Pending&month=2026-01&page=3')
  expect(parseOrdersQuery(new URL(url, 'http://test').searchParams)).toEqual(query)
  expect(buildOrdersCsvUrl(query)).toBe('/api/orders.csv?search=ann%40&paymentStatus=Paid&orderStatus=Pending&month=2026-01')
})

test('the URL leaves out default values, and parsing ignores invalid filters', () => {
  const all = parseOrdersQuery(new URLSearchParams('search=+&paymentStatus=Gold&orderStatus=&month=2026-13&page=-1'))
  expect([buildOrdersUrl(all), buildOrdersCsvUrl(all), hasOrderFilter(all)]).toEqual(['/total-orders', '/api/orders.csv', false])
  expect([{ search: '7' }, { search: '', month: '2026-01' }].map(hasOrderFilter)).toEqual([true, true])
})

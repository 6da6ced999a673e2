import { expect, test } from 'vitest'
import { fileOf, isNarrowed, readUrl, urlOf } from './orders-url.ts'

test('an address is read as it is written', () => {
  const shown = { search: 'ann@', paymentStatus: 'Paid', orderStatus: 'Pending', month: '2026-01', page: 3 } as const
  const address = urlOf(shown)
  expect(address).toBe('/total-orders?search=ann%40&paymentStatus=Paid&orderStatus=Pending&month=2026-01&page=3')
  expect(readUrl(new URL(address, 'http://test').searchParams)).toEqual(shown)
  expect(fileOf(shown)).toBe('/api/orders.csv?search=ann%40&paymentStatus=Paid&orderStatus=Pending&month=2026-01')
})

test('what goes without saying is left out, and what is no filter is none', () => {
  const all = readUrl(new URLSearchParams('search=+&paymentStatus=Gold&orderStatus=&month=2026-13&page=-1'))
  expect([urlOf(all), fileOf(all), isNarrowed(all)]).toEqual(['/total-orders', '/api/orders.csv', false])
  expect([{ search: '7' }, { search: '', month: '2026-01' }].map(isNarrowed)).toEqual([true, true])
})

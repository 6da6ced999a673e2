import { expect, test } from 'vitest'
import { monthName, monthsUntil } from './months.ts'

test('months go back over the new year, whatever the day', () => {
  expect(monthsUntil(Date.UTC(2026, 2, 31, 23, 59), 4)).toEqual(['2026-03', '2026-02', '2026-01', '2025-12'])
})

test('a month is named in words', () => {
  expect([monthName('2026-03', 'short'), monthName('2025-12', 'long')]).toEqual(['Mar', 'December 2025'])
})

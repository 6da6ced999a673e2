import { expect, test } from 'vitest'
import { monthName } from './months.ts'

test('a month is named in words', () => {
  expect([monthName('2026-03', 'short'), monthName('2025-12', 'long')]).toEqual(['Mar', 'December 2025'])
})

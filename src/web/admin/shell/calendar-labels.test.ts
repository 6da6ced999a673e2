import { expect, test } from 'vitest'
import { formatMonthLabel } from './calendar-labels.ts'

test('names a month', () => {
  expect([formatMonthLabel('2026-03', 'short'), formatMonthLabel('2025-12', 'long')]).toEqual(['Mar', 'December 2025'])
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatDecimalAmount, formatDollars, parseCents } from './money.ts'

it('reads amounts to the cent', () => {
  const cases: [string, number][] = [
    ['499', 49_900],
    ['499.5', 49_950],
    ['499.50', 49_950],
    ['0.01', 1],
    ['0.10', 10],
    // Multiplied by 100 as a float, this is 11482.999999999998.
    ['114.83', 11_483],
    ['999999999.99', 99_999_999_999],
  ]
  for (const [amount, cents] of cases) expect([amount, parseCents(amount)]).toEqual([amount, cents])
})

it('refuses anything else as an amount', () => {
  for (const text of ['', '1.234', '-5', '1e3', '$499', '1,899', ' 499', '499 ', '.50', '499.', '٤٩٩', '1000000000'])
    expect([text, parseCents(text)]).toEqual([text, undefined])
})

it('writes every amount in a form that it reads back', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (cents) => parseCents(formatDecimalAmount(cents)) === cents))
  expect([0, 5, 50, 500, -1899_00].map(formatDecimalAmount)).toEqual(['0.00', '0.05', '0.50', '5.00', '-1899.00'])
})

it('shows amounts in American format, and shows other text unchanged', () => {
  expect(['1899', '0499.5', '0.00', '999999999.99'].map(formatDollars)).toEqual([
    '$1,899.00',
    '$499.50',
    '$0.00',
    '$999,999,999.99',
  ])
  expect(['', '12.345', 'free'].map(formatDollars)).toEqual(['', '12.345', 'free'])
})

it('formats every amount as Intl.NumberFormat does', () => {
  const { format } = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  const centAmounts = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 })
  fc.assert(fc.property(centAmounts, (cents) => formatDollars(formatDecimalAmount(cents)) === format(cents / 100)))
})

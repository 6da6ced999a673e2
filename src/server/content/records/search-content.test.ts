import { expect, test } from 'vitest'
import { contentKinds } from '#contract/content-kinds.ts'
import { findContentSearchResults } from './search-content.ts'

const rows = [
  {
    id: 'a',
    kind: 'banner',
    data: JSON.stringify({ bannerHeading: 'Be found\nwhere people Sell' }),
  },
  {
    id: 'b',
    kind: 'faq-item',
    data: JSON.stringify({ accodingTitle: 'Où est le café?', accodingText: `${'long '.repeat(40)}café` }),
  },
]
const search = (search: string) => findContentSearchResults(contentKinds, rows, search)

test('finds values that contain all words, in any order, case and accents', () => {
  expect(search('sell FOUND')).toEqual([
    { kind: 'banner', field: 'bannerHeading', record: 'a', excerpt: 'Be found where people Sell', path: '/banner/a' },
  ])
  expect(search('cafe').map(({ field }) => field)).toEqual(['accodingTitle', 'accodingText'])
  expect(search('sell nothing')).toEqual([])
})

test('shows the text around the words instead of the whole text', () => {
  const long = search('cafe').at(-1)?.excerpt ?? ''
  expect(long).toMatch(/^….*café$/)
  expect(long.length).toBeLessThan(60)
})

test('finds fields by their labels, first and once', () => {
  const prices = findContentSearchResults(contentKinds, [], 'price')
  expect(prices.some(({ kind, field }) => kind === 'pricing-package' && field === 'packagePrice')).toBe(true)
  expect(prices.every(({ record }) => record === null)).toBe(true)
  expect(prices.filter(({ excerpt }) => excerpt === '').map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/add-pricing', '/edit-banner']),
  )
  expect(findContentSearchResults(contentKinds, [], 'phone').length).toBeGreaterThan(0)
})

test('finds default copy until a record replaces it', () => {
  const own = {
    kind: 'pricing-words',
    field: 'pageHeading',
    record: null,
    excerpt: 'Real estate SEO packages',
    path: '/add-pricing',
  }
  expect(search('estate SEO packages')).toEqual([own])
  const data = JSON.stringify({ pageHeading: 'Pick a size' })
  expect(findContentSearchResults(contentKinds, [{ id: 'w', kind: 'pricing-words', data }], 'SEO packages')).toEqual([])
})

import { expect, test } from 'vitest'
import { formatPageTitle, truncateAtWord } from './page-title.ts'

test('cuts a long text at a word, within the limit', () => {
  const text = truncateAtWord('We put the site, the map listing and the pages in order, so people nearby can find you.', 30)
  expect(text).toBe('We put the site, the map…')
})

test('cuts an endless word between characters, and leaves a short text alone', () => {
  expect(truncateAtWord('W'.repeat(80), 20)).toHaveLength(20)
  expect(truncateAtWord('🏡'.repeat(80), 20)).toBe(`${'🏡'.repeat(19)}…`)
  expect(truncateAtWord('Short\n text', 20)).toBe('Short text')
})

test('puts the page before the business in a title, and limits both', () => {
  expect(formatPageTitle('Found on the map.', 'Elm & Oak')).toBe('Found on the map | Elm & Oak')
  expect(formatPageTitle('word '.repeat(40), 'name '.repeat(40)).length).toBeLessThanOrEqual(123)
})

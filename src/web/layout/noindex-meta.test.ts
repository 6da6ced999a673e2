import { expect, test } from 'vitest'
import { formatPageTitle, truncateAtWord } from './noindex-meta.tsx'

test('a long text is cut at a word and within its length', () => {
  const text = truncateAtWord('We put the site, the map listing and the pages in order, so people nearby can find you.', 30)
  expect(text).toBe('We put the site, the map…')
})

test('a word without end is cut too, never within a letter, and a short text is left alone', () => {
  expect(truncateAtWord('W'.repeat(80), 20)).toHaveLength(20)
  expect(truncateAtWord('🏡'.repeat(80), 20)).toBe(`${'🏡'.repeat(19)}…`)
  expect(truncateAtWord('Short\n text', 20)).toBe('Short text')
})

test('a title names the page first and the business after it, however long both are', () => {
  expect(formatPageTitle('Found on the map.', 'Elm & Oak')).toBe('Found on the map | Elm & Oak')
  expect(formatPageTitle('word '.repeat(40), 'name '.repeat(40)).length).toBeLessThanOrEqual(123)
})

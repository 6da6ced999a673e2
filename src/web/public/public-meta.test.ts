import { expect, test } from 'vitest'
import { clip } from './public-meta.tsx'

test('a long text is cut at a word and within its length', () => {
  const text = clip('We put the site, the map listing and the pages in order, so people nearby can find you.', 30)
  expect(text).toBe('We put the site, the map…')
})

test('a word without end is cut too, and a short text is left alone', () => {
  expect(clip('W'.repeat(80), 20)).toHaveLength(20)
  expect(clip('Short\n text', 20)).toBe('Short text')
})

import { describe, expect, test } from 'vitest'
import { type DiffSegment, diffWords } from './word-diff.ts'

const formatSegments = (segments: readonly DiffSegment[]) =>
  segments.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('')
const formatDiff = (before: string, after: string) => {
  const changes = diffWords(before, after)
  return [formatSegments(changes.before), formatSegments(changes.after)]
}

describe('the words that two texts differ in', () => {
  test('are marked in both, whichever stand around them', () => {
    expect(formatDiff('We sell homes fast', 'We sell houses fast')).toEqual(['We sell[ homes] fast', 'We sell[ houses] fast'])
    expect(formatDiff('One two three', 'One three')).toEqual(['One[ two] three', 'One three'])
    expect(formatDiff('a b c d e', 'a x c y e')).toEqual(['a[ b] c[ d] e', 'a[ x] c[ y] e'])
    expect(formatDiff('Old', 'New')).toEqual(['[Old]', '[New]'])
  })

  test('are none where one text is empty of words that the other has', () => {
    expect(formatDiff('', 'Added')).toEqual(['', '[Added]'])
    expect(formatDiff('Same', 'Same')).toEqual(['Same', 'Same'])
  })

  test('leave both texts whole, their spaces and lines included', () => {
    for (const [before, after] of [
      ['  two  spaces \n\nand lines ', ' two spaces\nand\tlines'],
      ['', '  '],
      ['a\n', 'a'],
    ] as const) {
      const changes = diffWords(before, after)
      const joinText = (segments: readonly DiffSegment[]) => segments.map(({ text }) => text).join('')
      expect([joinText(changes.before), joinText(changes.after)]).toEqual([before, after])
    }
  })

  test('are found in texts of the longest kind at once', () => {
    const long = 'word other '.repeat(900)
    const start = performance.now()
    const changes = diffWords(`first ${long}`, `second ${long.toUpperCase()} last`)
    expect(changes.after.every(({ isChanged }) => isChanged)).toBe(true)
    expect(performance.now() - start).toBeLessThan(200)
  })
})

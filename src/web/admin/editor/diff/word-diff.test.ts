import { describe, expect, test } from 'vitest'
import { type DiffSegment, diffWords } from './word-diff.ts'

const formatSegments = (segments: readonly DiffSegment[]) =>
  segments.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('')
const formatDiff = (before: string, after: string) => {
  const changes = diffWords(before, after)
  return [formatSegments(changes.before), formatSegments(changes.after)]
}

describe('diffWords', () => {
  test('marks the changed words in both texts', () => {
    expect(formatDiff('We sell homes fast', 'We sell houses fast')).toEqual(['We sell[ homes] fast', 'We sell[ houses] fast'])
    expect(formatDiff('One two three', 'One three')).toEqual(['One[ two] three', 'One three'])
    expect(formatDiff('a b c d e', 'a x c y e')).toEqual(['a[ b] c[ d] e', 'a[ x] c[ y] e'])
    expect(formatDiff('Old', 'New')).toEqual(['[Old]', '[New]'])
  })

  test('marks only the text that has additional words', () => {
    expect(formatDiff('', 'Added')).toEqual(['', '[Added]'])
    expect(formatDiff('Same', 'Same')).toEqual(['Same', 'Same'])
  })

  test('keeps both texts complete with spaces and line breaks', () => {
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

  test('marks the whole texts if more than 1,000 words differ', () => {
    const long = 'word other '.repeat(900)
    expect(formatDiff(`same ${long}`, `same ${long.toUpperCase()}`)).toEqual([`[same ${long}]`, `[same ${long.toUpperCase()}]`])
  })
})

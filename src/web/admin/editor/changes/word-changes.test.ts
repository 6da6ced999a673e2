import { describe, expect, test } from 'vitest'
import { type Stretch, wordChanges } from './word-changes.ts'

const told = (stretches: readonly Stretch[]) => stretches.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('')
const marked = (before: string, after: string) => {
  const changes = wordChanges(before, after)
  return [told(changes.before), told(changes.after)]
}

describe('the words that two texts differ in', () => {
  test('are marked in both, whichever stand around them', () => {
    expect(marked('We sell homes fast', 'We sell houses fast')).toEqual(['We sell[ homes] fast', 'We sell[ houses] fast'])
    expect(marked('One two three', 'One three')).toEqual(['One[ two] three', 'One three'])
    expect(marked('a b c d e', 'a x c y e')).toEqual(['a[ b] c[ d] e', 'a[ x] c[ y] e'])
    expect(marked('Old', 'New')).toEqual(['[Old]', '[New]'])
  })

  test('are none where one text is empty of words that the other has', () => {
    expect(marked('', 'Added')).toEqual(['', '[Added]'])
    expect(marked('Same', 'Same')).toEqual(['Same', 'Same'])
  })

  test('leave both texts whole, their spaces and lines included', () => {
    for (const [before, after] of [
      ['  two  spaces \n\nand lines ', ' two spaces\nand\tlines'],
      ['', '  '],
      ['a\n', 'a'],
    ] as const) {
      const changes = wordChanges(before, after)
      const whole = (stretches: readonly Stretch[]) => stretches.map(({ text }) => text).join('')
      expect([whole(changes.before), whole(changes.after)]).toEqual([before, after])
    }
  })

  test('are found in texts of the longest kind at once', () => {
    const long = 'word other '.repeat(900)
    const start = performance.now()
    const changes = wordChanges(`first ${long}`, `second ${long.toUpperCase()} last`)
    expect(changes.after.every(({ isChanged }) => isChanged)).toBe(true)
    expect(performance.now() - start).toBeLessThan(200)
  })
})

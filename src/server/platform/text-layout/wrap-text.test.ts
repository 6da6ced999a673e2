import fc from 'fast-check'
import { expect, it } from 'vitest'
import { wrapText } from './wrap-text.ts'

/** Every letter has the width 1. */
const measureWidth = (text: string) => text.length

it('breaks at spaces and keeps existing line breaks', () => {
  expect(wrapText('one two three\nfour', 8, measureWidth)).toEqual(['one two ', 'three', 'four'])
})

it('cuts a word that is wider than the line', () => {
  expect(wrapText('a incomprehensible b', 6, measureWidth)).toEqual(['a ', 'incomp', 'rehens', 'ible b'])
})

it('loses no letter and exceeds no line width', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', '\n'), maxLength: 200 })
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 30 }), (written, maxWidth) => {
      const lines = wrapText(written, maxWidth, measureWidth)
      expect(lines.join('').replaceAll(' ', '')).toBe(written.replaceAll(/[ \n]/g, ''))
      for (const line of lines) expect(line.trimEnd().length).toBeLessThanOrEqual(maxWidth)
    }),
  )
})

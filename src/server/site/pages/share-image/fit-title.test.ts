import { expect, it } from 'vitest'
import { fitTitle } from './fit-title.ts'

/** The width of every letter is half its height. */
const width = (text: string, size: number) => [...text].length * size * 0.5
const fitSampleTitle = (title: string) => fitTitle(title, 660, width)

it('keeps a short title large and on one line', () => {
  expect(fitSampleTitle('Short title')).toEqual({ lines: ['Short title'], size: 76 })
})

it('never puts a single word on the last line', () => {
  const { lines } = fitSampleTitle('Three packages with prices')
  expect(lines).toEqual(['Three packages', 'with prices'])
})

it('shrinks a title before it truncates', () => {
  const { lines, size } = fitSampleTitle('A rather long title that would need a great many lines at the largest of all sizes')
  expect(size).toBeLessThan(76)
  expect(lines.join(' ')).toMatch(/^A rather .* sizes$/)
})

it('returns at most four lines that fit, and truncates at a word with an ellipsis', () => {
  for (const title of ['on and on and on '.repeat(20).trim(), 'W'.repeat(200), `short ${'W'.repeat(300)}`]) {
    const { lines, size } = fitSampleTitle(title)
    expect(lines).toHaveLength(4)
    for (const line of lines) expect(width(line, size)).toBeLessThanOrEqual(660)
    expect(lines.at(-1)).toMatch(/(^| )(on|and|W+)…$/)
  }
})

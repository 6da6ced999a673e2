import { expect, it } from 'vitest'
import { fitTitle } from './fit-title.ts'

/** Every letter half as wide as it is high. */
const width = (text: string, size: number) => [...text].length * size * 0.5
const fitSampleTitle = (title: string) => fitTitle(title, 660, width)

it('keeps a short title large and on one line', () => {
  expect(fitSampleTitle('Short title')).toEqual({ lines: ['Short title'], size: 76 })
})

it('leaves no word alone on the last line', () => {
  const { lines } = fitSampleTitle('Three packages with prices')
  expect(lines).toEqual(['Three packages', 'with prices'])
})

it('grows smaller before it cuts', () => {
  const { lines, size } = fitSampleTitle('A rather long title that would need a great many lines at the largest of all sizes')
  expect(size).toBeLessThan(76)
  expect(lines.join(' ')).toMatch(/^A rather .* sizes$/)
})

it('never has more than four lines nor one that is too wide, and ends what it cuts at a word with an ellipsis', () => {
  for (const title of ['on and on and on '.repeat(20).trim(), 'W'.repeat(200), `short ${'W'.repeat(300)}`]) {
    const { lines, size } = fitSampleTitle(title)
    expect(lines).toHaveLength(4)
    for (const line of lines) expect(width(line, size)).toBeLessThanOrEqual(660)
    expect(lines.at(-1)).toMatch(/(^| )(on|and|W+)…$/)
  }
})

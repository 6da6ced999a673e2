import { expect, test } from 'vitest'
import { getVisiblePageNumbers } from './pager.tsx'

test('shows every page number of a short list', () => {
  expect(getVisiblePageNumbers(1, 1)).toEqual([1])
  expect(getVisiblePageNumbers(2, 3)).toEqual([1, 2, 3])
})

test('shows the ends and the neighbors of a long list, in at most seven places', () => {
  expect(getVisiblePageNumbers(1, 300)).toEqual([1, 2, 'gap', 300])
  expect(getVisiblePageNumbers(150, 300)).toEqual([1, 'gap', 149, 150, 151, 'gap', 300])
  expect(getVisiblePageNumbers(300, 300)).toEqual([1, 'gap', 299, 300])
})

test('hides at least two pages in each gap, and shows no page twice', () => {
  for (let last = 1; last <= 12; last += 1) {
    for (let current = 1; current <= last; current += 1) {
      const visiblePages = getVisiblePageNumbers(current, last)
      const pages = visiblePages.filter((entry) => entry !== 'gap')
      expect(visiblePages.length).toBeLessThanOrEqual(7)
      expect([...new Set(pages)].sort((a, b) => a - b)).toEqual(pages)
      expect(pages).toEqual(expect.arrayContaining([1, current, last]))
      for (const [index, entry] of visiblePages.entries()) {
        if (entry === 'gap') expect(Number(visiblePages[index + 1]) - Number(visiblePages[index - 1])).toBeGreaterThan(2)
      }
    }
  }
})

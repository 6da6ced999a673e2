import { expect, test } from 'vitest'
import { UserError } from '#contract/core/user-error.ts'
import { getLastPageNumber, loadListPage, parsePageNumber } from './load-list-page.ts'

const createNumberLoader = (total: number) => async (paging: { page: number; size: number }) => {
  const records = Array.from({ length: total }, (_, index) => index + 1)
  return { records: records.slice((paging.page - 1) * paging.size, paging.page * paging.size), total }
}

test('answers the last page for a number past the end', async () => {
  expect(await loadListPage(2, 3, createNumberLoader(7))).toEqual({ page: 2, size: 3, records: [4, 5, 6], total: 7 })
  expect(await loadListPage(9, 3, createNumberLoader(7))).toEqual({ page: 3, size: 3, records: [7], total: 7 })
  expect(await loadListPage(9, 3, createNumberLoader(0))).toEqual({ page: 1, size: 3, records: [], total: 0 })
  expect([getLastPageNumber(0, 3), getLastPageNumber(3, 3), getLastPageNumber(4, 3)]).toEqual([1, 1, 2])
})

test('returns a temporary failure as data, and throws any other', async () => {
  for (const status of [0, 429, 503]) {
    const read = () => Promise.reject(new UserError(status, 'Not now.'))
    expect(await loadListPage(1, 3, read)).toEqual({ problem: 'Not now.' })
  }
  for (const error of [new UserError(401, 'Log in.'), new UserError(403, 'No.'), new Error('broken')]) {
    await expect(loadListPage(1, 3, () => Promise.reject(error))).rejects.toBe(error)
  }
})

test('returns an error in the search term as data', async () => {
  const searchError = new UserError(400, 'One field needs your attention.', { search: 'Please type more.' })
  expect(await loadListPage(1, 3, () => Promise.reject(searchError))).toEqual({ problem: 'Please type more.', isFinal: true })
  const other = new UserError(400, 'One field needs your attention.', { page: 'page must be a number.' })
  await expect(loadListPage(1, 3, () => Promise.reject(other))).rejects.toBe(other)
})

test('reads anything but a page number as page 1', () => {
  const page = (text: string) => parsePageNumber(new URLSearchParams(text), 'unread')
  expect(page('unread=12')).toBe(12)
  for (const text of ['', 'unread=', 'unread=0', 'unread=-3', 'unread=1.5', 'unread=1e9', 'unread=99999999999', 'read=2']) {
    expect([text, page(text)]).toEqual([text, 1])
  }
})

import { expect, test } from 'vitest'
import { Refusal } from '../../contract/grammar/refusal.ts'
import { lastPage, pageIn, readListPage } from './list-page.ts'

const numbers = (total: number) => async (asked: { page: number; size: number }) => {
  const all = Array.from({ length: total }, (_, index) => index + 1)
  return { records: all.slice((asked.page - 1) * asked.size, asked.page * asked.size), total }
}

test('a page past the end is the last one', async () => {
  expect(await readListPage(2, 3, numbers(7))).toEqual({ page: 2, size: 3, records: [4, 5, 6], total: 7 })
  expect(await readListPage(9, 3, numbers(7))).toEqual({ page: 3, size: 3, records: [7], total: 7 })
  expect(await readListPage(9, 3, numbers(0))).toEqual({ page: 1, size: 3, records: [], total: 0 })
  expect([lastPage(0, 3), lastPage(3, 3), lastPage(4, 3)]).toEqual([1, 1, 2])
})

test('a failure that may pass is an answer; a refusal is not', async () => {
  for (const status of [0, 429, 503]) {
    const read = () => Promise.reject(new Refusal(status, 'Not now.'))
    expect(await readListPage(1, 3, read)).toEqual({ problem: 'Not now.' })
  }
  for (const error of [new Refusal(401, 'Log in.'), new Refusal(403, 'No.'), new Error('broken')]) {
    await expect(readListPage(1, 3, () => Promise.reject(error))).rejects.toBe(error)
  }
})

test('what is wrong with the words that were searched for is an answer, too', async () => {
  const refused = new Refusal(400, 'One field needs your attention.', { search: 'Please type more.' })
  expect(await readListPage(1, 3, () => Promise.reject(refused))).toEqual({ problem: 'Please type more.', isFinal: true })
  const other = new Refusal(400, 'One field needs your attention.', { page: 'page must be a number.' })
  await expect(readListPage(1, 3, () => Promise.reject(other))).rejects.toBe(other)
})

test('whatever is no page number is the first page', () => {
  const page = (text: string) => pageIn(new URLSearchParams(text), 'unread')
  expect(page('unread=12')).toBe(12)
  for (const text of ['', 'unread=', 'unread=0', 'unread=-3', 'unread=1.5', 'unread=1e9', 'unread=99999999999', 'read=2']) {
    expect([text, page(text)]).toEqual([text, 1])
  }
})

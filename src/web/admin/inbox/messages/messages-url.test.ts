import { expect, test } from 'vitest'
import { buildMessagesUrl, parseMessagesQuery } from './messages-url.ts'

const inbox = { place: 'inbox', search: '', size: 3, unread: 1, read: 1 } as const

test('the URL leaves out default values', () => {
  expect(buildMessagesUrl(inbox)).toBe('/all-messages')
  expect(buildMessagesUrl({ place: 'archive', search: 'a & b', unread: 1, read: 3 })).toBe(
    '/all-messages?place=archive&search=a+%26+b&read=3',
  )
})

test('parsing a built URL returns the query it was built from', () => {
  for (const query of [inbox, { place: 'spam', search: 'Größe #1?', size: 20, unread: 4, read: 2 } as const]) {
    expect(parseMessagesQuery(new URL(buildMessagesUrl(query), 'http://test').searchParams)).toEqual(query)
  }
})

test('invalid parameters fall back to the first page of the inbox', () => {
  expect(parseMessagesQuery(new URLSearchParams('place=attic&search=%20&size=1000&unread=x&read=-1'))).toEqual(inbox)
})

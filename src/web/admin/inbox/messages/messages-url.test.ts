import { expect, test } from 'vitest'
import { buildMessagesUrl, parseMessagesQuery } from './messages-url.ts'

const inbox = { place: 'inbox', search: '', size: 3, unread: 1, read: 1 } as const

test('what goes without saying is not in the address', () => {
  expect(buildMessagesUrl(inbox)).toBe('/all-messages')
  expect(buildMessagesUrl({ place: 'archive', search: 'a & b', unread: 1, read: 3 })).toBe(
    '/all-messages?place=archive&search=a+%26+b&read=3',
  )
})

test('an address leads back to what it was made from', () => {
  for (const shown of [inbox, { place: 'spam', search: 'Größe #1?', size: 20, unread: 4, read: 2 } as const]) {
    expect(parseMessagesQuery(new URL(buildMessagesUrl(shown), 'http://test').searchParams)).toEqual(shown)
  }
})

test('an address that nobody made shows the inbox', () => {
  expect(parseMessagesQuery(new URLSearchParams('place=attic&search=%20&size=1000&unread=x&read=-1'))).toEqual(inbox)
})

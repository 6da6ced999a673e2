import { expect, test } from 'vitest'
import { readUrl, urlOf } from './messages-url.ts'

const inbox = { place: 'inbox', search: '', size: 3, unread: 1, read: 1 } as const

test('what goes without saying is not in the address', () => {
  expect(urlOf(inbox)).toBe('/all-messages')
  expect(urlOf({ place: 'archive', search: 'a & b', unread: 1, read: 3 })).toBe(
    '/all-messages?place=archive&search=a+%26+b&read=3',
  )
})

test('an address leads back to what it was made from', () => {
  for (const shown of [inbox, { place: 'spam', search: 'Größe #1?', size: 20, unread: 4, read: 2 } as const]) {
    expect(readUrl(new URL(urlOf(shown), 'http://test').searchParams)).toEqual(shown)
  }
})

test('an address that nobody made shows the inbox', () => {
  expect(readUrl(new URLSearchParams('place=attic&search=%20&size=1000&unread=x&read=-1'))).toEqual(inbox)
})

import { expect, test } from 'vitest'
import { getContactSenderLabel, getMessageTitle } from './message-labels.ts'
import { buildReplyMailto } from './reply-mailto.ts'

const message = { email: 'ann@example.com', subject: 'Prices & terms?', message: 'Two lines:\n100 % of a+b' }

test('a reply carries the subject and the quoted message, with any characters', () => {
  const { protocol, pathname, searchParams } = new URL(buildReplyMailto(message))
  expect([protocol, pathname]).toEqual(['mailto:', 'ann@example.com'])
  expect(searchParams.get('subject')).toBe('Re: Prices & terms?')
  expect(searchParams.get('body')).toBe('\r\n\r\n> Two lines:\r\n> 100 % of a+b\r\n')
  expect(buildReplyMailto(message)).not.toContain('+')
})

test('an email address can’t add other recipients or headers', () => {
  const { pathname, searchParams } = new URL(buildReplyMailto({ ...message, email: 'a%2Cb?bcc=x&cc=y@example.com' }))
  expect(pathname).toBe('a%252Cb%3Fbcc%3Dx%26cc%3Dy@example.com')
  expect([...searchParams.keys()]).toEqual(['subject', 'body'])
})

test('a reply works without a subject, to another reply and without a message', () => {
  const link = (changes: object) => decodeURIComponent(buildReplyMailto({ ...message, ...changes }))
  expect(link({ subject: '  ' })).toContain('?subject=Re: your message&')
  expect(link({ subject: 'RE: Prices' })).toContain('?subject=RE: Prices&')
  expect(link({ message: ' ' })).toBe('mailto:ann@example.com?subject=Re: Prices & terms?')
})

test('a reply quotes the start of a long message and never splits a character', () => {
  const link = buildReplyMailto({ ...message, message: `${'x'.repeat(399)}😀 and so on` })
  expect(link.length).toBeLessThan(800)
  expect(new URL(link).searchParams.get('body')?.isWellFormed()).toBe(true)
})

test('a message is labeled by any detail of its sender, and by its subject or its text', () => {
  expect(getContactSenderLabel({ name: ' ', email: 'ann@example.com', number: '' })).toBe('ann@example.com')
  expect(getContactSenderLabel({ name: 'Ann', email: 'ann@example.com', number: '' })).toBe('Ann')
  expect(getContactSenderLabel({ name: '', email: '', number: ' ' })).toBe('No name given')
  expect(getMessageTitle({ subject: '', message: ' Two\n lines ' })).toBe('Two lines')
  expect(getMessageTitle({ subject: '', message: '' })).toBe('No subject')
  expect(getMessageTitle({ subject: 'x'.repeat(10_000), message: '' })).toHaveLength(121)
})

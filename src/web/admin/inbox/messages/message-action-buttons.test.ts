import { expect, test } from 'vitest'
import { buildReplyMailto } from './message-action-buttons.tsx'
import { getSenderLabel, getSubjectLabel } from './message-labels.ts'

const message = { email: 'ann@example.com', subject: 'Prices & terms?', message: 'Two lines:\n100 % of a+b' }

test('an answer carries the subject and the quoted message, whatever characters are in them', () => {
  const { protocol, pathname, searchParams } = new URL(buildReplyMailto(message))
  expect([protocol, pathname]).toEqual(['mailto:', 'ann@example.com'])
  expect(searchParams.get('subject')).toBe('Re: Prices & terms?')
  expect(searchParams.get('body')).toBe('\r\n\r\n> Two lines:\r\n> 100 % of a+b\r\n')
  expect(buildReplyMailto(message)).not.toContain('+')
})

test('an address cannot smuggle in other recipients or headers', () => {
  const { pathname, searchParams } = new URL(buildReplyMailto({ ...message, email: 'a%2Cb?bcc=x&cc=y@example.com' }))
  expect(pathname).toBe('a%252Cb%3Fbcc%3Dx%26cc%3Dy@example.com')
  expect([...searchParams.keys()]).toEqual(['subject', 'body'])
})

test('no subject, an answer to an answer and an empty message make sense', () => {
  const link = (more: object) => decodeURIComponent(buildReplyMailto({ ...message, ...more }))
  expect(link({ subject: '  ' })).toContain('?subject=Re: your message&')
  expect(link({ subject: 'RE: Prices' })).toContain('?subject=RE: Prices&')
  expect(link({ message: ' ' })).toBe('mailto:ann@example.com?subject=Re: Prices & terms?')
})

test('a long message is quoted in part, never cut through a character', () => {
  const link = buildReplyMailto({ ...message, message: `${'x'.repeat(399)}😀 and so on` })
  expect(link.length).toBeLessThan(800)
  expect(new URL(link).searchParams.get('body')?.isWellFormed()).toBe(true)
})

test('a message is from whoever gave any of their details, and about what they wrote', () => {
  expect(getSenderLabel({ name: ' ', email: 'ann@example.com', number: '' })).toBe('ann@example.com')
  expect(getSenderLabel({ name: 'Ann', email: 'ann@example.com', number: '' })).toBe('Ann')
  expect(getSenderLabel({ name: '', email: '', number: ' ' })).toBe('No name given')
  expect(getSubjectLabel({ subject: '', message: ' Two\n lines ' })).toBe('Two lines')
  expect(getSubjectLabel({ subject: '', message: '' })).toBe('No subject')
  expect(getSubjectLabel({ subject: 'x'.repeat(10_000), message: '' })).toHaveLength(121)
})

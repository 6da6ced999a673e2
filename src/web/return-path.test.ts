import { expect, it } from 'vitest'
import { getPathAfterRegistration, parseReturnPath } from './return-path.ts'

it('accepts a path on this site with its query and fragment', () => {
  for (const path of ['/', '/order-now/abc?x=1#top', '/edit-banner', '/a//b']) expect(parseReturnPath(path)).toBe(path)
})

it('rejects every path that a browser could read as another site', () => {
  const hosts = ['evil.example', 'evil.example/', 'user@evil.example', '127.0.0.1@evil.example']
  const starts = [
    '//',
    '///',
    '/\\',
    '\\\\',
    '\\/',
    '/\t/',
    '/\n/',
    '\t//',
    ' //',
    'http://',
    'https://',
    'HTTP:',
    'javascript:',
    'data:',
    '/.//',
    '/..//',
    '/%2e//',
  ]
  for (const start of starts) for (const host of hosts) expect(parseReturnPath(start + host), start + host).toBeUndefined()
  for (const path of ['', null, undefined, 'relative', '?x', '#x', '/a\u0000', `/${'a'.repeat(3_000)}`])
    expect(parseReturnPath(path)).toBeUndefined()
})

it('leads after registration to the order form or back to the page, else home (P-47, P-48)', () => {
  expect(getPathAfterRegistration('/order-now/p1')).toBe('/order-now/p1?registered')
  expect(getPathAfterRegistration('/verify-email?token=x')).toBe('/verify-email?token=x')
  expect(getPathAfterRegistration(undefined)).toBe('/?registered')
})

import { expect, test } from 'vitest'
import { toPhoneUrl, toSafeUrl } from './safe-url.ts'

test('an address that runs script is dropped, however it is disguised', () => {
  for (const bad of ['javascript:alert(1)', ' JavaScript:alert(1)', 'java\nscript:alert(1)', 'data:text/html,x', 'vbscript:x']) {
    expect(toSafeUrl(bad), bad).toBeUndefined()
  }
})

test('web, mail, phone and site addresses pass; an empty one is no address', () => {
  for (const good of ['https://example.com/a?b=c', 'mailto:a@example.com', 'tel:+12025550142', '/contact', '#pricing-sec']) {
    expect(toSafeUrl(good)).toBe(good)
  }
  expect(toSafeUrl('  ')).toBeUndefined()
})

test('a phone number becomes one that a phone can call', () => {
  expect(toPhoneUrl('+1 (202) 555-0142')).toBe('tel:+12025550142')
})

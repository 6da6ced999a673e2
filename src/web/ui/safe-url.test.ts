import { expect, test } from 'vitest'
import { toSafeUrl } from './safe-url.ts'

test('rejects a URL that runs script, in any disguise', () => {
  for (const url of ['javascript:alert(1)', ' JavaScript:alert(1)', 'java\nscript:alert(1)', 'data:text/html,x', 'vbscript:x']) {
    expect(toSafeUrl(url), url).toBeUndefined()
  }
})

test('accepts web, email, phone and site URLs, and rejects an empty one', () => {
  for (const url of ['https://example.com/a?b=c', 'mailto:a@example.com', 'tel:+12025550142', '/contact', '#pricing-sec']) {
    expect(toSafeUrl(url)).toBe(url)
  }
  expect(toSafeUrl('  ')).toBeUndefined()
})

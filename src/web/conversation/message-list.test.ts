import { expect, it } from 'vitest'
import { splitLinks } from './message-list.tsx'

it('makes links of web addresses only', () => {
  expect(splitLinks('See https://example.com/a?b=1, please.')).toEqual([
    { text: 'See ' },
    { text: 'https://example.com/a?b=1', href: 'https://example.com/a?b=1' },
    { text: ',' },
    { text: ' please.' },
  ])
  for (const text of ['javascript:alert(1)', 'data:text/html,x', 'www.example.com', 'https://', '<b>bold</b>'])
    expect([text, splitLinks(text).some(({ href }) => href)]).toEqual([text, false])
})

it('keeps every character of the text', () => {
  for (const text of ['', 'https://a.example https://b.example', '(http://a.example).\nNext\n', 'https://...'])
    expect(
      splitLinks(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text)
})

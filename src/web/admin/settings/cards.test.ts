import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { contentKinds } from '../../../contract/content-kinds.ts'
import { MiniPage } from '../editor/records/mini-page.tsx'
import { cardsOf } from './cards.ts'

test('every editor has one card', () => {
  const homes = new Set(contentKinds.map(({ editor }) => editor.home))
  const cards = cardsOf([])
  expect(cards.map(({ path }) => path)).toEqual([...homes])
})

test('a screen without records is empty, one with a sample says so, any other is ready', () => {
  expect(stateOf([])).toBe('Empty')
  expect(stateOf([tally('faq-text', 1), tally('faq-item', 2, 1)])).toBe('Sample')
  expect(stateOf([tally('faq-text', 1)])).toBe('Ready')
})

test('what the site does as well without is not called empty', () => {
  for (const path of ['/edit-redirects', '/edit-search', '/add-item']) expect(cardOf(path, [])?.state).toBe('Default')
  expect(cardOf('/edit-redirects', [tally('redirect', 1)])?.state).toBe('Ready')
})

test('a card counts what the draft says of its kinds', () => {
  const cards = cardsOf([], [{ kind: 'faq-text' }, { kind: 'faq-item' }, { kind: 'banner' }])
  expect(cards.flatMap(({ path, drafted }) => (drafted > 0 ? [[path, drafted]] : []))).toEqual([
    ['/edit-banner', 1],
    ['/edit-faq', 2],
  ])
})

test('a card counts the items of its lists', () => {
  expect(cardOf('/edit-faq', [tally('faq-text', 1), tally('faq-item', 8)])?.counts).toBe('8 items')
  expect(cardOf('/edit-banner', [tally('banner', 1)])?.counts).toBe('1 record')
})

test.each(cardsOf([]).filter(({ shownOn }) => shownOn.length > 0))(
  '$name has a place on the small picture of its page',
  (card) => {
    expect(renderToStaticMarkup(createElement(MiniPage, { kinds: card.kinds }))).toContain('stroke-pine')
  },
)

function cardOf(path: string, tallies: Parameters<typeof cardsOf>[0]) {
  return cardsOf(tallies).find((card) => card.path === path)
}

function stateOf(tallies: Parameters<typeof cardsOf>[0]) {
  return cardOf('/edit-faq', tallies)?.state
}

function tally(kind: string, count: number, samples = 0) {
  return { kind, count, samples, sampleFields: [] }
}

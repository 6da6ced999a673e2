import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { contentKinds } from '../../../contract/content-kinds.ts'
import { PageMiniature } from '../editor/records/page-miniature.tsx'
import { buildEditorCards } from './editor-cards.ts'

test('every editor has one card', () => {
  const homes = new Set(contentKinds.map(({ editor }) => editor.home))
  const cards = buildEditorCards([])
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
  const cards = buildEditorCards([], [{ kind: 'faq-text' }, { kind: 'faq-item' }, { kind: 'banner' }])
  expect(cards.flatMap(({ path, stagedCount: drafted }) => (drafted > 0 ? [[path, drafted]] : []))).toEqual([
    ['/edit-banner', 1],
    ['/edit-faq', 2],
  ])
})

test('a card counts the items of its lists', () => {
  expect(cardOf('/edit-faq', [tally('faq-text', 1), tally('faq-item', 8)])?.counts).toBe('8 items')
  expect(cardOf('/edit-banner', [tally('banner', 1)])?.counts).toBe('1 record')
})

test.each(buildEditorCards([]).filter(({ shownOn }) => shownOn.length > 0))(
  '$name has a place on the small picture of its page',
  (card) => {
    expect(renderToStaticMarkup(createElement(PageMiniature, { kinds: card.kinds }))).toContain('stroke-pine')
  },
)

function cardOf(path: string, tallies: Parameters<typeof buildEditorCards>[0]) {
  return buildEditorCards(tallies).find((card) => card.path === path)
}

function stateOf(tallies: Parameters<typeof buildEditorCards>[0]) {
  return cardOf('/edit-faq', tallies)?.state
}

function tally(kind: string, count: number, samples = 0) {
  return { kind, count, samples, sampleFields: [] }
}

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { contentKinds } from '#contract/content-kinds.ts'
import { PageMiniature } from '../editor/records/page-miniature.tsx'
import { buildEditorCards } from './editor-cards.ts'

test('every editor has one card', () => {
  const homes = new Set(contentKinds.map(({ editor }) => editor.home))
  const cards = buildEditorCards([])
  expect(cards.map(({ path }) => path)).toEqual([...homes])
})

test('a card is Empty without records, Sample with a sample record, and otherwise Ready', () => {
  expect(getState([])).toBe('Empty')
  expect(getState([createCount('faq-text', 1), createCount('faq-item', 2, 1)])).toBe('Sample')
  expect(getState([createCount('faq-text', 1)])).toBe('Ready')
})

test('a card of optional content without records is Default, not Empty', () => {
  for (const path of ['/edit-redirects', '/edit-search', '/add-item']) expect(findCard(path, [])?.state).toBe('Default')
  expect(findCard('/edit-redirects', [createCount('redirect', 1)])?.state).toBe('Ready')
})

test('a card counts the staged changes of its kinds', () => {
  const cards = buildEditorCards([], [{ kind: 'faq-text' }, { kind: 'faq-item' }, { kind: 'banner' }])
  expect(cards.flatMap(({ path, stagedCount }) => (stagedCount > 0 ? [[path, stagedCount]] : []))).toEqual([
    ['/edit-banner', 1],
    ['/edit-faq', 2],
  ])
})

test('a card counts the items of its lists', () => {
  expect(findCard('/edit-faq', [createCount('faq-text', 1), createCount('faq-item', 8)])?.counts).toBe('8 items')
  expect(findCard('/edit-banner?open=1', [createCount('banner', 1)])?.counts).toBe('')
})

test('the card of a single record opens its editor at once', () => {
  expect(findCard('/add-address-footer?open=1', [createCount('footer-address', 1)])?.name).toBe('Business info')
  expect(findCard('/add-address-footer', [])?.name).toBe('Business info')
  expect(findCard('/edit-faq', [createCount('faq-text', 1), createCount('faq-item', 1)])?.name).toBe('FAQ')
})

test.each(buildEditorCards([]).filter(({ shownOn }) => shownOn.length > 0))('the miniature of a page marks $name', (card) => {
  expect(renderToStaticMarkup(createElement(PageMiniature, { kinds: card.kinds }))).toContain('stroke-pine')
})

function findCard(path: string, counts: Parameters<typeof buildEditorCards>[0]) {
  return buildEditorCards(counts).find((card) => card.path === path)
}

function getState(counts: Parameters<typeof buildEditorCards>[0]) {
  return findCard('/edit-faq', counts)?.state
}

function createCount(kind: string, count: number, samples = 0) {
  return { kind, count, samples, sampleFields: [] }
}

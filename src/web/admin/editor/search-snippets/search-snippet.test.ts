import { expect, test } from 'vitest'
import { buildSearchSnippet, formatBreadcrumb, type SearchSnippetData } from './search-snippet.ts'

const data: SearchSnippetData = {
  business: 'A business',
  pages: [{ page: 'Pricing', title: 'What it costs', description: 'Three packages.' }],
}

test('what the owner leaves empty, or blank, is what the page says by itself', () => {
  expect(buildSearchSnippet(data, { page: 'Pricing', pageTitle: ' ', pageDescription: 'Ours', shareImage: '' })).toEqual({
    page: { name: 'Pricing', path: '/pricing/' },
    title: 'What it costs',
    description: 'Ours',
    shareImage: '',
  })
})

test('without a page, or with one that says nothing, there is nothing to list', () => {
  expect(buildSearchSnippet(data, { page: '' })).toBeUndefined()
  expect(buildSearchSnippet(data, { page: 'Home' })).toBeUndefined()
})

test('an address is written as search engines write it', () => {
  expect(formatBreadcrumb('https://shop.example', { name: 'Pricing', path: '/pricing/' })).toBe('shop.example › pricing')
  expect(formatBreadcrumb('https://shop.example', { name: 'Home', path: '/' })).toBe('shop.example')
})

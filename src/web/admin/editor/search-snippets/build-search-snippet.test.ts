import { expect, test } from 'vitest'
import { buildSearchSnippet, formatBreadcrumb, type SearchSnippetDefaults } from './build-search-snippet.ts'

const data: SearchSnippetDefaults = {
  business: 'A business',
  logo: '',
  pages: [{ page: 'Pricing', title: 'What it costs', description: 'Three packages.' }],
}

test('uses the page’s own texts for empty and blank fields', () => {
  expect(buildSearchSnippet(data, { page: 'Pricing', pageTitle: ' ', pageDescription: 'Ours', shareImage: '' })).toEqual({
    page: { name: 'Pricing', path: '/pricing/' },
    title: 'What it costs',
    description: 'Ours',
    shareImage: '',
  })
})

test('returns undefined without a page or its metadata', () => {
  expect(buildSearchSnippet(data, { page: '' })).toBeUndefined()
  expect(buildSearchSnippet(data, { page: 'Home' })).toBeUndefined()
})

test('formats a URL as search engines do', () => {
  expect(formatBreadcrumb('https://shop.example', { name: 'Pricing', path: '/pricing/' })).toBe('shop.example › pricing')
  expect(formatBreadcrumb('https://shop.example', { name: 'Home', path: '/' })).toBe('shop.example')
})

import { fileURLToPath } from 'node:url'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { adminPages } from '../../admin-pages.ts'
import { chapterIds, guideTo } from '../shell/guide-link.ts'
import { adminPaths } from '../site-map.ts'
import { chapters, PICTURE } from './guide.tsx'

test.each(chapterIds)('the chapter "%s" has its picture, as large as the page says', async (id) => {
  const { width, height, format } = await sharp(
    fileURLToPath(new URL(`../../../../public${adminPaths.guide}/${id}.webp`, import.meta.url)),
  ).metadata()
  expect({ width, height, format }).toEqual({ ...PICTURE, format: 'webp' })
})

test('the chapters lead to screens that there are', () => {
  for (const { text } of Object.values(chapters)) {
    const html = renderToStaticMarkup(<MemoryRouter>{text}</MemoryRouter>)
    for (const [, path = ''] of html.matchAll(/<a [^>]*href="([^"]*)"/g)) {
      expect([path, path === '/account' || adminPages.some((page) => page.path === path)]).toEqual([path, true])
    }
  }
})

test('every screen leads to a chapter, and those of one matter to the same', () => {
  for (const { path } of adminPages) expect(chapterIds).toContain(guideTo(path).split('#')[1])
  expect(guideTo('/add-address-footer')).toBe('/guide#business')
  expect(guideTo('/edit-redirects/')).toBe('/guide#search')
  expect(guideTo('/edit-banner')).toBe('/guide#edit')
  expect(guideTo('/edit-faq')).toBe('/guide#lists')
  expect(guideTo('/view/1')).toBe('/guide#messages')
})

import { fileURLToPath } from 'node:url'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { adminPages } from '../../admin-pages.ts'
import { adminPaths } from '../admin-paths.ts'
import { getGuideUrlForScreen, guideChapterIds } from '../shell/guide-chapter-for-each-screen.ts'
import { GUIDE_IMAGE_SIZE, GuideParagraph, guideChapters } from './guide-page.tsx'

test.each(guideChapterIds)('the image of chapter "%s" has the size that the page declares', async (id) => {
  const { width, height, format } = await sharp(
    fileURLToPath(new URL(`../../../../public${adminPaths.guide}/${id}.webp`, import.meta.url)),
  ).metadata()
  expect({ width, height, format }).toEqual({ ...GUIDE_IMAGE_SIZE, format: 'webp' })
})

test('every chapter of a screen is in the guide, with its text', () => {
  expect(Object.keys(guideChapters)).toEqual(guideChapterIds)
  for (const { title, paragraphs } of Object.values(guideChapters)) expect([title, paragraphs.length]).not.toContain(0)
})

test('the chapters only link existing screens', () => {
  for (const text of Object.values(guideChapters).flatMap(({ paragraphs }) => paragraphs)) {
    for (const [, path = ''] of text.matchAll(/\]\(([^)]*)\)/g)) {
      expect([path, path === '/account' || adminPages.some((page) => page.path === path)]).toEqual([path, true])
    }
  }
})

test('no mark of a chapter is left as text', () => {
  for (const text of Object.values(guideChapters).flatMap(({ paragraphs }) => paragraphs)) {
    const html = renderToStaticMarkup(
      <MemoryRouter>
        <GuideParagraph text={text} />
      </MemoryRouter>,
    )
    expect(html.replaceAll(/<code>.*?<\/code>/g, '')).not.toMatch(/\*|`|\]\(/)
  }
})

test('every screen links a chapter', () => {
  for (const { path } of adminPages) expect(guideChapterIds).toContain(getGuideUrlForScreen(path).split('#')[1])
  expect(getGuideUrlForScreen('/add-address-footer')).toBe('/guide#business')
  expect(getGuideUrlForScreen('/edit-redirects/')).toBe('/guide#search')
  expect(getGuideUrlForScreen('/edit-banner')).toBe('/guide#edit')
  expect(getGuideUrlForScreen('/edit-faq')).toBe('/guide#lists')
  expect(getGuideUrlForScreen('/view/1')).toBe('/guide#messages')
})

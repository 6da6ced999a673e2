import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { ImageDisplayDetails } from '#contract/content/media.ts'
import { ContentImage, LibraryImageProvider } from './content-image.tsx'
import { Monogram } from './monogram.tsx'

const id = '0123456789abcdef0123456789abcdef'
const house: ImageDisplayDetails = { url: `/media/${id}.jpg`, width: 1600, height: 900, alt: 'A house', focusX: 50, focusY: 50 }

function renderWithLibrary(node: ReactNode, details: Partial<ImageDisplayDetails> = {}): string {
  return renderToStaticMarkup(<LibraryImageProvider images={[{ ...house, ...details }]}>{node}</LibraryImageProvider>)
}

it('offers a library image in both formats and several widths, with its own size', () => {
  const html = renderWithLibrary(<ContentImage src={house.url} width={588} height={300} />)
  const widths = [320, 640, 960, 1600]
  for (const format of ['avif', 'webp']) {
    const srcset = widths.map((width) => `/media/${id}-${width}.${format} ${width}w`).join(', ')
    expect(html).toContain(`<source type="image/${format}" srcSet="${srcset}" sizes="min(100vw, 588px)"/>`)
  }
  expect(html).toContain(`<img src="${house.url}" alt="A house" width="1600" height="900" fetchPriority="low"/></picture>`)
  expect(html.indexOf('avif')).toBeLessThan(html.indexOf('webp'))
})

it('offers a small image in its original form only', () => {
  const html = renderWithLibrary(<ContentImage src={house.url} width={48} height={48} />, { width: 300, height: 200 })
  expect(html).toContain(`<img src="${house.url}" alt="A house" width="300" height="200" fetchPriority="low"/></span>`)
  expect(html).not.toContain('<source')
})

it('describes a picture without an alt text by its subject, but no illustration', () => {
  const render = (src: string, alt = '') =>
    renderWithLibrary(<ContentImage src={src} width={1} height={1} subject="Our office" />, { alt })
  expect(render(house.url)).toContain('alt="Our office"')
  expect(render(house.url, 'A house')).toContain('alt="A house"')
  expect(render('https://example.com/a.jpg')).toContain('alt="Our office"')
  expect(render('/art/street.svg')).toContain('alt=""')
})

it('never loads an image lazily: the first of a page must show at once', () => {
  expect(renderWithLibrary(<ContentImage src={house.url} width={1} height={1} />)).not.toContain('loading=')
})

it('keeps the focal point visible through classes: the security policy allows no inline styles', () => {
  const html = renderWithLibrary(<ContentImage src={house.url} width={1} height={1} isAboveFold />, { focusX: 12, focusY: 100 })
  expect(html).toContain('class="focus-x-10 focus-y-100" fetchPriority="high"')
  expect(html).not.toContain('style=')
})

it('shows any other URL unchanged', () => {
  const buildUnchangedImage = (src: string) =>
    `<span class="picture picture-ground "><img src="${src}" alt="" width="3" height="2" fetchPriority="low"/></span>`
  for (const src of ['/art/street.svg', 'https://example.com/a.jpg', `/media/${id.replace('0', 'f')}.jpg`])
    expect(renderWithLibrary(<ContentImage src={src} width={3} height={2} />)).toBe(buildUnchangedImage(src))
  expect(renderWithLibrary(<ContentImage src="javascript:alert(1)" width={3} height={2} />)).toBe(
    '<span class="picture picture-ground "></span>',
  )
})

it('shows a built-in illustration from the sprite, cropped or whole, and an unknown view unchanged', () => {
  const getImageUrl = (src: string, kind: 'photo' | 'illustration') =>
    /src="([^"]*)"/.exec(renderWithLibrary(<ContentImage src={src} kind={kind} width={3} height={2} />))?.[1]
  expect(getImageUrl('/art/about.svg#street', 'photo')).toBe('/art/sprite.svg#about-street-cover')
  expect(getImageUrl('/art/faq-key.svg', 'illustration')).toBe('/art/sprite.svg#faq-key-contain')
  expect(getImageUrl('/art/about.svg#attic', 'photo')).toBe('/art/about.svg#attic')
})

it('shows initials for a person without a picture', () => {
  const letters = (name: string) => />([^<]*)<\/text>/.exec(renderWithLibrary(<Monogram name={name} />))?.[1]
  expect(['Dana M. Field (CPA)', 'rosa', 'Émile-Zoé', '李 明', '', '(x)'].map(letters)).toEqual(['DF', 'R', 'ÉZ', '李明', '', ''])
})

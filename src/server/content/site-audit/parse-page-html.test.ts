import { expect, test } from 'vitest'
import { parsePageHtml } from './parse-page-html.ts'

test('reads the title, the description, the headings and the loaded files of a document', () => {
  const page = parsePageHtml(`<!DOCTYPE html><html><head><title> A  title </title><meta name="description" content=" Said ">
    <link rel="stylesheet" href="/a.css"><link rel="icon" href="/favicon.ico"><script src="/a.js"></script></head>
    <body><h1>One <em>heading</em></h1><p id="here"><h3 aria-label="Said instead">x</h3></body></html>`)
  expect(page).toMatchObject({
    title: 'A title',
    description: 'Said',
    headings: [
      { level: 1, text: 'One heading' },
      { level: 3, text: 'Said instead' },
    ],
    fileUrls: ['/a.css', '/a.js'],
  })
  expect([...page.ids]).toEqual(['here'])
})

test('reads the text of a link from its label, its text, or the descriptions of its images', () => {
  const { links } = parsePageHtml(
    '<a href="/a" aria-label="Ours on X"><svg></svg></a><a href="/b">Read <b>on</b></a><a href="/c"><img alt="A map"></a><a>none</a>',
  )
  expect(links).toEqual([
    { href: '/a', words: 'Ours on X' },
    { href: '/b', words: 'Read on' },
    { href: '/c', words: 'A map' },
  ])
})

test('reads the width of an image from its sizes or its width attribute', () => {
  const { images } = parsePageHtml(
    '<picture><source srcset="/x-320.webp 320w" sizes="min(100vw, 588px)"><img src="/x.jpg" alt="" width="2000"></picture><img src="/y.svg" width="30">',
  )
  expect(images).toEqual([
    { src: '/x.jpg', alt: '', width: 588 },
    { src: '/y.svg', alt: undefined, width: 30 },
  ])
})

test('keeps structured data unchanged, and reads ten thousand nested elements', () => {
  const deep = `${'<div>'.repeat(10_000)}<a href="/deep">Deep</a>`
  const page = parsePageHtml(`<script type="application/ld+json">{"a":"\\u003c/script>"}</script>${deep}`)
  expect(page.dataBlocks).toEqual(['{"a":"\\u003c/script>"}'])
  expect(page.links).toEqual([{ href: '/deep', words: 'Deep' }])
  expect(page.bytes).toBeGreaterThan(50_000)
})

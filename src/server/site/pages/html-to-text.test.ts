import { expect, it } from 'vitest'
import { extractPageText } from './html-to-text.ts'

const read = (main: string, head = '') =>
  extractPageText(
    `<html><head>${head}</head><body><header>Menu</header><main>${main}</main><footer>End</footer></body></html>`,
    'https://shop.test/a/',
  )

it('returns the text between header and footer in blocks', () => {
  expect(read('<section><h1>A  heading</h1><div><p>One.</p>\n<p>Two<br>lines.</p></div></section>').text).toBe(
    '# A heading\n\nOne.\n\nTwo\nlines.',
  )
})

it('writes lists, questions, tables and links as Markdown with absolute URLs', () => {
  expect(read('<ul><li>One</li><li>Two</li><li></li></ul><p>End</p>').text).toBe('- One\n- Two\n\nEnd')
  expect(read('<ul><li><h3>One</h3><p>Its text.</p></li></ul>').text).toBe('### One\n\nIts text.')
  expect(read('<details><summary>Why?</summary><p>So.</p></details>').text).toBe('### Why?\n\nSo.')
  expect(read('<table><tr><th>May</th><td>3</td></tr></table>').text).toBe('| May | 3')
  expect(read('<p>See <a href="/pricing/">the prices</a><a href="b">B</a> or <a href="#x">below</a>.</p>').text).toBe(
    'See [the prices](https://shop.test/pricing/) [B](https://shop.test/a/b) or below.',
  )
})

it('skips forms, scripts, drawings, navigation and hidden elements', () => {
  const ignoredElements = ['<form><p>Name</p><input></form>', '<svg><text>x</text></svg>', '<nav><a href="/">Home</a></nav>']
  const hiddenElements = ['<p hidden>x</p>', '<div aria-hidden="true"><p>x<img src="/x.png"></p></div>', '<script>x</script>']
  expect(read(`<p>Before.</p>${[...ignoredElements, ...hiddenElements].join('')}<p>After.</p>`).text).toBe('Before.\n\nAfter.')
})

it('returns title, description and the images with an alt text, without parts of drawings', () => {
  const head =
    '<title>Prices &amp; more | Us</title><meta name="description" content="All.">' +
    '<meta property="og:image" content="https://shop.test/share/a.png?v=1">'
  const page = read(
    '<img src="/media/a.png" alt="A"><img src="/media/a.png" alt="A"><img src="/b.png" alt=""><img src="/art/all.svg#one" alt="C">',
    head,
  )
  expect(page).toEqual({
    title: 'Prices & more | Us',
    description: 'All.',
    text: '',
    images: ['/media/a.png'],
  })
})

import { Parser } from 'htmlparser2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp } from '../support/app.ts'
import { databaseOn } from '../support/databases.ts'

/** A sentence with no more words may be said again: "One payment per order, no auto-renewal." */
const MOST_WORDS = 8

/** Elements within which a sentence may go on. */
const INLINE = new Set(['a', 'abbr', 'b', 'br', 'code', 'em', 'i', 'small', 'span', 'strong', 'time', 'wbr'])
/** What stands around every page, and what nobody reads. */
const ASIDE = new Set(['head', 'header', 'footer', 'nav', 'script', 'style', 'svg', 'template'])

type Page = { path: string; paragraphs: string[] }

describe('the demo content, read page after page', () => {
  const { environment, remove } = databaseOn(() => undefined)
  const pages: Page[] = []
  beforeAll(async () => {
    const site = await startApp({ ...(await environment()), SEED: 'demo' })
    const { text } = await site.request('GET', '/sitemap.xml')
    for (const [, address = ''] of text.matchAll(/<loc>([^<]+)<\/loc>/g)) {
      const path = new URL(address).pathname
      pages.push({ path, paragraphs: paragraphsOf((await site.request('GET', path)).text) })
    }
    await site.close()
  })
  afterAll(remove)

  it('has words on every public page', () => {
    expect(pages.length).toBeGreaterThanOrEqual(6)
    for (const { path, paragraphs } of pages) expect(paragraphs.length, path).toBeGreaterThan(5)
  })

  it('says no longer sentence on two pages', () => {
    const saying = new Map<string, Set<string>>()
    for (const { path, paragraphs } of pages) {
      for (const sentence of paragraphs.flatMap(sentencesOf).map(plain).filter(isLong)) {
        saying.set(sentence, (saying.get(sentence) ?? new Set()).add(path))
      }
    }
    expect([...saying].flatMap(([sentence, paths]) => (paths.size > 1 ? [[sentence, ...paths]] : []))).toEqual([])
  })

  it('has no longer paragraph twice on a page', () => {
    const twice = pages.flatMap(({ path, paragraphs }) => {
      const long = paragraphs.map(plain).filter(isLong)
      return [...new Set(long.filter((one, nth) => long.indexOf(one) !== nth))].map((one) => `${path}: ${one}`)
    })
    expect(twice).toEqual([])
  })
})

describe('a page that is read', () => {
  it('has a paragraph for each block, without what stands around the page', () => {
    const html =
      '<header>Menu</header><main><h1>A <b>heading</b></h1><p>One. <a href="/">Two</a>?<br>Three</p>four<ul><li>Five</li></ul></main>'
    expect(paragraphsOf(html)).toEqual(['A heading', 'One. Two? Three', 'four', 'Five'])
    expect(sentencesOf('One. Two? $4.50 a month')).toEqual(['One.', 'Two?', '$4.50 a month'])
    expect(plain('It’s “Two”,  and Three!')).toBe('it’s two and three')
  })
})

function paragraphsOf(html: string): string[] {
  const paragraphs: string[] = []
  let [text, asides] = ['', 0]
  const end = () => {
    paragraphs.push(text.replace(/\s+/g, ' ').trim())
    text = ''
  }
  const parser = new Parser({
    onopentag(tag) {
      if (ASIDE.has(tag)) asides += 1
      if (!INLINE.has(tag)) end()
      if (tag === 'br') text += ' '
    },
    onclosetag(tag) {
      if (ASIDE.has(tag)) asides -= 1
      if (!INLINE.has(tag)) end()
    },
    ontext(part) {
      if (asides === 0) text += part
    },
  })
  parser.end(html)
  end()
  return paragraphs.filter((paragraph) => paragraph !== '')
}

function sentencesOf(paragraph: string): string[] {
  return paragraph.split(/(?<=[.!?])\s+/)
}

/** The words alone, so that a capital or a comma makes no other sentence. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}’'$%\s-]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}

function isLong(text: string): boolean {
  return text.split(' ').length > MOST_WORDS
}

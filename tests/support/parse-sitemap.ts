/** One entry that the sitemap schema allows. */
export type SitemapEntry = { loc: string; lastmod?: string; changefreq?: string; priority?: string; images: string[] }

const NAMESPACES = {
  protocol: 'http://www.sitemaps.org/schemas/sitemap/0.9',
  /** Google Search Central, image sitemaps. */
  images: 'http://www.google.com/schemas/sitemap-image/1.1',
}
const MAX_IMAGES = 1_000
const MAX_ENTRIES = 50_000
const MAX_BYTES = 50 * 1024 * 1024
const FREQUENCIES = ['always', 'hourly', 'daily', 'weekly', 'monthly', 'yearly', 'never']
// xsd:date or xsd:dateTime.
const DATE =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3])(:[0-5]\d){2}(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)?)?$/
const PRIORITY = /^(0(\.\d)?|1(\.0)?)$/
/** XML 1.0 character data: no markup, and an ampersand only in a reference. */
const TEXT = /^([^<>&]|&(amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)*$/i

/** Parses a sitemap by its schema (sitemap.xsd 0.9). Throws at the first violation. */
export function parseSitemap(xml: string): SitemapEntry[] {
  assertRule(Buffer.byteLength(xml) <= MAX_BYTES, 'has at most 50 MB')
  const body =
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\s*<urlset xmlns="([^"]*)" xmlns:image="([^"]*)">(.*)<\/urlset>\s*$/s.exec(xml)
  assertRule(body !== null, 'is one urlset in UTF-8')
  assertRule(body?.[1] === NAMESPACES.protocol, 'uses the namespace of the protocol')
  assertRule(body?.[2] === NAMESPACES.images, 'uses the namespace of image sitemaps')
  const entries = parseElements(body?.[3] ?? '', 'urlset').map(({ name, content }) => {
    assertRule(name === 'url', 'has only url elements')
    return parseEntry(content)
  })
  assertRule(entries.length > 0 && entries.length <= MAX_ENTRIES, 'has 1 to 50,000 entries')
  return entries
}

function parseEntry(content: string): SitemapEntry {
  const all = parseElements(content, 'url')
  const parts = all.filter(({ name }) => name !== 'image:image')
  const images = all.filter(({ name }) => name === 'image:image').map(({ content }) => parseImage(content))
  assertRule(images.length <= MAX_IMAGES, 'has at most 1,000 images per entry')
  const entry = Object.fromEntries(parts.map(({ name, content }) => [name, content]))
  assertRule(parts.length === Object.keys(entry).length, 'has each part at most once per entry')
  const { loc, lastmod, changefreq, priority, ...others } = entry
  assertRule(Object.keys(others).length === 0, 'has only known parts in an entry')
  assertRule(loc !== undefined && loc.length >= 12 && loc.length <= 2048 && URL.canParse(loc), 'has a valid URL in each entry')
  for (const text of Object.values(entry)) assertRule(TEXT.test(text), 'escapes its text')
  assertRule(lastmod === undefined || (DATE.test(lastmod) && !Number.isNaN(Date.parse(lastmod))), 'has valid times')
  assertRule(changefreq === undefined || FREQUENCIES.includes(changefreq), 'uses a known change frequency')
  assertRule(priority === undefined || PRIORITY.test(priority), 'has priorities from 0.0 to 1.0')
  return { ...entry, loc: loc ?? '', images }
}

/** Parses one image entry, which holds only its URL. */
function parseImage(content: string): string {
  const [loc, ...others] = parseElements(content, 'image:image')
  assertRule(loc?.name === 'image:loc' && others.length === 0, 'has only a URL in each image')
  const url = (loc?.content ?? '').replaceAll('&amp;', '&')
  assertRule(URL.canParse(url) && TEXT.test(loc?.content ?? ''), 'has complete and escaped image URLs')
  return url
}

/** Parses the elements of one level. Only spaces may stand between them. */
function parseElements(content: string, parent: string) {
  const elements = [...content.matchAll(/<([\w:]+)>(.*?)<\/\1>/gs)].map(([, name = '', inner = '']) => ({ name, content: inner }))
  assertRule(content.replace(/<([\w:]+)>(.*?)<\/\1>/gs, '').trim() === '', `has only elements in ${parent}`)
  return elements
}

function assertRule(isMet: boolean, rule: string): void {
  if (!isMet) throw new Error(`A valid sitemap ${rule}.`)
}

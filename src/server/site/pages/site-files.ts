import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { itemPages, type ListedPage, publicPages } from '../../../contract/grammar/public-pages.ts'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import type { PageChange } from '../../content/records/records.ts'
import { type ContentVersion, cachedPerVersion } from '../../platform/db/content-version.ts'
import { SPECULATION_RULES } from '../../platform/http/reply-headers.ts'
import { type Encodings, encodeWell, isUnchanged, preferredEncoding } from './encodings.ts'
import type { PlainPages } from './plain-pages.ts'

const HOUR = 3_600
const DAY = 24 * HOUR

const PLAIN_TEXT = 'text/plain; charset=utf-8'

type Parts = {
  origin: string
  contentVersion: ContentVersion
  readPageChanges: () => Promise<readonly PageChange[]>
  readListedPages: () => Promise<readonly ListedPage[]>
  plainPages: Pick<PlainPages, 'list' | 'imagesOn'>
  areSearchEnginesKeptOut: () => Promise<boolean>
  /** Proves to search engines that what is told of this site comes from it. */
  indexNowKey: string | undefined
}

/** The files that programs ask a site for. */
export function registerSiteFiles(app: FastifyInstance, parts: Parts): void {
  const { origin, contentVersion, readPageChanges, readListedPages, plainPages, indexNowKey, areSearchEnginesKeptOut } = parts

  function serve(path: string, type: string, maxAge: number, read: () => Promise<Encodings>): void {
    app.get(path, async (request, reply) => prepareFile(request, reply, { type, maxAge, encodings: await read() }))
  }
  const fixed = (text: string) => {
    const encodings = encodeWell(text)
    return () => encodings
  }
  const currentSitemap = cachedPerVersion(contentVersion, async () => {
    // An empty sitemap is not a valid one (sitemap protocol 0.9).
    if (await areSearchEnginesKeptOut()) throw new Refusal(404, 'There is nothing at this address.')
    const [pages, changes] = await Promise.all([readListedPages(), readPageChanges()])
    const images = pages.map(async ({ path }) => [path, await plainPages.imagesOn(path)] as const)
    return encodeWell(sitemap(origin, pages, changes, new Map(await Promise.all(images))))
  })

  const openRobots = encodeWell(robots(origin))
  const shutRobots = encodeWell(SHUT_ROBOTS)

  serve('/sitemap.xml', 'application/xml; charset=utf-8', 0, currentSitemap)
  app.get('/llms.txt', async (request, reply) => {
    if (await areSearchEnginesKeptOut()) reply.header('x-robots-tag', 'noindex')
    return prepareFile(request, reply, { type: PLAIN_TEXT, maxAge: 0, encodings: await plainPages.list() })
  })
  app.get('/robots.txt', async (request, reply) => {
    const areKeptOut = await areSearchEnginesKeptOut()
    const encodings = await (areKeptOut ? shutRobots : openRobots)
    // Crawlers that are kept out must not cache this: they should notice at once when that ends.
    return prepareFile(request, reply, { type: PLAIN_TEXT, maxAge: areKeptOut ? 0 : HOUR, encodings })
  })
  serve(SPECULATION_RULES, 'application/speculationrules+json', DAY, fixed(speculationRules()))
  if (indexNowKey) serve(`/${indexNowKey}.txt`, PLAIN_TEXT, 0, fixed(indexNowKey))
}

/** A file that is not of the build: its media type, how long it may be kept, in seconds, and its three forms. */
export type SiteFile = { type: string; maxAge: number; encodings: Encodings }

/** Sets the headers of a file in the client's preferred encoding, or of a 304. Returns the body. */
export function prepareFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, maxAge, encodings }: SiteFile,
): Buffer | undefined {
  const encoding = preferredEncoding(request.headers['accept-encoding'] as string | undefined)
  const { body, etag } = encodings[encoding]
  reply.headers({ etag, vary: 'accept-encoding', 'cache-control': `public, max-age=${maxAge}, must-revalidate` })
  if (isUnchanged(request.headers['if-none-match'], etag)) {
    reply.status(304)
    return undefined
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  reply.type(type)
  return body
}

/** The `robots.txt` of a site with samples: crawlers may fetch nothing (RFC 9309). */
const SHUT_ROBOTS = 'User-agent: *\nDisallow: /\n'

/**
 * What crawlers may fetch (RFC 9309): everything but the calls. Private pages are not shut here, because
 * they say themselves that they are not to be listed, which a crawler must be able to read.
 */
function robots(origin: string): string {
  return `User-agent: *
Disallow: /api/

Sitemap: ${origin}/sitemap.xml
`
}

/**
 * Every public page with the time of its last change (sitemap protocol 0.9) and its pictures (Google, image sitemaps):
 * those have addresses that an owner may have typed.
 */
function sitemap(
  origin: string,
  pages: readonly ListedPage[],
  changes: readonly PageChange[],
  images: ReadonlyMap<string, readonly string[]>,
): string {
  const entries = pages.map(({ name, path }) => {
    const times = changes.filter(({ page }) => page === name || page === path).map(({ changedAt }) => changedAt)
    const lastmod = times.length > 0 ? `<lastmod>${new Date(Math.max(...times)).toISOString()}</lastmod>` : ''
    const pictures = (images.get(path) ?? []).map(
      (image) => `<image:image><image:loc>${escaped(image)}</image:loc></image:image>`,
    )
    return `<url><loc>${origin}${path}</loc>${lastmod}${pictures.join('')}</url>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
${entries.join('\n')}
</urlset>
`
}

/** As character data of XML. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/**
 * Lets browsers open the public pages ahead, when somebody is about to follow a link there. No other page:
 * some of them do something when they are opened, or show what belongs to one person.
 */
function speculationRules(): string {
  const links = [...publicPages, ...itemPages].map(({ path }) => ({ pathname: path, search: '' }))
  return JSON.stringify({ prerender: [{ where: { href_matches: links }, eagerness: 'moderate' }] })
}

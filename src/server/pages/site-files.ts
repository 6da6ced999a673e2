import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { publicPages } from '../../contract/public-pages.ts'
import type { PageChange } from '../content/content.ts'
import { type ContentVersion, cachedPerVersion } from '../db/content-version.ts'
import { SPECULATION_RULES } from '../http/reply-headers.ts'
import { type Encodings, encodeWell, isUnchanged, preferredEncoding } from './encodings.ts'
import type { PlainPages } from './plain-pages.ts'

const HOUR = 3_600
const DAY = 24 * HOUR

type Parts = {
  origin: string
  contentVersion: ContentVersion
  readPageChanges: () => Promise<readonly PageChange[]>
  plainPages: Pick<PlainPages, 'list' | 'imagesOn'>
  /** Proves to search engines that what is told of this site comes from it. */
  indexNowKey: string | undefined
}

/** The files that programs ask a site for. */
export function registerSiteFiles(app: FastifyInstance, parts: Parts): void {
  const { origin, contentVersion, readPageChanges, plainPages, indexNowKey } = parts

  function serve(path: string, type: string, maxAge: number, read: () => Promise<Encodings>): void {
    app.get(path, async (request, reply) => sendFile(request, reply, { type, maxAge, encodings: await read() }))
  }
  const fixed = (text: string) => {
    const encodings = encodeWell(text)
    return () => encodings
  }
  const current = cachedPerVersion(contentVersion, async () => {
    const changes = await readPageChanges()
    const images = publicPages.map(async ({ path }) => [path, await plainPages.imagesOn(path)] as const)
    return encodeWell(sitemap(origin, changes, new Map(await Promise.all(images))))
  })

  serve('/sitemap.xml', 'application/xml; charset=utf-8', 0, current)
  serve('/llms.txt', 'text/plain; charset=utf-8', 0, plainPages.list)
  serve('/robots.txt', 'text/plain; charset=utf-8', HOUR, fixed(robots(origin)))
  serve(SPECULATION_RULES, 'application/speculationrules+json', DAY, fixed(speculationRules()))
  if (indexNowKey) serve(`/${indexNowKey}.txt`, 'text/plain; charset=utf-8', 0, fixed(indexNowKey))
}

/** A file that is not of the build: its media type, how long it may be kept, in seconds, and its three forms. */
export type SiteFile = { type: string; maxAge: number; encodings: Encodings }

/** Sends a file in the form that the asker prefers, or a 304. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, { type, maxAge, encodings }: SiteFile): FastifyReply {
  const encoding = preferredEncoding(request.headers['accept-encoding'] as string | undefined)
  const { body, etag } = encodings[encoding]
  reply.headers({ etag, vary: 'accept-encoding', 'cache-control': `public, max-age=${maxAge}, must-revalidate` })
  if (isUnchanged(request.headers['if-none-match'], etag)) return reply.status(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(type).send(body)
}

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
function sitemap(origin: string, changes: readonly PageChange[], images: ReadonlyMap<string, readonly string[]>): string {
  const entries = publicPages.map(({ name, path }) => {
    const change = changes.find(({ page }) => page === name)
    const lastmod = change ? `<lastmod>${new Date(change.changedAt).toISOString()}</lastmod>` : ''
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
  const links = publicPages.map(({ path }) => ({ pathname: path, search: '' }))
  return JSON.stringify({ prerender: [{ where: { href_matches: links }, eagerness: 'moderate' }] })
}

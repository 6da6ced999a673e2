import type { FastifyInstance } from 'fastify'
import type { BusinessFacts } from '#contract/content/build-business-facts.ts'
import { detailPages, getPublicPage, type PublishedPage, publicPages } from '#contract/core/public-pages.ts'
import { UserError } from '#contract/core/user-error.ts'
import { THEME_COLOR } from '#contract/site/theme-color.ts'
import { cachePerContentVersion } from '#platform/db/cache-per-content-version.ts'
import type { ContentVersionReader } from '#platform/db/content-version-reader.ts'
import { SPECULATION_RULES_PATH } from '#platform/http/reply-headers.ts'
import type { PageChangeTime } from '../../content/records/records.ts'
import { compressBest, type EncodedBodies, replyWithTextFile } from './content-encoding.ts'
import type { PageTextVersions } from './page-text-versions.ts'
import { BLOCKING_ROBOTS_TXT, buildRobotsTxt } from './robots-txt.ts'

const HOUR = 3_600
const DAY = 24 * HOUR

const PLAIN_TEXT = 'text/plain; charset=utf-8'

type Dependencies = {
  origin: string
  contentVersion: ContentVersionReader
  readPageChanges: () => Promise<readonly PageChangeTime[]>
  readListedPages: () => Promise<readonly PublishedPage[]>
  readBusiness: () => Promise<BusinessFacts>
  pageTextVersions: Pick<PageTextVersions, 'list' | 'listImageUrls'>
  areSearchEnginesKeptOut: () => Promise<boolean>
  /** Returns the owner's choice in the search engine settings. */
  readAiCrawlerPolicy: () => Promise<string>
  /** Proves to search engines that the reports about this site come from this site. */
  indexNowKey: string | undefined
}

/** Serves the sitemap, `robots.txt`, `llms.txt`, the web manifest and other files for programs. */
export function registerGeneratedTextFiles(app: FastifyInstance, parts: Dependencies): void {
  const { origin, contentVersion, readPageChanges, readListedPages, pageTextVersions, indexNowKey, areSearchEnginesKeptOut } =
    parts

  function serveFile(path: string, type: string, maxAge: number, read: () => Promise<EncodedBodies>): void {
    app.get(path, async (request, reply) => replyWithTextFile(request, reply, { type, maxAge, encodings: await read() }))
  }
  const createConstantReader = (text: string) => {
    const encodings = compressBest(text)
    return () => encodings
  }
  const loadSitemap = cachePerContentVersion(contentVersion, async () => {
    // An empty sitemap isn't valid (sitemap protocol 0.9).
    if (await areSearchEnginesKeptOut()) throw new UserError(404, 'There’s nothing at this address.')
    const [allPages, changes] = await Promise.all([readListedPages(), readPageChanges()])
    const pages = allPages.filter(({ isUnlisted }) => !isUnlisted)
    const images = pages.map(async ({ path }) => [path, await pageTextVersions.listImageUrls(path)] as const)
    return compressBest(buildSitemap(origin, pages, changes, new Map(await Promise.all(images))))
  })

  const loadRobotsTxt = cachePerContentVersion(contentVersion, async () =>
    compressBest(buildRobotsTxt(origin, await parts.readAiCrawlerPolicy())),
  )
  const blockingRobotsTxt = compressBest(BLOCKING_ROBOTS_TXT)
  const loadManifest = cachePerContentVersion(contentVersion, async () =>
    compressBest(buildWebManifest(await parts.readBusiness())),
  )

  serveFile('/sitemap.xml', 'application/xml; charset=utf-8', 0, loadSitemap)
  serveFile('/manifest.webmanifest', 'application/manifest+json', 0, loadManifest)
  app.get('/llms.txt', async (request, reply) => {
    if (await areSearchEnginesKeptOut()) reply.header('x-robots-tag', 'noindex')
    return replyWithTextFile(request, reply, { type: PLAIN_TEXT, maxAge: 0, encodings: await pageTextVersions.list() })
  })
  app.get('/robots.txt', async (request, reply) => {
    const areBlocked = await areSearchEnginesKeptOut()
    const encodings = await (areBlocked ? blockingRobotsTxt : loadRobotsTxt())
    // Blocked crawlers must not cache this, so that they notice the end of the block at once.
    return replyWithTextFile(request, reply, { type: PLAIN_TEXT, maxAge: areBlocked ? 0 : HOUR, encodings })
  })
  app.get('/.well-known/security.txt', async (request, reply) => {
    const encodings = await compressBest(buildSecurityTxt(origin, new Date()))
    return replyWithTextFile(request, reply, { type: PLAIN_TEXT, maxAge: DAY, encodings })
  })
  serveFile(SPECULATION_RULES_PATH, 'application/speculationrules+json', DAY, createConstantReader(buildSpeculationRules()))
  if (indexNowKey) serveFile(`/${indexNowKey}.txt`, PLAIN_TEXT, 0, createConstantReader(indexNowKey))
}

/** Says where to report security problems (RFC 9116). It expires within a year and changes once a month. */
function buildSecurityTxt(origin: string, now: Date): string {
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 7))
  return `Contact: ${origin}${getPublicPage('Contact').path}
Expires: ${expires.toISOString()}
Preferred-Languages: en
Canonical: ${origin}/.well-known/security.txt
`
}

/**
 * Lists every public page with its last change (sitemap protocol 0.9) and its images (Google image sitemaps). It escapes
 * image URLs, because the owner can type them.
 */
function buildSitemap(
  origin: string,
  pages: readonly PublishedPage[],
  changes: readonly PageChangeTime[],
  images: ReadonlyMap<string, readonly string[]>,
): string {
  const entries = pages.map(({ name, path }) => {
    const times = changes.filter(({ page }) => page === name || page === path).map(({ changedAt }) => changedAt)
    const lastmod = times.length > 0 ? `<lastmod>${new Date(Math.max(...times)).toISOString()}</lastmod>` : ''
    const imageTags = (images.get(path) ?? []).map(
      (image) => `<image:image><image:loc>${escapeXml(image)}</image:loc></image:image>`,
    )
    return `<url><loc>${origin}${path}</loc>${lastmod}${imageTags.join('')}</url>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
${entries.join('\n')}
</urlset>
`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/**
 * Lets browsers prerender public pages when the visitor is about to follow a link. It names no other pages: some act when
 * they open, and some show private data.
 */
function buildSpeculationRules(): string {
  const links = [...publicPages, ...detailPages].map(({ path }) => ({ pathname: path, search: '' }))
  return JSON.stringify({ prerender: [{ where: { href_matches: links }, eagerness: 'moderate' }] })
}

/** How many letters fit below an icon. */
const MAX_SHORT_NAME_LENGTH = 30

/** Describes the site for devices that install it as an app (W3C Web Application Manifest). */
function buildWebManifest({ name }: BusinessFacts): string {
  return JSON.stringify({
    id: '/',
    name,
    // The device shortens a longer name.
    ...(name.length <= MAX_SHORT_NAME_LENGTH && { short_name: name }),
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'browser',
    theme_color: THEME_COLOR,
    background_color: THEME_COLOR,
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      buildIcon(192),
      buildIcon(512),
      { ...buildIcon(512, 'icon-maskable'), purpose: 'maskable' },
    ],
  })
}

/** Describes a square icon. `size` is in px. */
function buildIcon(size: number, name = 'icon') {
  return { src: `/${name}-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' }
}

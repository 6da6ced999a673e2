import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Business } from '../../../contract/content/business-facts.ts'
import type { ApiCall } from '../../../contract/core/endpoint.ts'
import { getPublicPage, type PublishedPage } from '../../../contract/core/public-pages.ts'
import { getShareImageFileName } from '../../../contract/core/share-image.ts'
import { UserError } from '../../../contract/core/user-error.ts'
import { renderInChildProcess } from '../../platform/child-process.ts'
import { type ContentVersion, cachePerContentVersion } from '../../platform/db/content-version.ts'
import { CROSS_ORIGIN_HEADERS } from '../../platform/http/reply-headers.ts'
import { matchesEtag } from './compression.ts'
import type { Renderer } from './renderer.ts'
import type { ShareImageText } from './share-image/share-image-svg.ts'

type Dependencies = {
  getPageFacts: Renderer['getPageFacts']
  visitorCall: ApiCall
  contentVersion: ContentVersion
  readBusiness: () => Promise<Business>
  readListedPages: () => Promise<readonly PublishedPage[]>
  /** Lists the former paths of records' pages. A path without `newPath` is gone. */
  listOldRecordPaths: () => Promise<readonly { oldPath: string; newPath?: string }[]>
  /** Returns a PNG of this text. `crop` selects the part of the town map, so that pages differ. */
  renderImage?: (text: ShareImageText, crop: number) => Promise<Uint8Array>
}

type ShareImage = { key: string; png: Buffer; etag: string }

/** Pages link the image with a hash of its text, so that a day of caching never shows an old image. */
const CACHE_CONTROL = 'public, max-age=86400'

/** Serves the images of link previews at `/share/<page>.png`. A failed rendering is logged and answers 503. */
export function registerShareImageRoutes(app: FastifyInstance, parts: Dependencies): void {
  const readFiles = cachePerContentVersion(parts.contentVersion, async () => {
    const pages = await parts.readListedPages()
    return new Map(pages.map((page, nth) => [getPageFileName(page), { page, nth }]))
  })
  const readOldFiles = cachePerContentVersion(parts.contentVersion, async () => {
    const pages = await parts.readListedPages()
    const oldPaths = await parts.listOldRecordPaths()
    return new Map(
      oldPaths.map(({ oldPath, newPath }) => {
        const page = pages.find(({ path }) => path === newPath)
        return [getShareImageFileName(oldPath), page && getPageFileName(page)]
      }),
    )
  })
  const images = new Map<string, () => Promise<ShareImage>>()
  app.get<{ Params: { file: string } }>('/share/:file', async ({ params, headers }, reply) => {
    const files = await readFiles()
    const imagePage = files.get(params.file)
    if (!imagePage) return redirectOldFile(params.file, reply, await readOldFiles())
    for (const file of images.keys()) if (!files.has(file)) images.delete(file)
    const current = images.get(params.file) ?? createImageLoader(imagePage.page, imagePage.nth % CROPS, parts)
    images.set(params.file, current)
    const { png, etag } = await current()
    reply.headers({ etag, 'cache-control': CACHE_CONTROL, ...CROSS_ORIGIN_HEADERS })
    if (matchesEtag(headers['if-none-match'], etag)) {
      reply.status(304)
      return undefined
    }
    reply.type('image/png')
    return png
  })
}

function getPageFileName({ name, path, recordId }: PublishedPage): string {
  return getShareImageFileName(recordId ? path : name)
}

/** Redirects from the image of a moved page. Throws a 410 for a page that is gone, and a 404 for other files. */
function redirectOldFile(file: string, reply: FastifyReply, oldFiles: ReadonlyMap<string, string | undefined>): undefined {
  if (!oldFiles.has(file)) throw new UserError(404, 'There is nothing at this address.')
  const newFile = oldFiles.get(file)
  if (newFile === undefined) throw new UserError(410, 'This image is gone, together with its page.')
  reply.headers({ location: `/share/${newFile}`, 'cache-control': CACHE_CONTROL, ...CROSS_ORIGIN_HEADERS }).status(301)
}

/** How many different parts the town map has. */
const CROPS = 6

/** Returns the page's current image. Reads the text once per content version, and renders only after it changes. */
function createImageLoader(page: PublishedPage, crop: number, parts: Dependencies): () => Promise<ShareImage> {
  const { getPageFacts, visitorCall, contentVersion, readBusiness, renderImage = renderShareImage } = parts
  const eyebrow = page.recordId ? (getPublicPage(page.name).parentPage ?? page.name) : page.name
  let latestImage: Promise<ShareImage> | undefined

  async function refreshImage(previousImage: Promise<ShareImage> | undefined): Promise<ShareImage> {
    const [{ title }, { name }] = await Promise.all([getPageFacts(page, visitorCall), readBusiness()])
    const text: ShareImageText = { businessName: name, page: eyebrow, title }
    const key = JSON.stringify(text)
    const previous = await previousImage?.catch(() => undefined)
    if (previous?.key === key) return previous
    const png = Buffer.from(await renderImage(text, crop))
    return { key, png, etag: `"${createHash('sha256').update(png).digest('base64url').slice(0, 22)}"` }
  }

  return cachePerContentVersion(contentVersion, () => {
    latestImage = refreshImage(latestImage)
    return latestImage
  })
}

function renderShareImage(text: ShareImageText, crop: number): Promise<Uint8Array> {
  return renderInChildProcess('render-share-image', { text, crop })
}

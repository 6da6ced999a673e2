import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { BusinessFacts } from '#contract/content/build-business-facts.ts'
import { BUILT_IN_LOGO } from '#contract/content/kinds/logo.ts'
import { parseMediaId } from '#contract/content/media-urls.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { getPublicPage, type PublishedPage } from '#contract/core/public-pages.ts'
import { getShareImageFileName, type ShareImageFormat } from '#contract/core/share-image.ts'
import { UserError } from '#contract/core/user-error.ts'
import { cachePerContentVersion } from '#platform/db/cache-per-content-version.ts'
import type { ContentVersionReader } from '#platform/db/content-version-reader.ts'
import { CROSS_ORIGIN_RESOURCE_HEADERS } from '#platform/http/reply-headers.ts'
import { renderInChildProcess } from '#platform/run-in-child-process.ts'
import type { RenderableShareImage } from '../../content/media/media.ts'
import { set304IfUnchanged } from './content-encoding.ts'
import type { Renderer } from './load-page-renderer.ts'
import type { LogoRenderer } from './logo/logo-renderer.ts'
import type { ShareImageTask, ShareImageText } from './share-image/share-image-svg.ts'

type Dependencies = {
  getPageMetadata: Renderer['getPageMetadata']
  visitorCall: ApiCallFunction
  contentVersion: ContentVersionReader
  readBusiness: () => Promise<BusinessFacts>
  readListedPages: () => Promise<readonly PublishedPage[]>
  /** Lists the former paths of records' pages. A path without `newPath` is gone. */
  listOldRecordPaths: () => Promise<readonly { oldPath: string; newPath?: string }[]>
  prepareShareImage: (imageId: string) => Promise<RenderableShareImage | undefined>
  loadLogo: LogoRenderer['loadLogo']
  /** Returns a PNG. `crop` selects the part of the town map, so that pages differ. */
  renderImage?: (task: ShareImageTask) => Promise<Uint8Array>
}

type ShareImage = { key: string; bytes: Buffer; etag: string }
type ImageLoader = () => Promise<ShareImage | undefined>

/** Pages link the image with a hash of its text, so that a day of caching never shows an old image. */
const CACHE_CONTROL = 'public, max-age=86400'

const FORMATS: readonly ShareImageFormat[] = ['png', 'jpg']

/**
 * Serves the images of link previews: `/share/<page>.png` is rendered from the page's title, `/share/<page>.jpg` is cut from
 * the owner's image. A failed rendering is logged and answers 503.
 */
export function registerShareImageRoutes(app: FastifyInstance, parts: Dependencies): void {
  const readFiles = cachePerContentVersion(parts.contentVersion, async () => {
    const pages = await parts.readListedPages()
    return new Map(
      pages.flatMap((page, nth) => FORMATS.map((format) => [getPageFileName(page, format), { page, nth, format }] as const)),
    )
  })
  const readOldFiles = cachePerContentVersion(parts.contentVersion, async () => {
    const pages = await parts.readListedPages()
    const oldPaths = await parts.listOldRecordPaths()
    return new Map(
      oldPaths.flatMap(({ oldPath, newPath }) => {
        const page = pages.find(({ path }) => path === newPath)
        return FORMATS.map((format) => [getShareImageFileName(oldPath, format), page && getPageFileName(page, format)] as const)
      }),
    )
  })
  const loaders = new Map<string, ImageLoader>()
  app.get<{ Params: { file: string } }>('/share/:file', async (request, reply) => {
    const { file: fileName } = request.params
    const files = await readFiles()
    const imagePage = files.get(fileName)
    if (!imagePage) return redirectOldFile(fileName, reply, await readOldFiles())
    for (const file of loaders.keys()) if (!files.has(file)) loaders.delete(file)
    const { page, nth, format } = imagePage
    const load = loaders.get(fileName) ?? createImageLoader(page, nth % CROPS, format, parts)
    loaders.set(fileName, load)
    const image = await load()
    if (!image) return redirectTo(getPageFileName(page, 'png'), reply, 302)
    const { bytes, etag } = image
    reply.headers({ etag, 'cache-control': CACHE_CONTROL, ...CROSS_ORIGIN_RESOURCE_HEADERS })
    if (set304IfUnchanged(request, reply, etag)) return undefined
    reply.type(format === 'png' ? 'image/png' : 'image/jpeg')
    return bytes
  })
}

function getPageFileName({ name, path, recordId }: PublishedPage, format: ShareImageFormat): string {
  return getShareImageFileName(recordId ? path : name, format)
}

/** Redirects from the image of a moved page. Throws a 410 for a page that is gone, and a 404 for other files. */
function redirectOldFile(file: string, reply: FastifyReply, oldFiles: ReadonlyMap<string, string | undefined>): undefined {
  if (!oldFiles.has(file)) throw new UserError(404, 'There’s nothing at this address.')
  const newFile = oldFiles.get(file)
  if (newFile === undefined) throw new UserError(410, 'This image is gone, together with its page.')
  return redirectTo(newFile, reply, 301)
}

function redirectTo(file: string, reply: FastifyReply, status: number): undefined {
  reply.headers({ location: `/share/${file}`, 'cache-control': CACHE_CONTROL, ...CROSS_ORIGIN_RESOURCE_HEADERS }).status(status)
}

/** How many different parts the town map has. */
const CROPS = 6

/**
 * Returns the page's current image, or undefined if the owner chose none. Reads its metadata once per content version, and
 * renders only after it changes.
 */
function createImageLoader(page: PublishedPage, crop: number, format: ShareImageFormat, parts: Dependencies): ImageLoader {
  const { getPageMetadata, visitorCall, contentVersion, readBusiness, prepareShareImage, loadLogo } = parts
  const { renderImage = renderShareImage } = parts
  const eyebrow = page.recordId ? (getPublicPage(page.name).parentPage ?? page.name) : page.name
  let latestImage: Promise<ShareImage | undefined> | undefined

  async function findShareImage(): Promise<RenderableShareImage | undefined> {
    const [{ title, shareImage = '' }, { name, logo: logoUrl = '' }] = await Promise.all([
      getPageMetadata(page, visitorCall),
      readBusiness(),
    ])
    if (format === 'jpg') return prepareShareImage(parseMediaId(shareImage.trim()) ?? '')
    const text: ShareImageText = { businessName: name, page: eyebrow, title }
    return {
      key: JSON.stringify([text, logoUrl]),
      async render() {
        const logo = logoUrl === BUILT_IN_LOGO ? logoUrl : (await loadLogo(logoUrl))?.toString('base64')
        return renderImage({ text, crop, ...(logo && { logo }) })
      },
    }
  }

  async function refreshImage(previousImage: typeof latestImage): Promise<ShareImage | undefined> {
    const current = await findShareImage()
    const previous = await previousImage?.catch(() => undefined)
    if (!current || previous?.key === current.key) return current && previous
    const bytes = Buffer.from(await current.render())
    return { key: current.key, bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
  }

  return cachePerContentVersion(contentVersion, () => {
    latestImage = refreshImage(latestImage)
    return latestImage
  })
}

function renderShareImage(task: ShareImageTask): Promise<Uint8Array> {
  return renderInChildProcess('render-share-image-process', task)
}

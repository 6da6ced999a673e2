import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Business } from '../../../contract/content/business.ts'
import type { Call } from '../../../contract/grammar/endpoint.ts'
import { type ListedPage, publicPage } from '../../../contract/grammar/public-pages.ts'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import { shareImageFile } from '../../../contract/grammar/share-image.ts'
import { type ContentVersion, cachedPerVersion } from '../../platform/db/content-version.ts'
import { drawInOwnProcess } from '../../platform/drawing-process.ts'
import { CROSS_ORIGIN } from '../../platform/http/reply-headers.ts'
import { isUnchanged } from './encodings.ts'
import type { Renderer } from './render.ts'
import type { CardWords } from './share-image/card.ts'

type Parts = {
  factsOf: Renderer['factsOf']
  /** The data door as a visitor's. */
  visitorCall: Call
  contentVersion: ContentVersion
  readBusiness: () => Promise<Business>
  readListedPages: () => Promise<readonly ListedPage[]>
  /** Answers a PNG of these words; `crop` makes each page's a little different. */
  draw?: (words: CardWords, crop: number) => Promise<Uint8Array>
}

type Image = { key: string; png: Buffer; etag: string }

/** The address that pages give carries a hash of the words, so a day costs nobody an old image. */
const CACHE_CONTROL = 'public, max-age=86400'

/**
 * The pictures that link previews show: `/share/<page>.png`, drawn from what the page says of itself.
 * A drawing that fails is logged and answers 503: never half a picture.
 */
export function registerShareImages(app: FastifyInstance, parts: Parts): void {
  const readFiles = cachedPerVersion(parts.contentVersion, async () => {
    const pages = await parts.readListedPages()
    return new Map(pages.map((page, nth) => [shareImageFile(page.recordId ? page.path : page.name), { page, nth }]))
  })
  const images = new Map<string, () => Promise<Image>>()
  app.get<{ Params: { file: string } }>('/share/:file', async ({ params, headers }, reply) => {
    const files = await readFiles()
    const found = files.get(params.file)
    if (!found) throw new Refusal(404, 'There is nothing at this address.')
    for (const file of images.keys()) if (!files.has(file)) images.delete(file)
    const current = images.get(params.file) ?? imageOf(found.page, found.nth % CROPS, parts)
    images.set(params.file, current)
    const { png, etag } = await current()
    reply.headers({ etag, 'cache-control': CACHE_CONTROL, ...CROSS_ORIGIN })
    if (isUnchanged(headers['if-none-match'], etag)) {
      reply.status(304)
      return undefined
    }
    reply.type('image/png')
    return png
  })
}

/** The town is as wide as this many pages beside each other. */
const CROPS = 6

/** A page's image as of now: its words are looked at once per content version, and drawn where they are others. */
function imageOf(page: ListedPage, crop: number, parts: Parts): () => Promise<Image> {
  const { factsOf, visitorCall, contentVersion, readBusiness, draw = drawShareImage } = parts
  const eyebrow = page.recordId ? (publicPage(page.name).under ?? page.name) : page.name
  let latest: Promise<Image> | undefined

  async function renewed(before: Promise<Image> | undefined): Promise<Image> {
    const [{ title }, { name }] = await Promise.all([factsOf(page, visitorCall), readBusiness()])
    const words: CardWords = { businessName: name, page: eyebrow, title }
    const key = JSON.stringify(words)
    const last = await before?.catch(() => undefined)
    if (last?.key === key) return last
    const png = Buffer.from(await draw(words, crop))
    return { key, png, etag: `"${createHash('sha256').update(png).digest('base64url').slice(0, 22)}"` }
  }

  return cachedPerVersion(contentVersion, () => {
    latest = renewed(latest)
    return latest
  })
}

function drawShareImage(words: CardWords, crop: number): Promise<Uint8Array> {
  return drawInOwnProcess('draw-share-image', { words, crop })
}

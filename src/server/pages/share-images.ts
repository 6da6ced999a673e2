import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Business } from '../../contract/business.ts'
import type { Call } from '../../contract/endpoint.ts'
import { type PublicPageName, publicPages } from '../../contract/public-pages.ts'
import { Refusal } from '../../contract/refusal.ts'
import { shareImageFile } from '../../contract/share-image.ts'
import { type ContentVersion, cachedPerVersion } from '../db/content-version.ts'
import { drawInOwnProcess } from '../drawing-process.ts'
import { CROSS_ORIGIN } from '../http/reply-headers.ts'
import { isUnchanged } from './encodings.ts'
import type { Renderer } from './render.ts'
import type { CardWords } from './share-image/card.ts'

type Parts = {
  factsOf: Renderer['factsOf']
  /** The data door as a visitor's. */
  visitorCall: Call
  contentVersion: ContentVersion
  readBusiness: () => Promise<Business>
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
  const images = new Map(publicPages.map(({ name }, crop) => [shareImageFile(name), imageOf(name, crop, parts)]))
  app.get<{ Params: { file: string } }>('/share/:file', async ({ params, headers }, reply) => {
    const current = images.get(params.file)
    if (!current) throw new Refusal(404, 'There is nothing at this address.')
    const { png, etag } = await current()
    reply.headers({ etag, 'cache-control': CACHE_CONTROL, ...CROSS_ORIGIN })
    if (isUnchanged(headers['if-none-match'], etag)) return reply.status(304).send()
    return reply.type('image/png').send(png)
  })
}

/** A page's image as of now: its words are looked at once per content version, and drawn where they are others. */
function imageOf(page: PublicPageName, crop: number, parts: Parts): () => Promise<Image> {
  const { factsOf, visitorCall, contentVersion, readBusiness, draw = drawShareImage } = parts
  let latest: Promise<Image> | undefined

  async function renewed(before: Promise<Image> | undefined): Promise<Image> {
    const [{ title }, { name }] = await Promise.all([factsOf(page, visitorCall), readBusiness()])
    const words: CardWords = { businessName: name, page, title }
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

import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import type { MediaFile } from '../../content/media/media.ts'
import { CROSS_ORIGIN } from '../../platform/http/reply-headers.ts'
import { isUnchanged } from './encodings.ts'

/** An address is named after what is there, so it may be kept for a year. What stands in for something is asked for again. */
const FINAL = 'public, max-age=31536000, immutable'
const FOR_NOW = 'public, max-age=0, must-revalidate'

/** On top of what every reply says of itself: opened by itself, a picture is nobody's page. */
const INERT = { 'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox" }

/**
 * The pictures of the library: `/media/<name>`, for everybody. Each is small enough to be sent whole, which is also the
 * answer to whoever asks for a part (RFC 9110, section 14.2).
 */
export function registerMediaFiles(app: FastifyInstance, find: (name: string) => Promise<MediaFile | undefined>): void {
  app.get<{ Params: { file: string } }>('/media/:file', async ({ params, headers }, reply) => {
    const file = await find(params.file)
    if (!file) throw new Refusal(404, 'There is nothing at this address.')
    const etag = `"${file.name}"`
    reply.headers({ etag, 'cache-control': file.isFinal ? FINAL : FOR_NOW, ...CROSS_ORIGIN, ...INERT })
    if (isUnchanged(headers['if-none-match'], etag)) {
      reply.status(304)
      return undefined
    }
    reply.type(file.type)
    return file.bytes
  })
}

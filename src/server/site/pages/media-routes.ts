import type { FastifyInstance } from 'fastify'
import { UserError } from '../../../contract/core/user-error.ts'
import type { MediaFile } from '../../content/media/media.ts'
import { CROSS_ORIGIN_HEADERS } from '../../platform/http/reply-headers.ts'
import { matchesEtag } from './compression.ts'

/** An address is named after what is there, so it may be kept for a year. What stands in for something is asked for again. */
const CACHE_IMMUTABLE = 'public, max-age=31536000, immutable'
const CACHE_REVALIDATE = 'public, max-age=0, must-revalidate'

/** On top of what every reply says of itself: opened by itself, a picture is nobody's page. */
const SANDBOX_HEADERS = { 'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox" }

/**
 * The pictures of the library: `/media/<name>`, for everybody. Each is small enough to be sent whole, which is also the
 * answer to whoever asks for a part (RFC 9110, section 14.2).
 */
export function registerMediaRoutes(app: FastifyInstance, findMediaFile: (name: string) => Promise<MediaFile | undefined>): void {
  app.get<{ Params: { file: string } }>('/media/:file', async ({ params, headers }, reply) => {
    const file = await findMediaFile(params.file)
    if (!file) throw new UserError(404, 'There is nothing at this address.')
    const etag = `"${file.name}"`
    reply.headers({
      etag,
      'cache-control': file.isImmutable ? CACHE_IMMUTABLE : CACHE_REVALIDATE,
      ...CROSS_ORIGIN_HEADERS,
      ...SANDBOX_HEADERS,
    })
    if (matchesEtag(headers['if-none-match'], etag)) {
      reply.status(304)
      return undefined
    }
    reply.type(file.type)
    return file.bytes
  })
}

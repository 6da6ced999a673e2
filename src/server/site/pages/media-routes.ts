import type { FastifyInstance } from 'fastify'
import { UserError } from '#contract/core/user-error.ts'
import { CROSS_ORIGIN_RESOURCE_HEADERS } from '#platform/http/reply-headers.ts'
import type { ServedMediaFile } from '../../content/media/media.ts'
import { set304IfUnchanged } from './content-encoding.ts'

/** Caches an image for a year, because its URL names its content. Browsers revalidate a placeholder. */
const CACHE_IMMUTABLE = 'public, max-age=31536000, immutable'
const CACHE_REVALIDATE = 'public, max-age=0, must-revalidate'

/** Adds to the headers of every reply: an image that a browser opens directly may run nothing. */
const SANDBOX_HEADERS = { 'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox" }

/**
 * Serves the images of the media library to everyone at `/media/<name>`. It ignores range requests, which RFC 9110, section
 * 14.2, allows.
 */
export function registerMediaRoutes(
  app: FastifyInstance,
  findMediaFile: (name: string) => Promise<ServedMediaFile | undefined>,
): void {
  app.get<{ Params: { file: string } }>('/media/:file', async (request, reply) => {
    const file = await findMediaFile(request.params.file)
    if (!file) throw new UserError(404, 'There’s nothing at this address.')
    const etag = `"${file.name}"`
    reply.headers({
      etag,
      'cache-control': file.isImmutable ? CACHE_IMMUTABLE : CACHE_REVALIDATE,
      ...CROSS_ORIGIN_RESOURCE_HEADERS,
      ...SANDBOX_HEADERS,
    })
    if (set304IfUnchanged(request, reply, etag)) return undefined
    reply.type(file.type)
    return file.bytes
  })
}

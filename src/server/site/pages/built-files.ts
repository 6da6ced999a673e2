import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { getBuiltFileUrl } from '#platform/built-file-url.ts'
import type { ReplyHeadersByKind } from '#platform/http/reply-headers.ts'
import { ICON_FILE_NAMES } from './logo/icon-routes.ts'

/** Serves the built files. Browsers keep files with a hash in their name for a year. */
export async function registerBuiltFiles(server: FastifyInstance, replyHeaders: ReplyHeadersByKind): Promise<void> {
  await server.register(fastifyStatic, {
    root: fileURLToPath(getBuiltFileUrl('client/')),
    wildcard: false,
    preCompressed: true,
    dotfiles: 'ignore',
    globIgnore: ['**/*.br', '**/*.gz', ...ICON_FILE_NAMES],
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      if (/\.(svg|png|ico)(\.br|\.gz)?$/.test(path)) reply.headers(replyHeaders.image)
      if (/\.svg(\.br|\.gz)?$/.test(path)) reply.headers({ ...replyHeaders.svg, 'content-type': 'image/svg+xml; charset=utf-8' })
    },
  })
}

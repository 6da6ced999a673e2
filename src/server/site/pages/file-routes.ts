import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { BusinessFacts } from '#contract/content/build-business-facts.ts'
import { BUILT_IN_LOGO } from '#contract/content/kinds/logo.ts'
import { UserError } from '#contract/core/user-error.ts'
import { getBuiltFileUrl } from '#platform/built-file-url.ts'
import type { ReplyHeadersByKind } from '#platform/http/reply-headers.ts'
import { CROSS_ORIGIN_RESOURCE_HEADERS } from '#platform/http/reply-headers.ts'
import type { ServedMediaFile } from '../../content/media/media.ts'
import { set304IfUnchanged } from './content-encoding.ts'
import type { LogoRenderer } from './logo/logo-renderer.ts'

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

const PNG = 'image/png'

/** The icons that browsers and devices request, with their types. */
const ICON_TYPES: Readonly<Record<string, string>> = {
  'favicon.ico': 'image/vnd.microsoft.icon',
  'favicon.svg': 'image/svg+xml; charset=utf-8',
  'apple-touch-icon.png': PNG,
  'icon-192.png': PNG,
  'icon-512.png': PNG,
  'icon-maskable-512.png': PNG,
}

/** The static files that these routes serve. */
const ICON_FILE_NAMES = Object.keys(ICON_TYPES)

type Dependencies = {
  readBusiness: () => Promise<BusinessFacts>
  loadIcons: LogoRenderer['loadIcons']
  replyHeaders: ReplyHeadersByKind
}

/** Serves the icons of the site: the owner's logo, or the first letter of the name. The built-in logo has files of its own. */
export function registerIconRoutes(app: FastifyInstance, { readBusiness, loadIcons, replyHeaders }: Dependencies): void {
  for (const [name, type] of Object.entries(ICON_TYPES)) {
    app.get(`/${name}`, async (request, reply) => {
      const business = await readBusiness()
      const isBuiltIn = business.logo === BUILT_IN_LOGO
      const bytes = isBuiltIn ? await readFile(getBuiltFileUrl(`client/${name}`)) : (await loadIcons(business))[name]
      const etag = `"${createHash('sha256')
        .update(bytes ?? '')
        .digest('base64url')
        .slice(0, 22)}"`
      reply.headers({ etag, 'cache-control': 'public, max-age=3600', ...replyHeaders.image })
      if (name.endsWith('.svg')) reply.headers(replyHeaders.svg)
      if (set304IfUnchanged(request, reply, etag)) return undefined
      reply.type(type)
      return bytes
    })
  }
}

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

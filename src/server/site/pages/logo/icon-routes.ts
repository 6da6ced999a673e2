import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { BusinessFacts } from '#contract/content/build-business-facts.ts'
import { BUILT_IN_LOGO } from '#contract/content/kinds/logo.ts'
import { getBuiltFileUrl } from '#platform/built-file-url.ts'
import type { ReplyHeadersByKind } from '#platform/http/reply-headers.ts'
import { set304IfUnchanged } from '../content-encoding.ts'
import type { LogoRenderer } from './logo-renderer.ts'

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
export const ICON_FILE_NAMES = Object.keys(ICON_TYPES)

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

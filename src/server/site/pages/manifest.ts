import type { FastifyInstance } from 'fastify'
import type { Business } from '../../../contract/content/business.ts'
import { THEME_COLOR } from '../../../contract/site/theme-color.ts'
import { type ContentVersion, cachedPerVersion } from '../../platform/db/content-version.ts'
import { encodeWell } from './encodings.ts'
import { prepareFile } from './site-files.ts'

/** Asked for again each time: the owner may have changed the name. */
const MAX_AGE = 0

/** Below an icon there is room for this many letters. */
const SHORT_NAME = 30

type Parts = { contentVersion: ContentVersion; readBusiness: () => Promise<Business> }

/** `/manifest.webmanifest`: what a device shows that keeps the site among its apps (W3C Web Application Manifest). */
export function registerManifest(app: FastifyInstance, { contentVersion, readBusiness }: Parts): void {
  const current = cachedPerVersion(contentVersion, async () => encodeWell(JSON.stringify(manifestOf(await readBusiness()))))
  app.get('/manifest.webmanifest', async (request, reply) =>
    prepareFile(request, reply, { type: 'application/manifest+json', maxAge: MAX_AGE, encodings: await current() }),
  )
}

function manifestOf({ name }: Business): object {
  return {
    id: '/',
    name,
    // The device cuts a longer name by itself.
    ...(name.length <= SHORT_NAME && { short_name: name }),
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'browser',
    theme_color: THEME_COLOR,
    background_color: THEME_COLOR,
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      icon(192),
      icon(512),
      { ...icon(512, 'icon-maskable'), purpose: 'maskable' },
    ],
  }
}

/** A square picture of so many px. */
function icon(size: number, name = 'icon') {
  return { src: `/${name}-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' }
}

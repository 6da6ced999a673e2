import type { FastifyInstance } from 'fastify'
import type { Business } from '../../../contract/content/business-facts.ts'
import { THEME_COLOR } from '../../../contract/site/theme-color.ts'
import { type ContentVersion, cachePerContentVersion } from '../../platform/db/content-version.ts'
import { compressBest } from './compression.ts'
import { replyWithFile } from './crawler-files.ts'

/** Asked for again each time: the owner may have changed the name. */
const MAX_AGE_SECONDS = 0

/** Below an icon there is room for this many letters. */
const MAX_SHORT_NAME_LENGTH = 30

type Dependencies = { contentVersion: ContentVersion; readBusiness: () => Promise<Business> }

/** `/manifest.webmanifest`: what a device shows that keeps the site among its apps (W3C Web Application Manifest). */
export function registerWebManifest(app: FastifyInstance, { contentVersion, readBusiness }: Dependencies): void {
  const loadManifest = cachePerContentVersion(contentVersion, async () =>
    compressBest(JSON.stringify(buildManifest(await readBusiness()))),
  )
  app.get('/manifest.webmanifest', async (request, reply) =>
    replyWithFile(request, reply, {
      type: 'application/manifest+json',
      maxAge: MAX_AGE_SECONDS,
      encodings: await loadManifest(),
    }),
  )
}

function buildManifest({ name }: Business): object {
  return {
    id: '/',
    name,
    // The device cuts a longer name by itself.
    ...(name.length <= MAX_SHORT_NAME_LENGTH && { short_name: name }),
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'browser',
    theme_color: THEME_COLOR,
    background_color: THEME_COLOR,
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      buildIcon(192),
      buildIcon(512),
      { ...buildIcon(512, 'icon-maskable'), purpose: 'maskable' },
    ],
  }
}

/** A square picture of so many px. */
function buildIcon(size: number, name = 'icon') {
  return { src: `/${name}-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' }
}

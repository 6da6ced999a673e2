import type { FastifyInstance } from 'fastify'
import type { BusinessFacts } from '../../../contract/content/build-business-facts.ts'
import { THEME_COLOR } from '../../../contract/site/theme-color.ts'
import { cachePerContentVersion } from '../../platform/db/cache-per-content-version.ts'
import type { ContentVersionReader } from '../../platform/db/content-version-reader.ts'
import { compressBest } from './compression-and-etags.ts'
import { replyWithTextFile } from './reply-with-text-file.ts'

/** Browsers revalidate, because the owner may change the name. */
const MAX_AGE_SECONDS = 0

/** How many letters fit below an icon. */
const MAX_SHORT_NAME_LENGTH = 30

type Dependencies = { contentVersion: ContentVersionReader; readBusiness: () => Promise<BusinessFacts> }

/** Serves `/manifest.webmanifest`, for devices that install the site as an app (W3C Web Application Manifest). */
export function registerWebManifest(app: FastifyInstance, { contentVersion, readBusiness }: Dependencies): void {
  const loadManifest = cachePerContentVersion(contentVersion, async () =>
    compressBest(JSON.stringify(buildManifest(await readBusiness()))),
  )
  app.get('/manifest.webmanifest', async (request, reply) =>
    replyWithTextFile(request, reply, {
      type: 'application/manifest+json',
      maxAge: MAX_AGE_SECONDS,
      encodings: await loadManifest(),
    }),
  )
}

function buildManifest({ name }: BusinessFacts): object {
  return {
    id: '/',
    name,
    // The device shortens a longer name.
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

/** Describes a square icon. `size` is in px. */
function buildIcon(size: number, name = 'icon') {
  return { src: `/${name}-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' }
}

import { expect, it } from 'vitest'
import * as z from 'zod'
import { businessInfo } from '#contract/content/kinds/business-info.ts'
import { startAppForSuite } from '../support/test-app.ts'
import { buildRecordValues } from '../support/test-content-module.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

const path = z.string().startsWith('/')

/** The members that a device needs for a name and an icon (W3C, Web Application Manifest). */
const manifest = z.strictObject({
  id: z.literal('/'),
  name: z.string().min(1),
  short_name: z.string().min(1).max(30).optional(),
  lang: z.literal('en'),
  start_url: z.literal('/'),
  scope: z.literal('/'),
  display: z.literal('browser'),
  theme_color: z.string().regex(/^#[0-9A-F]{6}$/),
  background_color: z.string().regex(/^#[0-9A-F]{6}$/),
  icons: z.array(
    z.strictObject({
      src: path,
      sizes: z.string().regex(/^(any|\d+x\d+)$/),
      type: z.enum(['image/svg+xml', 'image/png']),
      purpose: z.literal('maskable').optional(),
    }),
  ),
})

describeOnSqlite('the web manifest and the icons', (database) => {
  const site = startAppForSuite(database)

  const fetchManifest = async () => manifest.parse((await site.request('GET', '/manifest.webmanifest')).json())

  it('names the business, and shows a new name at once', async () => {
    expect(await fetchManifest()).toMatchObject({ name: 'Rankstead', short_name: 'Rankstead' })
    const longName = 'Elm & Oak "Property" <Search> '.repeat(7).trim()
    for (const businessName of ['Elm & Oak', longName]) {
      const [record] = (await site.request('GET', '/api/footer-address')).json() as Record<string, string>[]
      const [method, address] = record ? ['PUT', `/footer-address/${record._id}`] : ['POST', '/add-footer-address']
      const body = { ...buildRecordValues(businessInfo), businessName }
      expect((await site.request(method, `/api${address}`, { as: 'admin', body })).status).toBeLessThan(300)
      const { name, short_name } = await fetchManifest()
      expect([name, short_name]).toEqual([businessName, businessName === longName ? undefined : businessName])
    }
  })

  it('is revalidated on each request and answers 304 while unchanged', async () => {
    const { status, headers } = await site.request('GET', '/manifest.webmanifest')
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'application/manifest+json',
      'public, max-age=0, must-revalidate',
    ])
    const cachedReply = await site.request('GET', '/manifest.webmanifest', { headers: { 'if-none-match': String(headers.etag) } })
    expect([cachedReply.status, cachedReply.text]).toEqual([304, ''])
  })

  it('names only icons that exist, with their true size and type', async () => {
    for (const { src, sizes, type } of (await fetchManifest()).icons) {
      const reply = await site.app.server.inject({ url: src })
      const [kind] = String(reply.headers['content-type']).split(';')
      expect([src, reply.statusCode, kind]).toEqual([src, 200, type])
      if (type === 'image/png') expect([src, readPngSize(reply.rawPayload)]).toEqual([src, sizes])
    }
  })

  it('offers an icon in every format that browsers request, linked from the page', async () => {
    const { text } = await site.request('GET', '/')
    for (const href of ['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png', '/manifest.webmanifest']) {
      expect(text).toMatch(new RegExp(`<link rel="(icon|apple-touch-icon|manifest)" href="${href}"`))
      expect([href, (await site.request('GET', href)).status]).toEqual([href, 200])
    }
    const touch = await site.app.server.inject({ url: '/apple-touch-icon.png' })
    expect(readPngSize(touch.rawPayload)).toBe('180x180')
    const { rawPayload: ico } = await site.app.server.inject({ url: '/favicon.ico' })
    // An ICO header: a reserved word, type 1, the image count. Then one entry per image, which begins with its width.
    expect([ico.readUInt16LE(0), ico.readUInt16LE(2)]).toEqual([0, 1])
    const sizes = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => ico.readUInt8(6 + 16 * index))
    expect(sizes).toContain(32)
  })
})

/** Reads width and height from the first chunk of a PNG (RFC 2083 section 4.1.1). */
function readPngSize(file: Buffer): string {
  expect(file.subarray(1, 4).toString('latin1')).toBe('PNG')
  return `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`
}

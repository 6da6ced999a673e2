import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { publicPages } from '#contract/core/public-pages.ts'
import { getShareImageFileName } from '#contract/core/share-image.ts'
import { sampleCasesOnPostgres } from '../support/proof-size.ts'
import { startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'
import { buildUploadForm, createTestImage } from '../support/test-images.ts'

const MAX_BYTES = 120 * 1024

/** Titles that could break the rendering. */
const HOSTILE_TITLES = {
  markup: '<svg onload="alert(1)"><image href="http://evil.example/x.png"/></svg> & "more"',
  'two hundred characters': 'A title without end that goes on '.repeat(7).slice(0, 200),
  'one word of two hundred characters': 'W'.repeat(200),
  'emoji, marks and letters that turn round': '🏠 Žluťoučký dům v Łodzi ế 👩‍👩‍👧 \u202Eteerts eht no\u202C',
}

describeOnEachDatabase('the share images', (database) => {
  const site = startAppForSuite(database, { SEED: 'demo' })
  beforeAll(async () => {
    await site.app.server.listen({ port: 0, host: '127.0.0.1' })
  })

  async function fetchImage(path: string, options: RequestInit = {}) {
    const address = site.app.server.server.address()
    if (typeof address !== 'object' || !address) throw new Error('The site does not listen')
    const reply = await fetch(`http://127.0.0.1:${address.port}${path}`, options)
    return { status: reply.status, headers: reply.headers, body: Buffer.from(await reply.arrayBuffer()) }
  }

  /** Returns the pixels of the title's area in an image. */
  const cropTitle = (png: Buffer) =>
    sharp(png).extract({ left: 0, top: 110, width: 780, height: 380 }).greyscale().raw().toBuffer()

  async function saveTitle(pageTitle: string) {
    const [listing] = (await site.request('GET', '/api/search-listings')).json() as { _id: string }[]
    const body = { page: 'Pricing', pageTitle, pageDescription: '', shareImage: '' }
    const [method, path] = listing ? ['PUT', `/api/search-listings/${listing._id}`] : ['POST', '/api/add-search-listing']
    expect((await site.request(method as string, path as string, { as: 'admin', body })).status).toBeLessThan(300)
  }

  it.each(sampleCasesOnPostgres(database, publicPages, () => 'a page'))(
    'are PNG files of 1200 by 630 pixels with a visible title: $name',
    async ({ name }) => {
      const { status, headers, body } = await fetchImage(`/share/${getShareImageFileName(name)}?v=1`)
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('image/png')
      expect(headers.get('cache-control')).toBe('public, max-age=86400')
      expect(body.length).toBeLessThanOrEqual(MAX_BYTES)
      expect(await sharp(body).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
      const ink = (await cropTitle(body)).filter((grey) => grey < 60).length
      expect(ink).toBeGreaterThan(2_000)
    },
  )

  it.runIf(database.name === 'SQLite')('answer 304 to a known ETag, and HEAD sends only their headers', async () => {
    const { headers, body } = await fetchImage('/share/home.png')
    const etag = headers.get('etag') ?? ''
    const again = await fetchImage('/share/home.png', { headers: { 'if-none-match': etag } })
    expect([again.status, again.body.length, again.headers.get('etag')]).toEqual([304, 0, etag])
    const head = await fetchImage('/share/home.png', { method: 'HEAD' })
    expect([head.status, head.body.length]).toEqual([200, 0])
    expect(head.headers.get('content-length')).toBe(String(body.length))
  })

  it('are cut from the owner’s image around its focal point, in less than 300 KB', async () => {
    // Noise hardly compresses. Its right half is dark.
    const noise = await createTestImage(2400, 600, { format: 'png', isNoise: true })
    const darkHalf = { create: { width: 1200, height: 600, channels: 3, background: '#000' } } as const
    const photo = await sharp(noise)
      .composite([{ input: darkHalf, left: 1200, top: 0, blend: 'multiply' }])
      .jpeg()
      .toBuffer()
    const upload = await site.request('POST', '/api/media', { as: 'admin', body: buildUploadForm(photo, { alt: 'Two halves' }) })
    const { record } = upload.json() as { record: { _id: string; url: string } }
    await site.request('POST', '/api/add-search-listing', {
      as: 'admin',
      body: { page: 'Terms', pageTitle: '', pageDescription: '', shareImage: record.url },
    })
    const readMeta = async (name: string) => {
      const { text } = await site.request('GET', '/terms')
      return new RegExp(`<meta property="og:image${name}" content="([^"]*)"`).exec(text)?.[1] ?? ''
    }
    const urls = new Set<string>()
    for (const focusX of [0, 100]) {
      await site.request('PUT', `/api/media/${record._id}`, { as: 'admin', body: { focusX } })
      const { pathname, search } = new URL(await readMeta(''))
      urls.add(pathname + search)
      const { status, headers, body } = await fetchImage(pathname + search)
      expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      expect(await sharp(body).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
      expect(body.length).toBeLessThan(300 * 1024)
      const { channels } = await sharp(body).greyscale().stats()
      expect((channels[0]?.mean ?? 0) > 90).toBe(focusX === 0)
    }
    expect([...urls]).toEqual([
      expect.stringMatching(/^\/share\/terms\.jpg\?v=/),
      expect.stringMatching(/^\/share\/terms\.jpg\?v=/),
    ])
    expect(urls.size).toBe(2)
    expect([await readMeta(':width'), await readMeta(':height'), await readMeta(':alt')]).toEqual(['1200', '630', 'Two halves'])
  })

  it.runIf(database.name === 'SQLite')('do not exist for unknown pages, in any spelling', async () => {
    for (const path of ['login', 'Home', 'home.svg', 'home.png.png', '..%2fhome.png', '__proto__', '%E0%A4%A']) {
      const file = path.includes('.') ? path : `${path}.png`
      expect([file, (await fetchImage(`/share/${file}`)).status === 200]).toEqual([file, false])
    }
    expect((await fetchImage('/share/nothing.png')).status).toBe(404)
  })

  it.runIf(database.name === 'SQLite')('show a changed title on the next load', async () => {
    const before = await fetchImage('/share/pricing.png')
    await saveTitle('What it costs, street by street')
    const after = await fetchImage('/share/pricing.png')
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
    expect((await cropTitle(after.body)).equals(await cropTitle(before.body))).toBe(false)
    await saveTitle('')
    expect((await fetchImage('/share/pricing.png')).headers.get('etag')).toBe(before.headers.get('etag'))
  })

  it.runIf(database.name === 'SQLite')('accept any title, skip unknown characters and never treat text as markup', async () => {
    const imageHashes = new Set<string>()
    for (const [what, title] of Object.entries(HOSTILE_TITLES)) {
      await saveTitle(title)
      const { status, body, headers } = await fetchImage('/share/pricing.png')
      expect([what, status]).toEqual([what, 200])
      expect([what, body.length <= MAX_BYTES]).toEqual([what, true])
      expect(await sharp(body).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
      imageHashes.add(headers.get('etag') ?? '')
    }
    expect(imageHashes.size).toBe(Object.keys(HOSTILE_TITLES).length)
  })
})

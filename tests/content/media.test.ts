import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import { afterEach, expect, it, vi } from 'vitest'
import { getReadAddAndUpdateEndpoints } from '#contract/content/content-kind-endpoints.ts'
import { banner } from '#contract/content/kinds/banner.ts'
import type { MediaImage, MediaUse } from '#contract/content/media.ts'
import { getBuiltFileUrl } from '#platform/built-file-url.ts'
import { type Role, startAppForSuite } from '../support/test-app.ts'
import { buildRecordValues } from '../support/test-content-module.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'
import { buildUploadForm, createTestImage } from '../support/test-images.ts'

const DAY = 24 * 3_600_000

describeOnEachDatabase('the media library', (database) => {
  /** The id of a deleted image that an earlier version of the banner shows. */
  let idInEarlierVersion = ''
  const site = startAppForSuite(database)
  afterEach(() => void vi.useRealTimers())

  async function call(method: string, path: string, body?: unknown, as: Role = 'admin') {
    const { status, text } = await site.request(method, `/api${path}`, { as, ...(body !== undefined && { body }) })
    return { status, reply: JSON.parse(text) as { message: string; record: MediaImage; error: string; fields?: object } }
  }
  const send = (file: Uint8Array, alt?: string) => call('POST', '/media', buildUploadForm(file, alt === undefined ? {} : { alt }))
  async function add(file: Uint8Array, alt?: string): Promise<MediaImage> {
    const { status, reply } = await send(file, alt)
    expect([status, reply]).toEqual([201, expect.anything()])
    return reply.record
  }
  const listImages = async (query = '') =>
    (await site.request('GET', `/api/media${query}`, { as: 'admin' })).json() as MediaImage[]
  const loadMetadata = async (url: string) => sharp(Buffer.from((await site.request('GET', url)).bytes)).metadata()

  it('stores an image with its description and serves it to all visitors, immutable and inert', async () => {
    const { status, reply } = await send(await createTestImage(1000, 70), '  A house in Elm Street ')
    expect(status).toBe(201)
    const { record } = reply
    expect(reply.message).toBe('Image added')
    expect(record).toMatchObject({ url: `/media/${record._id}.jpg`, width: 1000, height: 70, alt: 'A house in Elm Street' })
    expect(record).toMatchObject({ focusX: 50, focusY: 50, uses: 0, thumbnail: `/media/${record._id}-320.webp` })
    const { status: imageStatus, headers, bytes } = await site.request('GET', record.url)
    expect(imageStatus).toBe(200)
    expect(bytes.length).toBe(record.bytes)
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'content-length': String(record.bytes),
    })
    expect(headers).not.toHaveProperty('set-cookie')
    expect(await loadMetadata(record.url)).toMatchObject({ format: 'jpeg', width: 1000, height: 70 })
    const head = await site.request('HEAD', record.url)
    expect([head.status, head.headers['content-length'], head.text]).toEqual([200, String(record.bytes), ''])
    const cachedReply = await site.request('GET', record.url, { headers: { 'if-none-match': String(headers.etag) } })
    expect([cachedReply.status, cachedReply.text]).toEqual([304, ''])
  })

  it('keeps the words of the file name in the URL that pages show', async () => {
    const form = buildUploadForm(await createTestImage(300, 200, { seed: 77 }), { name: '12 Elm Street (front).JPG' })
    const upload = await site.request('POST', '/api/media', { as: 'admin', body: form })
    const { record } = upload.json() as { record: MediaImage }
    expect(record.fileName).toBe('12-elm-street-front')
    const search = async () =>
      ((await site.request('GET', '/api/media?search=elm+front', { as: 'admin' })).json() as MediaImage[]).map(({ _id }) => _id)
    expect(await search()).toEqual([record._id])
    await site.request('PUT', `/api/media/${record._id}`, { as: 'admin', body: { alt: 'A porch' } })
    expect(await search()).toEqual([record._id])
    const named = await site.request('GET', `/media/12-elm-street-front-${record._id}.jpg`)
    expect([named.status, named.bytes.length]).toEqual([200, record.bytes])
    expect(named.headers.etag).toBe((await site.request('GET', record.url)).headers.etag)
  })

  it('answers 404 at unknown URLs', async () => {
    const [{ _id: id = '' } = {}] = await listImages()
    const names = [
      `${id}.webp`,
      `${id}.png`,
      id,
      `${id}-321.webp`,
      `${id}-320.jpg`,
      `${id}-320.webp.map`,
      `${'0'.repeat(32)}.jpg`,
      `-${id}.jpg`,
      `Elm_${id}.jpg`,
    ]
    for (const name of [...names, '..%2f..%2fpackage.json', '%00', `${id.toUpperCase()}.jpg`])
      expect([name, (await site.request('GET', `/media/${name}`)).status]).toEqual([name, 404])
  })

  it('stores the same file once, with its first description', async () => {
    const file = await createTestImage(300, 200, { seed: 1 })
    const first = await add(file)
    expect(first.alt).toBe('')
    const secondReply = await send(file, 'A garden')
    expect(secondReply.reply).toMatchObject({ message: 'This image is already in your library.' })
    expect(secondReply.reply.record).toEqual({ ...first, alt: 'A garden' })
    expect((await send(file, 'Something else')).reply.record.alt).toBe('A garden')
    expect((await listImages()).filter(({ _id }) => _id === first._id)).toHaveLength(1)
  })

  // No query decides this.
  it.runIf(database.name === 'SQLite')('rotates an image, converts its colors to sRGB and removes camera data', async () => {
    const file = await sharp(await createTestImage(640, 400, { seed: 2 }))
      .withIccProfile('p3')
      .withExif({ IFD0: { Model: 'CanaryPhone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const storedMetadata = await sharp(file).metadata()
    expect([storedMetadata.orientation, storedMetadata.exif?.includes('CanaryPhone'), Boolean(storedMetadata.icc)]).toEqual([
      6,
      true,
      true,
    ])
    const { url, width, height } = await add(file)
    expect([width, height]).toEqual([400, 640])
    const { orientation, exif, icc, xmp, iptc, space } = await loadMetadata(url)
    expect([orientation, exif, icc, xmp, iptc, space]).toEqual([...Array(5).fill(undefined), 'srgb'])
    expect(Buffer.from((await site.request('GET', url)).bytes).includes('CanaryPhone')).toBe(false)
  })

  // No query decides this.
  it.runIf(database.name === 'SQLite')(
    'accepts common formats, keeps transparency, and uses the first frame of an animation',
    async () => {
      const clear = await add(await createTestImage(80, 60, { format: 'png', seed: 3, isTransparent: true }))
      expect([clear.url, (await loadMetadata(clear.url)).hasAlpha]).toEqual([`/media/${clear._id}.webp`, true])
      for (const format of ['webp', 'avif', 'gif'] as const) {
        const { url } = await add(
          await createTestImage(80, 60, { format, seed: 4 + format.length * 7 + (format === 'gif' ? 1 : 0) }),
        )
        expect([format, (await loadMetadata(url)).format]).toEqual([format, 'webp'])
      }
      const frames = await Promise.all([20, 21].map((seed) => createTestImage(50, 40, { format: 'png', seed })))
      const animation = await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer()
      const { reply } = await send(animation)
      expect(reply.message).toBe('Image added. It’s animated, so we kept its first frame.')
      expect(reply.record).toMatchObject({ width: 50, height: 40 })
      expect((await loadMetadata(reply.record.url)).pages ?? 1).toBe(1)
      // No page shows a larger size.
      expect(await add(await createTestImage(5120, 40, { seed: 5 }))).toMatchObject({ width: 2560, height: 20 })
    },
  )

  // No query decides this.
  it.runIf(database.name === 'SQLite')(
    'says that a picture of 12,000 by 9,000 pixels is too large, not that it is damaged',
    async () => {
      const file = Buffer.from(await createTestImage(40, 30, { seed: 7 }))
      // The frame header of a JPEG holds height and width after its marker, length and precision.
      const frame = file.findIndex((byte, at) => byte === 0xff && (file[at + 1] === 0xc0 || file[at + 1] === 0xc2))
      file.writeUInt16BE(9_000, frame + 5)
      file.writeUInt16BE(12_000, frame + 7)
      const { status, reply } = await call('POST', '/media', buildUploadForm(file))
      expect([status, JSON.stringify(reply.fields ?? reply.error)]).toEqual([400, expect.stringContaining('image is too large')])
    },
  )

  // No query decides this.
  it.runIf(database.name === 'SQLite')(
    'rejects an invalid upload with a sentence, at its field if possible, and stores nothing',
    async () => {
      const before = await listImages()
      const file = await createTestImage(20, 20, { seed: 6 })
      const formWithTwoFiles = buildUploadForm(file)
      formWithTwoFiles.append('file', new Blob([file as Uint8Array<ArrayBuffer>]), 'second.jpg')
      const [empty, extra, ambiguous] = [new FormData(), buildUploadForm(file), buildUploadForm(file, { alt: 'One' })]
      empty.append('alt', 'A house')
      extra.append('price', '1')
      ambiguous.append('alt', 'Two')
      const invalidForms: [FormData, number, object | undefined][] = [
        [empty, 400, { file: 'Please choose a file.' }],
        [buildUploadForm(new Uint8Array()), 400, { file: 'Please choose a file.' }],
        [extra, 400, { price: 'price is not a field here.' }],
        [buildUploadForm(file, { alt: 'x'.repeat(301) }), 400, { alt: 'The description must be at most 300 characters.' }],
        [
          buildUploadForm(Buffer.alloc(16 * 1024 * 1024 + 1, file)),
          413,
          { file: 'This file is too large: at most 16 MB are accepted.' },
        ],
        [formWithTwoFiles, 400, undefined],
        [ambiguous, 400, undefined],
      ]
      for (const [form, status, fields] of invalidForms) {
        const { status: actualStatus, reply } = await call('POST', '/media', form)
        expect([actualStatus, reply.fields, reply.error]).toEqual([status, fields, expect.stringMatching(/\.$/)])
      }
      expect((await call('POST', '/media', { alt: 'A house' })).status).toBe(415)
      const headers = { 'content-type': 'multipart/form-data; boundary=x' }
      for (const payload of [
        '',
        '--x',
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nhalf',
        'x'.repeat(9_000),
      ])
        expect((await site.request('POST', '/api/media', { as: 'admin', payload, headers })).status).toBe(400)
      for (const [as, status] of [
        ['anonymous', 401],
        ['customer', 403],
      ] as const)
        expect((await call('POST', '/media', buildUploadForm(file), as)).status).toBe(status)
      expect(await listImages()).toEqual(before)
    },
  )

  it('lists the newest first in pages, and searches descriptions', async () => {
    const files = await Promise.all([30, 31, 32].map((seed) => createTestImage(30, 20, { seed })))
    const alts = ['Café at the corner', '100% of a roof', 'The corner house']
    const ids: string[] = []
    for (const [nth, file] of files.entries()) ids.unshift((await add(file, alts[nth]))._id)
    expect((await listImages('?page=1&size=2')).map(({ _id }) => _id)).toEqual(ids.slice(0, 2))
    const searchDescriptions = async (search: string) =>
      (await listImages(`?page=1&search=${encodeURIComponent(search)}`)).map(({ alt }) => alt)
    expect(await searchDescriptions('corner')).toEqual([alts[2], alts[0]])
    expect(await searchDescriptions('CAFE corner')).toEqual([alts[0]])
    expect(await searchDescriptions('100%')).toEqual([alts[1]])
    expect(await searchDescriptions('%')).toEqual([alts[1]])
    expect(await searchDescriptions('castle')).toEqual([])
  })

  it('crops an image, and the same crop only once', async () => {
    const whole = await add(await createTestImage(400, 300, { seed: 40 }), 'A street')
    const region = { left: 100, top: 50, width: 160, height: 120 }
    const crop = (body: object, id = whole._id) => call('POST', `/crop-media/${id}`, body)
    const [first, second] = [await crop(region), await crop(region)]
    expect(first.status).toBe(200)
    expect(first.reply.record).toMatchObject({ width: 160, height: 120, alt: 'A street', croppedFrom: whole._id })
    expect(await loadMetadata(first.reply.record.url)).toMatchObject({ width: 160, height: 120 })
    expect(second.reply.record).toEqual(first.reply.record)
    for (const change of [{ left: 300 }, { top: -1 }, { width: 0.5 }, { height: 4 }, { left: 1e300 }])
      expect([change, (await crop({ ...region, ...change })).status]).toEqual([change, 400])
    expect((await crop(region, 'no-such-id')).status).toBe(404)
  })

  it('lists the illustrations that ship with the product', async () => {
    const { text } = await site.request('GET', '/api/drawings', { as: 'admin' })
    const files = readdirSync(getBuiltFileUrl('client/art/')).filter((name) => /^(?!icons|sheet).*\.svg$/.test(name))
    expect((JSON.parse(text) as string[]).sort()).toEqual(files.map((name) => `/art/${name}`).sort())
  })

  it('shows an image with its description, size and focus, and each change at once', async () => {
    const { _id, url } = await add(await createTestImage(900, 60, { seed: 50 }), 'The old town')
    const record = { ...buildRecordValues(banner), bannerImage: url }
    const addReply = await call('POST', getReadAddAndUpdateEndpoints(banner).add.path, record)
    expect(addReply.status).toBe(201)
    const page = async () => (await site.request('GET', '/')).text
    expect(await page()).toContain(
      `<img src="/media/photo-${_id}.jpg" alt="The old town" width="900" height="60" fetchPriority="high"/>`,
    )
    expect(await page()).toContain(
      `srcSet="/media/photo-${_id}-320.avif 320w, /media/photo-${_id}-640.avif 640w, /media/photo-${_id}-900.avif 900w"`,
    )
    const updateReply = await call('PUT', `/media/${_id}`, { alt: 'The new town', focusX: 20, focusY: 81 })
    expect(updateReply.reply.record).toMatchObject({ alt: 'The new town', focusX: 20, focusY: 81, uses: 1 })
    expect(await page()).toContain('alt="The new town" width="900" height="60" class="focus-x-20 focus-y-80"')
    for (const body of [{ focusX: 101 }, { focusY: -1 }, { focusX: 0.5 }, { alt: 'x'.repeat(301) }, { url: '/a.jpg' }])
      expect([body, (await call('PUT', `/media/${_id}`, body)).status]).toEqual([body, 400])
    // The public list holds only images that a page shows.
    const facts = (await site.request('GET', '/api/picture-facts')).json() as { url: string }[]
    expect(facts.map((one) => one.url)).toEqual([url])
  })

  it('says where an image is used, and deletes and restores it only while no live record uses it', async () => {
    const [record] = (await site.request('GET', `/api${getReadAddAndUpdateEndpoints(banner).list.path}`)).json() as Record<
      string,
      string
    >[]
    const url = record?.bannerImage ?? ''
    const id = (await listImages()).find((one) => one.url === url)?._id ?? ''
    const use = { kind: banner.kind, recordId: record?._id, field: 'bannerImage' }
    const uses = async () => (await site.request('GET', `/api/media-uses/${id}`, { as: 'admin' })).json() as MediaUse[]
    expect(await uses()).toEqual([
      { ...use, where: 'live' },
      { ...use, where: 'history' },
    ])
    const refusedReply = await call('DELETE', `/media/${id}`)
    const sentence = 'This image is used in one place. Choose another one there, then delete it.'
    expect([refusedReply.status, refusedReply.reply.error]).toEqual([409, sentence])
    const path = getReadAddAndUpdateEndpoints(banner).update?.path.replace(':id', String(record?._id)) ?? ''
    expect((await call('PUT', path, { ...buildRecordValues(banner), bannerImage: '/art/street.svg' })).status).toBe(200)
    expect(await uses()).toEqual([{ ...use, where: 'history' }])
    expect((await call('DELETE', `/media/${id}`)).reply.message).toBe('Deleted.')
    expect((await listImages()).map(({ _id }) => _id)).not.toContain(id)
    for (const [method, path] of [
      ['DELETE', `/media/${id}`],
      ['GET', `/media-uses/${id}`],
      ['POST', '/undelete-media/no-such-id'],
    ] as const)
      expect((await call(method, path)).status).toBe(404)
    // An open page may still load the image.
    expect((await site.request('GET', url)).status).toBe(200)
    expect((await call('POST', `/undelete-media/${id}`)).reply.record).toMatchObject({ _id: id, alt: 'The new town' })
    expect((await listImages()).map(({ _id }) => _id)).toContain(id)
    await call('DELETE', `/media/${id}`)
    idInEarlierVersion = id
  })

  it('erases an image a month after its deletion, unless an earlier version shows it', async () => {
    const [unused, next] = [
      await add(await createTestImage(60, 60, { seed: 60 })),
      await add(await createTestImage(60, 60, { seed: 61 })),
    ]
    const moveClock = async (days: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * DAY })
      await site.signIn('admin')
    }
    const restore = async (id: string) => (await call('POST', `/undelete-media/${id}`)).status
    await call('DELETE', `/media/${unused._id}`)
    await moveClock(29)
    await call('DELETE', `/media/${next._id}`)
    expect([await restore(unused._id), await restore(next._id)]).toEqual([200, 200])
    await call('DELETE', `/media/${unused._id}`)
    await moveClock(31)
    await call('DELETE', `/media/${next._id}`)
    expect([await restore(unused._id), await restore(idInEarlierVersion), await restore(next._id)]).toEqual([404, 200, 200])
    expect((await site.request('GET', unused.url)).status).toBe(404)
  })
})

import { expect, it } from 'vitest'
import type { MediaImage } from '#contract/content/media.ts'
import { type Role, startAppForSuite } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'
import { buildUploadForm, createTestImage } from '../support/test-images.ts'

const MB = 1024 * 1024

describeOnSqlite('the upload form without script', (database) => {
  const site = startAppForSuite(database)

  const post = (file: Uint8Array, as: Role = 'admin') => site.request('POST', '/pictures', { as, body: buildUploadForm(file) })
  const listImages = async () => (await site.request('GET', '/api/media', { as: 'admin' })).json() as MediaImage[]

  it('adds an image and shows a notice', async () => {
    const { status, text } = await post(await createTestImage(400, 300))
    expect([status, text]).toEqual([200, expect.stringContaining('Image added')])
    expect(text).toContain('Open photo')
    const secondReply = await post(await createTestImage(400, 300))
    expect(secondReply.text).toContain('This image is already in your library')
    expect(await listImages()).toHaveLength(1)
  })

  it('rejects an invalid file with the sentence of the call, and stores nothing', async () => {
    const invalidFiles: [Uint8Array, number, string][] = [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), 400, 'This looks like an SVG image.'],
      [(await createTestImage(400, 300, { isNoise: true })).subarray(0, 9_000), 400, 'This image is damaged'],
      [Buffer.alloc(16 * MB + 1), 413, 'This file is too large: at most 16 MB are accepted.'],
      [Buffer.alloc(0), 400, 'Please choose a file.'],
    ]
    for (const [file, status, sentence] of invalidFiles) {
      const reply = await post(file)
      expect([reply.status, reply.text]).toEqual([status, expect.stringContaining(sentence)])
      expect(reply.text).toContain('>Images</h1>')
    }
    const emptyFormReply = await site.request('POST', '/pictures', { as: 'admin', body: new FormData() })
    expect([emptyFormReply.status, emptyFormReply.text]).toEqual([400, expect.stringContaining('Please choose a file.')])
    expect(await listImages()).toHaveLength(1)
  })

  it('accepts no upload from other roles or on other pages', async () => {
    const file = await createTestImage(300, 300)
    const { status, headers } = await post(file, 'anonymous')
    expect([status, headers.location]).toEqual([302, '/login?from=%2Fpictures'])
    expect((await post(file, 'customer')).status).toBe(403)
    const otherPageReply = await site.request('POST', '/contact', { as: 'admin', body: buildUploadForm(file) })
    expect([otherPageReply.status, otherPageReply.text]).toEqual([
      400,
      expect.stringContaining('This form doesn’t accept files.'),
    ])
    expect(await listImages()).toHaveLength(1)
  })

  it('leaves the other forms of the page unchanged', async () => {
    const [{ _id = '' } = {}] = await listImages()
    const form = { _form: 'describe', _id, alt: 'A house' }
    const { status, text } = await site.request('POST', '/pictures', { as: 'admin', form })
    expect([status, text]).toEqual([200, expect.stringContaining('Description saved')])
    expect((await listImages())[0]?.alt).toBe('A house')
  })
})

import { Readable } from 'node:stream'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { encodeImageInChildProcess, renderFilePreviewInChildProcess } from '#server/content/media/encoding/run-encoder.ts'
import { insertPngChunk } from '../support/malicious-images.ts'
import { createTestImage } from '../support/test-images.ts'

const NO_LIMITS = { maxCpu: 60_000, maxMemory: 1024 ** 3 }
const openImage = (bytes: Uint8Array) => () => Readable.from([bytes])

it('renders no preview of a file that needs more CPU time or memory than the limit, and refuses no such file', async () => {
  const image = openImage(await createTestImage(1_500, 1_000, { format: 'webp', isNoise: true }))
  for (const limits of [
    { ...NO_LIMITS, maxCpu: 1 },
    { ...NO_LIMITS, maxMemory: 1024 ** 2 },
  ])
    expect(await renderFilePreviewInChildProcess(image, 'kim@example.com', limits)).toBeUndefined()
  expect(await renderFilePreviewInChildProcess(image, 'kim@example.com', NO_LIMITS)).toBeInstanceOf(Buffer)
})

it('decodes no text of a PNG, for the library and for a preview', async () => {
  // Text of this kind is compressed. This one isn't, so that only a reader of text refuses the file.
  const bytes = insertPngChunk(await createTestImage(40, 30, { format: 'png' }), 'zTXt', 'Comment\0\0not compressed')
  expect(await encodeImageInChildProcess({ kind: 'take' }, bytes)).toMatchObject({ width: 40, height: 30 })
  const preview = await renderFilePreviewInChildProcess(openImage(bytes), 'kim@example.com')
  expect(await sharp(preview).metadata()).toMatchObject({ width: 40, height: 30 })
})

it('gives every account its turn, and a sender with too many waiting files a sentence', async () => {
  const bytes = await createTestImage(40, 30)
  const finished: string[] = []
  const render = async (account: string) => {
    await renderFilePreviewInChildProcess(openImage(bytes), account)
    finished.push(account)
  }
  const flood = Array.from({ length: 12 }, () => render('flood@example.com'))
  const results = await Promise.allSettled([...flood, render('kim@example.com')])
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused.map(({ reason }) => reason)).toEqual(
    Array(3).fill(expect.objectContaining({ status: 503, message: expect.stringContaining('Nothing was saved') })),
  )
  expect(finished.indexOf('kim@example.com')).toBeLessThanOrEqual(2)
  expect(finished).toHaveLength(10)
})

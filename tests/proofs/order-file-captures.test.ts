import sharp from 'sharp'
import { expect, it } from 'vitest'
import { resizeJpegHeader } from '../support/malicious-images.ts'
import { createOrderClient } from '../support/order-client.ts'
import { startAppForSuite } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'
import { createTestImage } from '../support/test-images.ts'

describeOnSqlite('captures of long pages', (database) => {
  const site = startAppForSuite(database)
  const { placeOrder, upload } = createOrderClient(site)

  it('are accepted, and their previews show the beginning', async () => {
    const order = await placeOrder()
    const captures: [number, number, 'png' | 'jpeg' | 'webp'][] = [
      [1280, 12_001, 'png'],
      [1280, 20_001, 'png'],
      [1280, 20_000, 'jpeg'],
      [1280, 16_000, 'webp'],
      [20_000, 1280, 'png'],
      [40, 30_000, 'png'],
    ]
    for (const [width, height, format] of captures) {
      const bytes = await createTestImage(width, height, { format })
      const { status, reply } = await upload(order, 'customer', bytes, `page.${format}`)
      expect([width, height, format, status]).toEqual([width, height, format, 201])
      const preview = await site.request('GET', String(reply.record.preview), { as: 'customer' })
      const side = Math.min(480, width)
      expect(await sharp(preview.bytes).metadata()).toMatchObject({ width: side, height: side })
      const cut = await upload(order, 'customer', bytes.subarray(0, bytes.length * 0.9), `cut.${format}`)
      expect([format, cut.status, cut.reply.fields?.file]).toEqual([format, 400, expect.stringMatching(/damaged/)])
    }
    const tooLarge = resizeJpegHeader(await createTestImage(16, 16), 16_000, 13_000)
    const { status, reply } = await upload(order, 'customer', tooLarge, 'page.jpg')
    expect([status, reply.fields?.file]).toEqual([400, expect.stringContaining('The limit is 200 million pixels.')])
  })
})

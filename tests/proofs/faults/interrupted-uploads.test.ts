import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { iterateRounds, reportToRunner } from '../../support/faults/fault-report.ts'
import { startSiteUnderTest } from '../../support/faults/site-under-test.ts'
import { buildFileForm } from '../../support/order-files.ts'
import { pickSize } from '../../support/proof-size.ts'
import { sampleCustomer, standardPackageValues } from '../../support/site-with-paypal.ts'
import { startForSuite } from '../../support/start-for-suite.ts'
import { openTableRowCounts } from '../../support/table-row-counts.ts'
import { describeOnEachDatabase } from '../../support/test-databases.ts'
import { buildUploadForm, createTestImage } from '../../support/test-images.ts'

/** How many uploads are cut off, each at another byte. */
const INTERRUPTED_UPLOADS = pickSize({ short: 10, whole: 100 })
const CONCURRENCY = 5

describeOnEachDatabase('an incomplete upload', (database) => {
  const site = startForSuite(async () => startSiteUnderTest(await database.environment()))
  const effects = startForSuite(() => openTableRowCounts(site.checker.settings))

  /** Returns the path and form of an upload to the image library, or to an order. */
  async function prepareUpload(target: 'image' | 'order file'): Promise<[path: string, form: FormData]> {
    const image = await createTestImage(400, 300)
    if (target === 'image') return ['/api/media', buildUploadForm(image, { alt: 'A house' })]
    const { packageName, packagePrice } = standardPackageValues
    const placed = await site.checker.callApi('POST', '/new-order', 'customer', { ...sampleCustomer, packageName, packagePrice })
    const order = placed?.record as { _id: string } | undefined
    await site.checker.callApi('PUT', `/order-paid/${order?._id}`, 'admin', { reason: 'In cash' })
    return [`/api/order-file/${order?._id}`, buildFileForm(image, 'house.jpg')]
  }

  it.each([
    ['image', 'admin'],
    ['order file', 'customer'],
  ] as const)('of an %s leaves nothing behind, cut off at any byte or without its end', async (target, as) => {
    const [path, fields] = await prepareUpload(target)
    const form = new Response(fields)
    const [type, body] = [form.headers.get('content-type') ?? '', Buffer.from(await form.arrayBuffer())]
    const head = (length: number) =>
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${site.port}\r\nCookie: ${site.checker.getCookie(as)}\r\n` +
      `Content-Type: ${type}\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`

    /** Sends bytes of the upload, then disconnects if `isCutOff`. Returns the status of the reply, or 0 without one. */
    async function send(bytes: Buffer, { length = bytes.length, isCutOff = false } = {}): Promise<number> {
      const socket = connect(site.port, '127.0.0.1')
      let reply = ''
      socket.on('data', (data) => {
        reply += data
      })
      socket.on('error', () => {})
      const end = once(socket, 'close')
      socket.write(head(length))
      socket.write(bytes)
      if (isCutOff) {
        await pause(5)
        socket.destroy()
      }
      await end
      return Number(/^HTTP\/1\.1 (\d+)/.exec(reply)?.[1] ?? 0)
    }

    const statuses = new Set<number>()
    let uploadCount = 0
    const changes = await effects.countChanges(async () => {
      for (const nth of iterateRounds(INTERRUPTED_UPLOADS / CONCURRENCY, `uploads of an ${target}, ${database.name}`)) {
        const offsets = Array.from({ length: CONCURRENCY }, (_, one) =>
          Math.floor(((nth * CONCURRENCY + one) * body.length) / INTERRUPTED_UPLOADS),
        )
        await Promise.all(offsets.map((offset) => send(body.subarray(0, offset), { length: body.length, isCutOff: true })))
        for (const status of await Promise.all(offsets.map((offset) => send(body.subarray(0, offset))))) statuses.add(status)
        uploadCount += CONCURRENCY
      }
      // Once this request is answered, the server has finished its work on the uploads.
      expect(await site.fetchStatus('/readyz')).toBe(200)
    })
    reportToRunner({
      fault: 'uploads',
      on: database.name,
      measured: `${uploadCount} uploads of an ${target} cut off and ${uploadCount} without their end, answered with ${[...statuses].join(', ')}: ${JSON.stringify(changes)} left behind`,
      isKept: true,
    })
    expect([...statuses].filter((status) => status < 400 || status > 499)).toEqual([])
    expect(changes).toEqual({})
    expect(await send(body)).toBe(201)
  })
})

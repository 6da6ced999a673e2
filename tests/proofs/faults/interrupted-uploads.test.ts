import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { iterateRounds, reportToRunner } from '../../support/faults/fault-report.ts'
import { type SiteUnderTest, startSiteUnderTest } from '../../support/faults/site-under-test.ts'
import { pickSize } from '../../support/proof-scope.ts'
import { openRowCounter } from '../../support/row-counter.ts'
import { describeOnEachDatabase } from '../../support/test-databases.ts'
import { buildUploadForm, createTestImage } from '../../support/test-images.ts'

/** How many uploads are cut off, each at another byte. */
const INTERRUPTED_UPLOADS = pickSize({ short: 10, whole: 100 })
const CONCURRENCY = 5

describeOnEachDatabase('an upload that does not come as it said', (database) => {
  let site: SiteUnderTest
  let effects: Awaited<ReturnType<typeof openRowCounter>>
  beforeAll(async () => {
    site = await startSiteUnderTest(await database.environment())
    effects = await openRowCounter(site.checker.settings)
  })
  afterAll(async () => {
    await effects.close()
    await site.close()
  })

  it('leaves nothing behind: cut off at any byte, shorter than it says, or without its end', { timeout: 300_000 }, async () => {
    const form = new Response(buildUploadForm(await createTestImage(400, 300), { alt: 'A house' }))
    const [type, body] = [form.headers.get('content-type') ?? '', Buffer.from(await form.arrayBuffer())]
    const head = (length: number) =>
      `POST /api/media HTTP/1.1\r\nHost: 127.0.0.1:${site.port}\r\nCookie: ${site.checker.getCookie('admin')}\r\n` +
      `Content-Type: ${type}\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`

    /** Sends a part of it and hangs up, or says that this is all; answers the status of the reply, if one came. */
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
    const done = await effects.countChanges(async () => {
      for (const nth of iterateRounds(INTERRUPTED_UPLOADS / CONCURRENCY, `uploads, ${database.name}`)) {
        const cuts = Array.from({ length: CONCURRENCY }, (_, one) =>
          Math.floor(((nth * CONCURRENCY + one) * body.length) / INTERRUPTED_UPLOADS),
        )
        await Promise.all(cuts.map((at) => send(body.subarray(0, at), { length: body.length, isCutOff: true })))
        for (const status of await Promise.all(cuts.map((at) => send(body.subarray(0, at))))) statuses.add(status)
        uploadCount += CONCURRENCY
      }
      // Whatever was begun for them has ended once the next one is answered.
      expect(await site.fetchStatus('/readyz')).toBe(200)
    })
    reportToRunner({
      fault: 'uploads',
      on: database.name,
      measured: `${uploadCount} uploads cut off and ${uploadCount} without their end, answered with ${[...statuses].join(', ')}: ${JSON.stringify(done)} left behind`,
      isKept: true,
    })
    expect([...statuses].filter((status) => status < 400 || status > 499)).toEqual([])
    expect(done).toEqual({})
    expect(await send(body)).toBe(201)
  })
})

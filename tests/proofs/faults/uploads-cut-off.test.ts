import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEveryDatabase } from '../../support/databases.ts'
import { openEffects } from '../../support/effects.ts'
import { type JudgedSite, startJudgedSite } from '../../support/faults/judged-site.ts'
import { rounds, tell } from '../../support/faults/measure.ts'
import { picture, uploadOf } from '../../support/pictures.ts'
import { sized } from '../../support/proof-size.ts'

/** How many uploads are cut off, each at another byte. */
const CUTS = sized({ short: 10, whole: 100 })
const AT_ONCE = 5

onEveryDatabase('an upload that does not come as it said', (database) => {
  let site: JudgedSite
  let effects: Awaited<ReturnType<typeof openEffects>>
  beforeAll(async () => {
    site = await startJudgedSite(await database.environment())
    effects = await openEffects(site.oracle.settings)
  })
  afterAll(async () => {
    await effects.close()
    await site.close()
  })

  it('leaves nothing behind: cut off at any byte, shorter than it says, or without its end', { timeout: 300_000 }, async () => {
    const form = new Response(uploadOf(await picture(400, 300), { alt: 'A house' }))
    const [type, body] = [form.headers.get('content-type') ?? '', Buffer.from(await form.arrayBuffer())]
    const head = (length: number) =>
      `POST /api/media HTTP/1.1\r\nHost: 127.0.0.1:${site.port}\r\nCookie: ${site.oracle.cookieOf('admin')}\r\n` +
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
    let sent = 0
    const done = await effects.of(async () => {
      for (const nth of rounds(CUTS / AT_ONCE, `uploads, ${database.name}`)) {
        const cuts = Array.from({ length: AT_ONCE }, (_, one) => Math.floor(((nth * AT_ONCE + one) * body.length) / CUTS))
        await Promise.all(cuts.map((at) => send(body.subarray(0, at), { length: body.length, isCutOff: true })))
        for (const status of await Promise.all(cuts.map((at) => send(body.subarray(0, at))))) statuses.add(status)
        sent += AT_ONCE
      }
      // Whatever was begun for them has ended once the next one is answered.
      expect(await site.statusOf('/readyz')).toBe(200)
    })
    tell({
      fault: 'uploads',
      on: database.name,
      measured: `${sent} uploads cut off and ${sent} without their end, answered with ${[...statuses].join(', ')}: ${JSON.stringify(done)} left behind`,
      isKept: true,
    })
    expect([...statuses].filter((status) => status < 400 || status > 499)).toEqual([])
    expect(done).toEqual({})
    expect(await send(body)).toBe(201)
  })
})

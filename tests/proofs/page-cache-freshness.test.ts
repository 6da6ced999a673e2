import { beforeAll, expect, it } from 'vitest'
import { banner } from '#contract/content/kinds/banner.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { startApp, startAppForSuite } from '../support/test-app.ts'
import { buildRecordValues } from '../support/test-content-module.ts'
import { describeOnPostgres } from '../support/test-databases.ts'

/** How many saves, and how many page loads after each. Set SAVES for a longer run. */
const SAVES = Number(process.env.SAVES ?? 40)
const LOADS = 5

describeOnPostgres('a page load in another process', (database) => {
  const savingSite = startAppForSuite(database)
  const proxy = startForSuite(() => startTcpProxy(Number(new URL(savingSite.environment.DATABASE_URL ?? '').port)))
  const readingSite = startForSuite(() => {
    const url = new URL(savingSite.environment.DATABASE_URL ?? '')
    url.port = String(proxy.port)
    return startApp({ ...savingSite.environment, DATABASE_URL: url.href })
  })
  let origin: string
  let path: string
  beforeAll(async () => {
    // Uses HTTP, because the server answers cached pages before routing.
    origin = await readingSite.app.server.listen({ port: 0, host: '127.0.0.1' })
    const added = await savingSite.request('POST', `/api${banner.api.add}`, { as: 'admin', body: buildRecordValues(banner) })
    path = `/api${banner.api.update?.replace(':id', (added.json() as { record: { _id: string } }).record._id)}`
  })

  async function save(heading: string): Promise<void> {
    const body = { ...buildRecordValues(banner), bannerHeading: heading }
    expect((await savingSite.request('PUT', path, { as: 'admin', body })).status).toBe(200)
  }
  async function load(): Promise<{ status: number; text: string }> {
    const response = await fetch(`${origin}/`)
    return { status: response.status, text: await response.text() }
  }

  it('shows a saved change at once, even under load', async () => {
    let isStopped = false
    const visitors = Array.from({ length: 3 }, async () => {
      while (!isStopped) await load()
    })
    for (let nth = 0; nth < SAVES; nth++) {
      await save(`Heading ${nth}.`)
      for (const { status, text } of await Promise.all(Array.from({ length: LOADS }, load))) {
        expect([status, text.includes(`Heading ${nth}.`)]).toEqual([200, true])
      }
    }
    isStopped = true
    await Promise.all(visitors)
  })

  it('shows the change or answers 503 after its connections were cut', async () => {
    expect((await load()).status).toBe(200)
    // Open connections stay silent. New connections work.
    proxy.goSilent()
    proxy.resume()
    await save('After the cut.')
    const first = await load()
    if (first.status === 200) expect(first.text).toContain('After the cut.')
    else expect(first.status).toBe(503)
    await expect.poll(load).toMatchObject({ status: 200, text: expect.stringContaining('After the cut.') })
  })

  it('never shows an old page while the database is down', async () => {
    expect((await load()).status).toBe(200)
    proxy.goSilent()
    expect((await load()).status).toBe(503)
    proxy.resume()
    await expect.poll(async () => (await load()).status).toBe(200)
  })
})

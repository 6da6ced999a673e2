import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { banner } from '../../src/contract/content/kinds/banner.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { startApp, type TestApp } from '../support/test-app.ts'
import { buildRecordValues } from '../support/test-content-module.ts'
import { createTestDatabases } from '../support/test-databases.ts'

/** How many saves, and how many page loads after each. Set SAVES for a longer run. */
const SAVES = Number(process.env.SAVES ?? 40)
const LOADS = 5

describe('a page load in another process (PostgreSQL)', () => {
  const postgres = createTestDatabases(() => inject('postgresUrl'))
  let savingSite: TestApp
  let readingSite: TestApp
  let origin: string
  let proxy: TcpProxy
  let path: string
  beforeAll(async () => {
    const environment = await postgres.environment()
    const url = new URL(environment.DATABASE_URL ?? '')
    proxy = await startTcpProxy(Number(url.port))
    url.port = String(proxy.port)
    savingSite = await startApp({ ...environment, SEED: 'none' })
    readingSite = await startApp({ ...environment, SEED: 'none', DATABASE_URL: url.href })
    // Uses HTTP, because the server answers cached pages before routing.
    origin = await readingSite.app.server.listen({ port: 0, host: '127.0.0.1' })
    const added = await savingSite.request('POST', `/api${banner.api.add}`, { as: 'admin', body: buildRecordValues(banner) })
    path = `/api${banner.api.update?.replace(':id', (added.json() as { record: { _id: string } }).record._id)}`
  })
  afterAll(async () => {
    await Promise.all([savingSite.close(), readingSite.close()])
    await proxy.close()
    await postgres.remove()
  })

  async function save(heading: string): Promise<void> {
    const body = { ...buildRecordValues(banner), bannerHeading: heading }
    expect((await savingSite.request('PUT', path, { as: 'admin', body })).status).toBe(200)
  }
  async function load(): Promise<{ status: number; text: string }> {
    const response = await fetch(`${origin}/`)
    return { status: response.status, text: await response.text() }
  }

  it('shows a saved change at once, even under load', { timeout: 30_000 + SAVES * 200 }, async () => {
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

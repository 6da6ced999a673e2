import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { faqItem } from '../src/contract/sections/faq-item.ts'
import { sampleRecord } from './support/content.ts'
import { type Postgres, startPostgres } from './support/postgres.ts'
import { type SiteProcess, startSiteProcess } from './support/site-process.ts'

/** How often PostgreSQL is restarted; more for a long run. */
const RESTARTS = Number(process.env.RESTARTS ?? 5)
const WAYS = ['SIGQUIT', 'SIGKILL', 'SIGINT'] as const
const WRITERS = 4

/** How soon writes work again once PostgreSQL takes connections, in ms. */
const BACK_WITHIN = 2_000

let postgres: Postgres
let site: SiteProcess
let folder: string
beforeAll(async () => {
  postgres = await startPostgres({ isDurable: true })
  folder = mkdtempSync(join(tmpdir(), 'rankstead-test-'))
  site = await startSiteProcess({ DATABASE_URL: `${postgres.url}/postgres`, DATA_DIR: folder })
})
afterAll(async () => {
  await site.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true })
})

it('A PostgreSQL that restarts under load ends no process and loses nothing that was acknowledged', {
  timeout: 30_000 + RESTARTS * 5_000,
}, async () => {
  const acknowledged: string[] = []
  const statuses = new Set<number>()
  let isOver = false
  let lastSaved = 0

  async function writeOn(): Promise<void> {
    while (!isOver) {
      const { status, headers, text } = await site.request('POST', `/api${faqItem.api.add}`, sampleRecord(faqItem))
      statuses.add(status)
      if (status === 201) {
        acknowledged.push(JSON.parse(text).record._id)
        lastSaved = performance.now()
      } else {
        expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true])
        await pause(5)
      }
    }
  }
  async function readOn(): Promise<void> {
    while (!isOver) {
      statuses.add((await site.request('GET', '/')).status)
      await pause(5)
    }
  }

  const load = Promise.all([...Array.from({ length: WRITERS }, writeOn), readOn()])
  // Whatever fails is told at the end; until then nobody waits for it.
  load.catch(() => {})
  for (let nth = 0; nth < RESTARTS; nth++) {
    const before = acknowledged.length
    await expect.poll(() => acknowledged.length, { timeout: 15_000 }).toBeGreaterThan(before + WRITERS)
    await postgres.restart(WAYS[nth % WAYS.length] ?? 'SIGINT')
    const isBack = performance.now()
    await expect.poll(() => lastSaved, { timeout: BACK_WITHIN, interval: 20 }).toBeGreaterThan(isBack)
  }
  isOver = true
  await load
  expect(site.hasEnded()).toBe(false)
  expect([...statuses].sort()).toEqual([200, 201, 503])
  const { text } = await site.request('GET', `/api${faqItem.api.list}`)
  const stored = new Set(JSON.parse(text).map(({ _id }: { _id: string }) => _id))
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
})

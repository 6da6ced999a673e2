import { Agent } from 'node:http'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { faqItem } from '../../src/contract/sections/faq-item.ts'
import { adminEmail, sessionOf } from '../support/app.ts'
import { ask } from '../support/ask.ts'
import { sampleRecord } from '../support/content.ts'
import { databaseOn } from '../support/databases.ts'
import { type SeveralProcesses, startProcesses } from '../support/several-processes.ts'

/** How often every process is replaced under load; more for a long run. */
const ROUNDS = Number(process.env.ROUNDS ?? 1)
const READERS = 8
const WRITERS = 2
/** How much is answered while a process stops and starts, and between two of them. */
const UNDER_WAY = { timeout: 30_000, interval: 20 }

describe('a rolling restart of the processes behind a proxy', () => {
  const postgres = databaseOn(() => inject('postgresUrl'))
  let running: SeveralProcesses
  beforeAll(async () => {
    running = await startProcesses({ ...(await postgres.environment()), SEED: 'demo' })
  })
  afterAll(async () => {
    await running.close()
    await postgres.remove()
  })

  it('fails no request, and keeps everything that was acknowledged once', { timeout: 60_000 + ROUNDS * 60_000 }, async () => {
    const load = startLoad(Number(new URL(running.origin).port), await sessionOf(running.site, adminEmail))
    const { outcome } = load
    async function passes(): Promise<void> {
      const before = { ...outcome, saved: outcome.saved.length }
      await expect.poll(() => outcome.read - before.read, UNDER_WAY).toBeGreaterThan(40)
      await expect.poll(() => outcome.saved.length - before.saved, UNDER_WAY).toBeGreaterThan(10)
    }
    await passes()
    for (let nth = 0; nth < ROUNDS * 2; nth++) {
      expect(await running.replace(nth % 2)).toBe(0)
      await passes()
    }
    await load.end()
    expect([running.proxy, outcome.failed]).toEqual([running.proxy, []])
    const { text } = await running.site.request('GET', `/api${faqItem.api.list}`)
    const stored = (JSON.parse(text) as Record<string, string>[]).map(({ accodingTitle }) => accodingTitle)
    const ours = stored.filter((title) => title?.startsWith('Load '))
    expect(ours.toSorted()).toEqual(outcome.saved.toSorted())
  })
})

type Outcome = { read: number; saved: string[]; failed: string[] }

/** Browsers that keep their connections: some read, some save; each asks again as soon as it is answered. */
function startLoad(port: number, cookie: string) {
  const outcome: Outcome = { read: 0, saved: [], failed: [] }
  const paths = ['/', '/pricing/', '/api/faq-items', '/login', '/media/none.webp']
  let isOver = false

  async function readOn(nth: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let count = nth; !isOver; count++) {
      const path = paths[count % paths.length] ?? '/'
      const result = await ask({ agent, port, path })
      if (result === (path.startsWith('/media') ? 404 : 200)) outcome.read++
      else outcome.failed.push(`GET ${path}: ${result}`)
    }
    agent.destroy()
  }

  async function saveOn(nth: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let count = 0; !isOver; count++) {
      const accodingTitle = `Load ${nth} ${count}`
      const body = JSON.stringify({ ...sampleRecord(faqItem), accodingTitle })
      const headers = { cookie, 'content-type': 'application/json' }
      const result = await ask({ agent, port, path: `/api${faqItem.api.add}`, method: 'POST', headers, body })
      if (result === 201) outcome.saved.push(accodingTitle)
      else outcome.failed.push(`POST: ${result}`)
    }
    agent.destroy()
  }

  const clients = [...Array(READERS).keys()].map(readOn).concat([...Array(WRITERS).keys()].map(saveOn))
  return {
    outcome,
    async end(): Promise<void> {
      isOver = true
      await Promise.all(clients)
    },
  }
}

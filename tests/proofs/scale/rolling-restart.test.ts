import { Agent } from 'node:http'
import { expect, it } from 'vitest'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { fetchStatusOrError } from '../../support/fetch-status-or-error.ts'
import { findFreePort } from '../../support/free-port.ts'
import { startReverseProxy } from '../../support/load-balancer.ts'
import { pickSize, runsFullProofs } from '../../support/proof-size.ts'
import { compareThroughput, formatRatioTable } from '../../support/scale/throughput-comparison.ts'
import { startServerCluster } from '../../support/server-cluster.ts'
import { startForSuite } from '../../support/start-for-suite.ts'
import { adminEmail, getSessionCookie } from '../../support/test-app.ts'
import { buildRecordValues } from '../../support/test-content-module.ts'
import { describeOnPostgres } from '../../support/test-databases.ts'

/** How often every process is replaced under load. Set ROUNDS for a longer run. */
const RESTART_ROUNDS = Number(process.env.ROUNDS ?? 1)
const READERS = 8
const WRITERS = 2
const LOAD_POLL = { interval: 20 }

/** The load of the throughput comparison. `WHOLE_PROOFS=1 npm run proofs -- tests/proofs/scale/rolling-restart -t throughput` prints it. */
const LOAD_PLAN = pickSize({ short: { rounds: 1, clients: 2, time: 200 }, whole: { rounds: 9, clients: 32, time: 5_000 } })

describeOnPostgres('two processes behind a proxy', (database) => {
  const running = startForSuite(async () => startServerCluster({ ...(await database.environment()), SEED: 'demo' }))

  it('are replaced one by one without a failed request, and keep every acknowledged save once', async () => {
    const load = startLoad(Number(new URL(running.origin).port), await getSessionCookie(running.site, adminEmail))
    const { outcome } = load
    async function waitForTraffic(): Promise<void> {
      const before = { ...outcome, saved: outcome.saved.length }
      await expect.poll(() => outcome.read - before.read, LOAD_POLL).toBeGreaterThan(40)
      await expect.poll(() => outcome.saved.length - before.saved, LOAD_POLL).toBeGreaterThan(10)
    }
    await waitForTraffic()
    for (let nth = 0; nth < RESTART_ROUNDS * 2; nth++) {
      expect(await running.restartProcess(nth % 2)).toBe(0)
      await waitForTraffic()
    }
    await load.end()
    expect([running.proxy, outcome.failed]).toEqual([running.proxy, []])
    const { text } = await running.site.request('GET', `/api${faqItem.api.list}`)
    const stored = (JSON.parse(text) as Record<string, string>[]).map(({ accodingTitle }) => accodingTitle)
    const savedTitles = stored.filter((title) => title?.startsWith('Load '))
    expect(savedTitles.toSorted()).toEqual(outcome.saved.toSorted())
  })

  it('answer every request of a throughput comparison with one process', async () => {
    const singlePort = await findFreePort()
    const proxy = await startReverseProxy(singlePort, running.ports.slice(0, 1))
    const ports = { one: singlePort, two: Number(new URL(running.origin).port) }
    const ratios = await compareThroughput(ports, await getSessionCookie(running.site, adminEmail), LOAD_PLAN)
    await proxy.close()
    if (runsFullProofs) console.log(formatRatioTable(ratios, running.proxy))
    expect(ratios.flatMap(({ failed }) => failed)).toEqual([])
    expect(ratios.every(({ one, two }) => one > 0 && two > 0)).toBe(true)
  })
})

type Outcome = { read: number; saved: string[]; failed: string[] }

/** Starts clients on open connections. Some of them read and some save, in a loop. */
function startLoad(port: number, cookie: string) {
  const outcome: Outcome = { read: 0, saved: [], failed: [] }
  const paths = ['/', '/pricing/', '/api/faq-items', '/login', '/media/none.webp']
  let isStopped = false

  async function keepReading(nth: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let count = nth; !isStopped; count++) {
      const path = paths[count % paths.length] ?? '/'
      const result = await fetchStatusOrError({ agent, port, path })
      if (result === (path.startsWith('/media') ? 404 : 200)) outcome.read++
      else outcome.failed.push(`GET ${path}: ${result}`)
    }
    agent.destroy()
  }

  async function keepSaving(nth: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let count = 0; !isStopped; count++) {
      const accodingTitle = `Load ${nth} ${count}`
      const body = JSON.stringify({ ...buildRecordValues(faqItem), accodingTitle })
      const headers = { cookie, 'content-type': 'application/json' }
      const result = await fetchStatusOrError({ agent, port, path: `/api${faqItem.api.add}`, method: 'POST', headers, body })
      if (result === 201) outcome.saved.push(accodingTitle)
      else outcome.failed.push(`POST: ${result}`)
    }
    agent.destroy()
  }

  const clients = [...Array(READERS).keys()].map(keepReading).concat([...Array(WRITERS).keys()].map(keepSaving))
  return {
    outcome,
    async end(): Promise<void> {
      isStopped = true
      await Promise.all(clients)
    },
  }
}

import { readFileSync } from 'node:fs'
import { StatementSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { publicPages } from '#contract/core/public-pages.ts'
import { allBudgets, budgets } from '../../bench/budget-definitions.ts'
import { formatBudgetLimit } from '../../bench/support/report-table.ts'
import { startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase, describeOnSqlite } from '../support/test-databases.ts'

// The short form of `npm run bench` counts things. Times, even CPU times, vary by half on a busy machine.
const KB = 1024
const CONCURRENCY = 32

describeOnEachDatabase('the SQL budgets', (database) => {
  let landing: string
  let statements: ReturnType<typeof recordStatements>
  const site = startAppForSuite(database, { SEED: 'demo' })
  beforeAll(async () => {
    landing = await site.app.server.listen({ port: 0, host: '127.0.0.1' })
    statements = recordStatements()
  })
  afterAll(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  async function countCachedPageReads(): Promise<number> {
    const { text } = await site.request('GET', '/metrics')
    return Number(/rankstead_page_cache_hits_total (\d+)/.exec(text)?.[1])
  }

  function placeOrder(nth: number): Promise<{ status: number }> {
    const customer = {
      customerName: `Dana Sample ${nth}`,
      customerAddress: '100 Example Street',
      customerCountry: 'United States',
    }
    const body = { packageName: 'Standard', packagePrice: '999', ...customer }
    return site.request('POST', '/api/new-order', { as: 'customer', body })
  }

  // Uses real connections, so that the page cache answers.
  it('allow a cached page no reads of content or sessions', async () => {
    await (await fetch(landing)).text()
    const before = await countCachedPageReads()
    statements.takeRecorded()
    await Promise.all(Array.from({ length: CONCURRENCY }, async () => (await fetch(landing)).text()))
    expect(statements.takeRecorded().filter((text) => /content_record|"session"|"user/.test(text))).toEqual([])
    expect((await countCachedPageReads()) - before).toBe(CONCURRENCY)
  })

  it('allow a rendered page 44 content queries after a save, and none while the content stays', async () => {
    const countContentQueries = async () => {
      statements.takeRecorded()
      expect((await site.request('GET', '/?registered')).status).toBe(200)
      return statements.takeRecorded().filter((text) => text.includes('content_record')).length
    }
    const body = { accodingTitle: 'A new question', accodingText: 'A new answer.' }
    expect((await site.request('POST', '/api/add-faq-item', { as: 'admin', body })).status).toBe(201)
    const queriesAfterSave = await countContentQueries()
    expect(queriesAfterSave).toBeGreaterThan(10)
    expect(queriesAfterSave).toBeLessThanOrEqual(44)
    expect(await countContentQueries()).toBe(0)
  })

  it('allow concurrent orders 12 statements each and shared commits', async () => {
    await placeOrder(-1)
    // Stops the clock, so that a slow machine doesn't split a commit group.
    vi.useFakeTimers({ toFake: ['performance'] })
    statements.takeRecorded()
    const replies = await Promise.all(Array.from({ length: CONCURRENCY }, (_, nth) => placeOrder(nth)))
    const sentStatements = statements.takeRecorded()
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
    const groups = sentStatements
      .join('\n')
      .split(/^commit$/m)
      .filter((group) => group.includes('insert into "orders"'))
    expect(sentStatements.length / CONCURRENCY).toBeLessThanOrEqual(12)
    expect(groups.length).toBeLessThanOrEqual(4)
  })
})

describeOnSqlite('the size budgets', (database) => {
  const site = startAppForSuite(database, { SEED: 'demo' })

  const fetchCompressed = (path: string) => site.request('GET', path, { as: 'customer', headers: { 'accept-encoding': 'br' } })
  const sumKilobytes = async (paths: readonly string[]) =>
    (await Promise.all(paths.map(fetchCompressed))).reduce((sum, { bytes }) => sum + bytes.length, 0)

  async function listPageFiles(path: string): Promise<{ scripts: string[]; styles: string[] }> {
    const { text } = await site.request('GET', path, { as: 'customer' })
    const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, file = '']) => file)
    return { scripts: all(/<script[^>]* src="([^"]+)"/g), styles: all(/<link[^>]* rel="stylesheet"[^>]* href="([^"]+)"/g) }
  }

  it.each(publicPages)('hold for the scripts and styles of $path', async ({ path }) => {
    const { scripts, styles } = await listPageFiles(path)
    expect([scripts.length, styles.length]).toEqual([1, 1])
    expect(await sumKilobytes(styles)).toBeLessThanOrEqual(budgets.css.most * KB)
    expect(await sumKilobytes(scripts)).toBeLessThanOrEqual(budgets.script.most * KB)
  })
})

it('docs/benchmarks.md lists every budget with its limit', () => {
  const page = readFileSync(new URL('../../docs/benchmarks.md', import.meta.url), 'utf8')
  const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  for (const budget of allBudgets)
    expect(
      rows.filter(([, what, , limit]) => what === budget.what && limit === formatBudgetLimit(budget)),
      budget.what,
    ).toHaveLength(1)
})

/** Records every statement to either database until `vi.restoreAllMocks`. */
function recordStatements() {
  const statements: string[] = []
  for (const name of ['run', 'all', 'get'] as const) {
    const method = StatementSync.prototype[name] as (...args: unknown[]) => unknown
    vi.spyOn(StatementSync.prototype, name).mockImplementation(function (this: StatementSync, ...args: unknown[]) {
      statements.push(this.sourceSQL)
      return method.apply(this, args)
    } as never)
  }
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first] = args
    statements.push(typeof first === 'string' ? first : (first as { text: string }).text)
    return query.apply(this, args)
  } as never)
  return {
    /** Returns the statements since the last call. */
    takeRecorded: () => statements.splice(0),
  }
}

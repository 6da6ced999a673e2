import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { allBudgets, budgets } from '../../bench/budgets.ts'
import { standings } from '../../bench/support/budget-table.ts'
import { buildTree } from '../../bench/support/build-tree.ts'
import { scratchFolder } from '../../bench/support/product.ts'
import { figureRow, limitText } from '../../bench/support/table.ts'
import { publicPages } from '../../src/contract/grammar/public-pages.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { countStatements } from '../support/counted-statements.ts'
import { databaseOn, onEveryDatabase } from '../support/databases.ts'

// The short form of `npm run bench`: what can be counted. Times, even CPU times, stray by half on a busy machine.
const KB = 1024
const AT_ONCE = 32

onEveryDatabase('in statements', (database) => {
  let site: TestApp
  let landing: string
  let statements: ReturnType<typeof countStatements>
  beforeAll(async () => {
    site = await startApp({ ...(await database.environment()), SEED: 'demo' })
    landing = await site.app.server.listen({ port: 0, host: '127.0.0.1' })
    statements = countStatements()
  })
  afterAll(async () => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    await site.close()
  })

  async function kept(): Promise<number> {
    const { text } = await site.request('GET', '/metrics')
    return Number(/rankstead_page_cache_hits_total (\d+)/.exec(text)?.[1])
  }

  function orderOf(nth: number): Promise<{ status: number }> {
    const customer = {
      customerName: `Dana Sample ${nth}`,
      customerAddress: '100 Example Street',
      customerCountry: 'United States',
    }
    const body = { packageName: 'Standard', packagePrice: '999', ...customer }
    return site.request('POST', '/api/new-order', { as: 'customer', body })
  }

  // Over real connections, so that kept documents come by their short way.
  it('a kept page costs no look at content or session, however many ask', async () => {
    await (await fetch(landing)).text()
    const before = await kept()
    statements.since()
    await Promise.all(Array.from({ length: AT_ONCE }, async () => (await fetch(landing)).text()))
    expect(statements.since().filter((text) => /content_record|"session"|"user/.test(text))).toEqual([])
    expect((await kept()) - before).toBe(AT_ONCE)
  })

  it('a page that is rendered asks once for each kind of content that it shows', async () => {
    statements.since()
    expect((await site.request('GET', '/?registered')).status).toBe(200)
    expect(statements.since().filter((text) => text.includes('content_record')).length).toBeLessThanOrEqual(40)
  })

  it('orders that come at once take some ten statements each and share their commits', async () => {
    await orderOf(-1)
    // However slow the machine is, no group is cut short by its time.
    vi.useFakeTimers({ toFake: ['performance'] })
    statements.since()
    const replies = await Promise.all(Array.from({ length: AT_ONCE }, (_, nth) => orderOf(nth)))
    const sent = statements.since()
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
    const groups = sent
      .join('\n')
      .split(/^commit$/m)
      .filter((group) => group.includes('insert into "orders"'))
    expect(sent.length / AT_ONCE).toBeLessThanOrEqual(12)
    expect(groups.length).toBeLessThanOrEqual(4)
  })
})

describe('over the wire', () => {
  const { environment, remove } = databaseOn(() => undefined)
  let site: TestApp
  beforeAll(async () => {
    site = await startApp({ ...(await environment()), SEED: 'demo' })
  })
  afterAll(async () => {
    await site.close()
    await remove()
  })

  const ask = (path: string) => site.request('GET', path, { as: 'customer', headers: { 'accept-encoding': 'br' } })
  const weightOf = async (paths: readonly string[]) =>
    (await Promise.all(paths.map(ask))).reduce((sum, { bytes }) => sum + bytes.length, 0)

  async function filesOf(path: string): Promise<{ scripts: string[]; styles: string[] }> {
    const { text } = await site.request('GET', path, { as: 'customer' })
    const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, file = '']) => file)
    return { scripts: all(/<script[^>]* src="([^"]+)"/g), styles: all(/<link[^>]* rel="stylesheet"[^>]* href="([^"]+)"/g) }
  }

  it.each(publicPages)('$path names scripts and styles within their budgets', async ({ path }) => {
    const { scripts, styles } = await filesOf(path)
    expect([scripts.length, styles.length]).toEqual([1, 1])
    expect(await weightOf(styles)).toBeLessThanOrEqual(budgets.css.most * KB)
    expect(await weightOf(scripts)).toBeLessThanOrEqual(budgets.script.most * KB)
  })

  it.each(['/dashboard', '/my-order', '/pending-order', '/account'])('%s brings the public script alone', async (path) => {
    expect((await filesOf(path)).scripts).toEqual((await filesOf('/')).scripts)
  })
})

describe('the table of a run', () => {
  const of = (results: Parameters<typeof standings>[0], what: string) =>
    standings(results, []).find((standing) => standing.what === what)

  it('shows the worst of several figures, and is kept only by all of them', () => {
    const rows = [figureRow('/ phone: HTML', 6, budgets.html), figureRow('/pricing/ phone: HTML', 9, budgets.html)]
    const html = of([{ name: 'weight', title: '', rows }], budgets.html.what)
    expect(html).toMatchObject({ measured: '9.0 KB', budget: '≤ 8 KB', isKept: false, note: 'worst of 2: /pricing/ phone: HTML' })
  })

  it('takes figures that have limits of their own by what they are called', () => {
    const rows = [
      figureRow('orders: the newest: 1,000,000 against 100,000', 1.1, { most: 1.2, digits: 2 }),
      figureRow('orders: the newest: 1,000,000 against 1,000', 1.4, { most: 1.5, digits: 2 }),
    ]
    const results = [{ name: budgets.listsAgainstTenth.benchmark, title: '', rows }]
    expect(of(results, budgets.listsAgainstTenth.what)).toMatchObject({ measured: '1.10', isKept: true })
    expect(of(results, budgets.listsAgainstFew.what)).toMatchObject({ measured: '1.40', isKept: true })
    expect(of(results, budgets.listBytes.what)).toMatchObject({ measured: 'not measured', isKept: undefined })
  })

  it('says what was left out and what could not be run', () => {
    const results = [{ name: 'weight', fault: 'Error: no browser' }]
    expect(of(results, budgets.css.what)).toMatchObject({ measured: 'could not be run', isKept: undefined })
    expect(of(results, budgets.scores.what)).toMatchObject({ measured: 'not run', command: 'lighthouse', isKept: undefined })
  })
})

it('the tree that a rendered page is measured against can be built', async () => {
  const folder = scratchFolder()
  const { renderLanding } = await import(await buildTree(folder.path))
  folder.remove()
  expect(renderLanding).toBeTypeOf('function')
})

it('docs/benchmarks.md has every budget in its table, with its limit', () => {
  const page = readFileSync(new URL('../../docs/benchmarks.md', import.meta.url), 'utf8')
  const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  for (const budget of allBudgets)
    expect(
      rows.filter(([, what, , limit]) => what === budget.what && limit === limitText(budget)),
      budget.what,
    ).toHaveLength(1)
})

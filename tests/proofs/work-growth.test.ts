import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { type Database, openDatabase } from '#server/migrations/open-database.ts'
import { unlinkCarriedOutcomes } from '#server/work/order-work/deliverables/outcomes/store.ts'
import { insertBulkRows } from '../support/bulk-rows.ts'
import { buildWorkInserts, findWorkSample, type WorkSample } from '../support/bulk-work.ts'
import { measureTimeRatio } from '../support/measure-time.ts'
import { createOrderClient } from '../support/order-client.ts'
import { pickSize, runsFullProofs } from '../support/proof-size.ts'
import { explainStatement, listFullScans, recordStatements } from '../support/query-plans.ts'
import { type Role, startApp, type TestApp } from '../support/test-app.ts'
import { describeOnEachDatabase, type TestDatabase } from '../support/test-databases.ts'
import { createBoardCall, type WorkCall, workCalls } from '../support/work-growth-calls.ts'

const FEW_ORDERS = 1_000
const MANY_ORDERS = pickSize({ short: 10_000, whole: 100_000 })
const MAX_RATIO = 1.2
const WORK_TABLES =
  'orders|order_work|brief|sent_brief|deliverable|deliverable_step|deliverable_outcome|order_conversation|order_message|order_file'

type Shop = { site: TestApp; database: Database; work: WorkSample }

describeOnEachDatabase('the work of many orders', (kind) => {
  let few: Shop
  let many: Shop
  beforeAll(async () => {
    ;[few, many] = [await startShop(kind, FEW_ORDERS), await startShop(kind, MANY_ORDERS)]
  })
  afterAll(async () => {
    for (const { site, database } of [few, many]) {
      await site.close()
      await database.close()
    }
  })

  /** Compares `act` in both shops, until it is sure enough that the ratio is small. */
  async function expectSameCost(name: string, act: (shop: Shop) => Promise<unknown>): Promise<void> {
    const { high } = await measureTimeRatio(
      () => act(many),
      () => act(few),
      { maxPairs: 600, isPrecise: (range) => range.high <= MAX_RATIO },
    )
    if (runsFullProofs) console.log(`${kind.name}, ${name}: at most ${high.toFixed(2)}`)
    expect(high).toBeLessThanOrEqual(MAX_RATIO)
  }

  it.each(Object.entries(workCalls))('costs as little as the work of few: %s', async (name, { path, as }) => {
    await expectSameCost(name, ({ site, work }) => expectReply(site, ['GET', path(work)], as))
  })

  it('costs as little as the work of few: a message and two steps', async () => {
    await expectSameCost('a message and two steps', async ({ site, work }) => {
      await expectReply(site, ['POST', `/order-message/${work.openOrderId}`, { text: 'Done' }], 'admin')
      for (const state of ['planned', 'in progress'])
        await expectReply(site, ['PUT', `/deliverable/${work.openDeliverableId}`, { state }], 'admin')
    })
  })

  type Statement = [text: string, values: unknown[]]

  /**
   * Records the selects and updates of the work tables while `act` runs in a new process. A new process prepares its
   * statements again, so that the test sees them.
   */
  async function recordStatementsOfWork(act: (site: TestApp) => Promise<unknown>): Promise<Statement[]> {
    const statements = recordStatements(kind.name)
    const other = await startApp(many.site.environment)
    await act(other).finally(async () => {
      statements.stop()
      await other.close()
    })
    return [...statements.sent].filter(([text]) => new RegExp(`^(select|update) [^]*"(${WORK_TABLES})"`).test(text))
  }

  async function expectIndexes(statements: readonly Statement[]): Promise<void> {
    for (const statement of statements)
      expect([statement[0], await listFullScans(many.site.environment, statement, WORK_TABLES)]).toEqual([statement[0], []])
  }

  async function callAll(site: TestApp, calls: readonly WorkCall[]): Promise<void> {
    for (const { path, as } of calls) await expectReply(site, ['GET', path(many.work)], as)
  }

  it('is found by an index', async () => {
    const statements = await recordStatementsOfWork((site) => callAll(site, Object.values(workCalls)))
    expect(statements.length).toBeGreaterThan(20)
    await expectIndexes(statements)
  })

  it('is found by an index when the work of a new order opens', async () => {
    const statements = await recordStatementsOfWork(async (site) => {
      const id = await createOrderClient(site).placeOrder({ isPaid: false })
      await expectReply(site, ['PUT', `/order-paid/${id}`, { reason: 'By check' }], 'admin')
    })
    expect(statements.filter(([text]) => /^select .*"deliverable_outcome"/s.test(text))).toHaveLength(1)
    await expectIndexes(statements)
  })

  it('is found by an index when an order that took carried work is no longer paid', async () => {
    const statements = await recordStatementsOfWork(async (site) => {
      const id = await createOrderClient(site).placeOrder({ isPaid: false })
      await expectReply(site, ['PUT', `/order-paid/${id}`, { reason: 'By check' }], 'admin')
      await expectReply(site, ['PUT', `/order-paid-taken-back/${id}`, { reason: 'Another order' }], 'admin')
    })
    expect(statements.filter(([text]) => /^select .*"deliverable_outcome"/s.test(text))).toHaveLength(2)
    await expectIndexes(statements)
  })

  it('is found by an index when the work of a refunded order is canceled', async () => {
    const statements = recordStatements(kind.name)
    await many.database.write((tx) => unlinkCarriedOutcomes(tx, [many.work.openDeliverableId])).finally(() => statements.stop())
    const updates = [...statements.sent].filter(([text]) => text.startsWith('update "deliverable_outcome"'))
    expect(updates).toHaveLength(1)
    await expectIndexes(updates)
  })

  it.each(['late', 'due this week'] as const)('is counted on the board in an index of due dates: %s', async (group) => {
    const statements = await recordStatementsOfWork((site) => callAll(site, [createBoardCall(`group=${group}`)]))
    const count = statements.find(([text]) => text.startsWith('select count(*)'))
    if (!count) return expect.fail('Nothing was counted.')
    expect((await explainStatement(many.site.environment, count)).join('\n')).toMatch(
      /(Index Only Scan using|USING COVERING INDEX) deliverable_(due|on_board) /,
    )
  })
})

async function startShop(kind: TestDatabase, orders: number): Promise<Shop> {
  const environment = { ...(await kind.environment()), SEED: 'demo' }
  const site = await startApp(environment)
  await insertBulkRows(environment, {}, buildWorkInserts(orders, kind.name === 'SQLite' ? 'blob' : 'bytea'))
  const database = await openDatabase(readConfig(environment))
  return { site, database, work: findWorkSample(orders) }
}

async function expectReply(site: TestApp, [method, path, body]: [string, string, object?], as: Role): Promise<void> {
  const { status, text } = await site.request(method, `/api${path}`, { as, ...(body && { body }) })
  if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`)
}

import { Socket } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import {
  getCallKind,
  type IdempotentCall,
  type IdempotentRecordCall,
  idempotentCalls,
  idempotentOrderCalls,
  placeOrder,
} from './support/idempotent-calls.ts'
import { sampleCasesOnPostgres } from './support/proof-size.ts'
import { startForSuite } from './support/start-for-suite.ts'
import { openTableRowCounts } from './support/table-row-counts.ts'
import { password, startAppForSuite, type TestApp } from './support/test-app.ts'
import { describeOnEachDatabase } from './support/test-databases.ts'

/** The codes with which SQLite and PostgreSQL report a conflict with another process. */
const BUSY_ERROR = { errcode: 5, code: '40001' }

type Call = Pick<IdempotentCall, 'path' | 'body'> &
  Partial<IdempotentRecordCall> & {
    /** POST by default. */
    method?: 'POST' | 'PUT'
  }

/** The idempotent calls, and calls that take no key. */
const allCalls: readonly Call[] = [
  ...idempotentCalls,
  ...idempotentOrderCalls,
  { method: 'PUT', path: '/api/order-status/:id', body: { orderStatus: 'Delivered' }, createRecord: placeOrder },
  { path: '/api/register', body: { email: 'new@example.com', password } },
  { path: '/api/auth/sign-up/email', body: { email: 'newer@example.com', password, name: 'Newer' } },
]

describeOnEachDatabase('a call whose first commit fails', (database) => {
  let commits: ReturnType<typeof failCommits>
  afterAll(() => void vi.restoreAllMocks())
  beforeAll(() => {
    commits = failCommits()
  })
  const plain = startAppForSuite(database)
  const busy = startAppForSuite(database)
  const effects = {
    plain: startForSuite(() => openTableRowCounts(plain.environment)),
    busy: startForSuite(() => openTableRowCounts(busy.environment)),
  }
  afterEach(() => {
    commits.isArmed = false
  })

  /** Creates the call's record. Returns a function that sends the call. */
  async function prepare(site: TestApp, { method = 'POST', path, body, createRecord }: Call) {
    const id = (await createRecord?.(site)) ?? ''
    return () => site.request(method, path.replace(/:\w+/, id), { as: 'admin', body })
  }

  it.each(sampleCasesOnPostgres(database, allCalls, getCallKind))(
    'runs $path again, with the effects of one call',
    async (call) => {
      const [sendPlain, sendBusy] = [await prepare(plain, call), await prepare(busy, call)]
      const usualChanges = await effects.plain.countChanges(sendPlain)
      const connect = vi.spyOn(Socket.prototype, 'connect')
      commits.isArmed = true
      commits.failureCount = 0
      const retriedChanges = await effects.busy.countChanges(async () => {
        const { status } = await sendBusy()
        expect([200, 201]).toContain(status)
      })
      expect(commits.failureCount).toBeGreaterThan(0)
      expect(Object.keys(retriedChanges).length).toBeGreaterThan(0)
      expect(retriedChanges).toEqual(usualChanges)
      // The retry must contact no server but the database.
      const ports = new Set(connect.mock.calls.flat(2).map((to) => String((to as { port?: unknown })?.port ?? '')))
      const databasePort = new URL(busy.environment.DATABASE_URL ?? 'none:').port
      expect([...ports].filter((port) => port !== '' && port !== databasePort)).toEqual([])
      connect.mockRestore()
    },
  )

  it('stores one row, one email and one log entry together', async () => {
    const [message, subscriber, admin] = ['/api/add-message', '/api/add-subscriber', '/api/add-user'].map((path) =>
      idempotentCalls.find((one) => one.path === path),
    ) as IdempotentCall[]
    const countRetriedChanges = async (call: IdempotentCall | undefined) =>
      effects.busy.countChanges(await prepare(busy, { path: call?.path ?? '', body: call?.otherBody ?? {} }))
    // An earlier registration replaced the admin's session.
    await busy.signIn('admin')
    commits.isArmed = true
    expect(await countRetriedChanges(message)).toEqual({ message: 1, email_outbox: 1 })
    expect(await countRetriedChanges(subscriber)).toEqual({ subscriber: 1, email_outbox: 1 })
    expect(await countRetriedChanges(admin)).toMatchObject({ user_role: 1, audit_log: 1 })
  })

  it('is tested for every call that creates something', () => {
    const creating = endpoints.filter(({ method, status }) => method === 'POST' && status === 201)
    const testedPaths = allCalls.map(({ path }) => path)
    // A site creates its first admin once. Refunds: tests/sales/refunds.test.ts.
    const rest = creating.map(({ path }) => `/api${path}`).filter((path) => !testedPaths.includes(path))
    expect(rest).toEqual(['/api/first-admin', '/api/refund/:id'])
  })
})

/**
 * Makes every other COMMIT fail as busy while `isArmed`, so each group of writes runs twice.
 * Call it before the database opens, because the database caches its statements.
 */
function failCommits() {
  const state = { isArmed: false, failureCount: 0 }
  let isFirst = true
  function failFirst(): void {
    if (!state.isArmed) return
    // Background work may commit between the two attempts.
    isFirst = state.failureCount > 0 && !isFirst
    if (isFirst) return
    state.failureCount++
    throw Object.assign(new Error('busy'), BUSY_ERROR)
  }

  const { prepare } = DatabaseSync.prototype
  vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, text, ...more) {
    const statement = prepare.call(this, text, ...more)
    if (text !== 'commit') return statement
    const run = statement.run.bind(statement)
    statement.run = (...values: never[]) => {
      failFirst()
      return run(...values)
    }
    return statement
  })
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    if (args[0] === 'commit') {
      try {
        failFirst()
      } catch (error) {
        return Promise.reject(error)
      }
    }
    return query.apply(this, args)
  } as never)
  return state
}

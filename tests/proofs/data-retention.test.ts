import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CompiledQuery, type RootOperationNode, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../../src/server/config/config.ts'
import { removeMailFiles } from '../../src/server/mail/transport.ts'
import { createRetention } from '../../src/server/operations/retention/retention.ts'
import { type Database, openDatabase } from '../../src/server/platform/db/open-database.ts'
import { removeOldestRows } from '../../src/server/platform/db/remove-oldest-rows.ts'
import type { TableName } from '../../src/server/platform/db/tables.ts'
import { collectFromModules, type RetentionRule, type ServerModule } from '../../src/server/platform/module.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'
import { createTestModules } from '../support/test-modules.ts'

const DAY = 86_400_000
const NEVER = Number.MAX_SAFE_INTEGER
const TIMING = { poll: 20, lease: 30_000, deadline: 20_000, firstPause: 3_600_000, longestPause: 21_600_000, closeWithin: 0 }

/** The modules of the last database; what they declare is the same on each. */
let modules: readonly ServerModule[] = []

type Row = Record<string, string | number | null>

/** A row of each rule's table that counts from `at`; `id` tells it from the others. */
const expiredRowBuilders: Record<string, { table: TableName; row: (id: string, at: number) => Row }> = {
  sessions: {
    table: 'session',
    row: (id, at) => ({ id, token: id, userId: 'person', ...dates(at), expiresAt: iso(at) }),
  },
  verifications: {
    table: 'verification',
    row: (id, at) => ({ id, identifier: id, value: '', ...dates(at), expiresAt: iso(at) }),
  },
  'reset-links': { table: 'reset_link', row: (hash, ends_at) => ({ hash, user_id: 'person', ends_at }) },
  'spent-codes': { table: 'used_second_factor_code', row: (code, used_at) => ({ user_id: 'person', code, used_at }) },
  limits: { table: 'attempt_counter', row: (key, window_ends_at) => ({ key, count: 1, window_ends_at }) },
  'idempotent-requests': {
    table: 'idempotent_request',
    row: (id, expires_at) => ({ id, fingerprint: '', outcome: null, expires_at }),
  },
  'unlisted-proxies': { table: 'unlisted_proxy', row: (address, seen_at) => ({ address, seen_at }) },
  subscribers: {
    table: 'subscriber',
    row: (id, asked_at) => ({ id, email: `${id}@example.com`, created_at: asked_at, asked_at }),
  },
  'sent-mail': { table: 'email_outbox', row: (id, at) => ({ ...buildMailRow(id, at), sent_at: at }) },
  'failed-mail': { table: 'email_outbox', row: (id, at) => ({ ...buildMailRow(id, at), due_at: NEVER, last_error: 'no' }) },
  spam: {
    table: 'message',
    row: (id, at) => ({
      ...{ id, name: '', email: '', number: '', subject: '', body: '', searched: '', status: 'UnRead' },
      ...{ place: 'spam', received_at: at },
    }),
  },
  'own-drafts': {
    table: 'autosave',
    row: (id, saved_at) => ({ user_id: 'person', kind: 'faq', record_id: id, data: '{}', version: null, saved_at }),
  },
  trash: {
    table: 'content_trash',
    row: (id, at) => ({
      ...{ id, kind: 'faq', sole: null, data: '{}', position: 1, version: 1, sample: null, hidden: 0, created_at: 1 },
      ...{ updated_at: 1, deleted_at: at, deleted_by: '' },
    }),
  },
  audit: {
    table: 'audit_log',
    row: (id, at) => ({ id, at, actor: '', action: 'password.changed', subject: '', detail: '{}', searched: '' }),
  },
}
const iso = (at: number) => new Date(at).toISOString()
const dates = (at: number) => ({ createdAt: iso(at), updatedAt: iso(at) })
const buildMailRow = (id: string, at: number) => ({
  ...{ id, recipient: 'person@example.com', subject: '', body: '', attempts: 1, due_at: at },
  ...{ created_at: at, claimed_at: null, last_error: null },
})

describeOnEachDatabase('what has served its time', (kind) => {
  let database: Database
  let dataDir: string
  /** Rules of rows, and those of files. */
  let rules: Readonly<Record<string, RetentionRule>>
  let fileRules: Readonly<Record<string, RetentionRule>>
  let close: (() => Promise<void>)[] = []
  const problems: string[] = []

  beforeAll(async () => {
    const environment = await kind.environment()
    database = await openDatabase(readConfig(environment))
    dataDir = readConfig(environment).dataDir
    ;({ modules } = await createTestModules(environment, database))
    const all = Object.entries(collectFromModules(modules, ({ retention }) => retention))
    rules = Object.fromEntries(all.filter(([, rule]) => !('removeFiles' in rule)))
    fileRules = Object.fromEntries(all.filter(([, rule]) => 'removeFiles' in rule))
    const verified = kind.name === 'PostgreSQL' ? false : 0
    await sql`insert into "user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
      values ('person', '', 'person@example.com', ${verified}, ${iso(0)}, ${iso(0)})`.execute(database.main)
  })
  afterEach(async () => {
    for (const one of close) await one()
    close = []
    expect(problems).toEqual([])
  })
  afterAll(() => database.close())

  async function insert(table: TableName, rows: readonly Row[]): Promise<void> {
    const names = Object.keys(rows[0] ?? {})
    const values = rows.map((row) => sql`(${sql.join(names.map((name) => row[name]))})`)
    const columns = sql.join(names.map((name) => sql.ref(name)))
    await sql`insert into ${sql.table(table)} (${columns}) values ${sql.join(values)}`.execute(database.main)
  }
  async function start(): Promise<void> {
    await sql`delete from retention_job`.execute(database.main)
    const problem = (error: unknown, sentence: string) => problems.push(`${sentence}: ${String(error)}`)
    const retention = createRetention({
      database,
      rules: { ...rules, ...fileRules },
      problem,
      timing: TIMING,
      isClockSettled: () => true,
    })
    close.push(retention.close)
    retention.start()
  }
  const jobs = () => database.main.selectFrom('retention_job').selectAll().execute()
  const allDone = () =>
    expect
      .poll(async () => (await jobs()).filter(({ due_at }) => due_at > Date.now() + 1_000_000).length, { timeout: 30_000 })
      .toBe(Object.keys(rules).length + Object.keys(fileRules).length)
  const countRows = async (table: TableName) =>
    Number((await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(database.main)).rows[0]?.n)

  it('goes once it is old, and what is younger stays, kind by kind', async () => {
    expect(Object.keys(expiredRowBuilders).sort()).toEqual(Object.keys(rules).sort())
    const now = Date.now()
    for (const [name, { days }] of Object.entries(rules)) {
      const { table, row } = expiredRowBuilders[name] ?? expect.fail(name)
      const at = [now - days * DAY - 60_000, now - days * DAY + 3_600_000]
      await insert(
        table,
        at.map((time, nth) => row(`${name} ${nth === 0 ? 'old' : 'young'}`, time)),
      )
    }
    // What is as old and is never removed.
    const old = now - 3_000 * DAY
    const [message, mail, subscriber] = [
      expiredRowBuilders.spam,
      expiredRowBuilders['failed-mail'],
      expiredRowBuilders.subscribers,
    ]
    await insert(
      'message',
      ['inbox', 'archive'].map((place) => ({ ...message?.row(place, old), place })),
    )
    await insert('email_outbox', [{ ...mail?.row('waiting', old), due_at: now + DAY }])
    await insert('subscriber', [
      { ...subscriber?.row('confirmed', old), confirmed_at: old, ended_at: null },
      { ...subscriber?.row('left', old), confirmed_at: null, ended_at: old },
    ])

    await start()
    await allDone()
    for (const [name, { table }] of Object.entries(expiredRowBuilders)) {
      const rows = JSON.stringify((await sql`select * from ${sql.table(table)}`.execute(database.main)).rows)
      expect([name, rows.includes(`${name} young`), rows.includes(`${name} old`)]).toEqual([name, true, false])
    }
    expect([await countRows('message'), await countRows('email_outbox'), await countRows('subscriber')]).toEqual([3, 3, 3])
  })

  it('is found by an index, however much is there', async () => {
    const compiledQueries: RootOperationNode[] = []
    for (const [name, rule] of Object.entries(rules)) {
      const plan = await database.main.transaction().execute(async (tx) => {
        if (kind.name === 'PostgreSQL') await sql`set local enable_seqscan = off`.execute(tx)
        compiledQueries.length = 0
        const listening = tx.withPlugin({
          transformQuery: ({ node }) => {
            compiledQueries.push(node)
            return node
          },
          transformResult: async ({ result }) => result,
        })
        const old = { before: 1, maxRows: 250, hasRowLocks: kind.name === 'PostgreSQL' }
        if ('rows' in rule) await removeOldestRows(listening as typeof tx, rule.rows, old)
        else if ('removeRows' in rule) await rule.removeRows(listening as typeof tx, old)
        const node = compiledQueries.at(-1) ?? expect.fail(name)
        const { sql: text, parameters } = tx.getExecutor().compileQuery(node, { queryId: 'plan' })
        const explain = kind.name === 'PostgreSQL' ? 'explain' : 'explain query plan'
        return JSON.stringify((await tx.executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...parameters]))).rows)
      })
      expect([name, plan]).toEqual([name, expect.stringMatching(/index/i)])
      // PostgreSQL sorts where it believes that there is next to nothing.
      expect([name, plan]).not.toEqual([name, expect.stringMatching(/"SCAN (?!old)|Seq Scan|TEMP B-TREE/)])
    }
  })

  it('holds nobody up, though 100,000 rows of it are there', { timeout: 120_000 }, async () => {
    const { row } = expiredRowBuilders.audit ?? expect.fail()
    for (let first = 0; first < 100_000; first += 2_000)
      await insert(
        'audit_log',
        Array.from({ length: 2_000 }, (_, nth) => row(`many ${first + nth}`, nth)),
      )
    const before = await countRows('audit_log')
    await start()
    const waits: number[] = []
    while ((await jobs()).some(({ id, due_at }) => id === 'audit' && due_at < Date.now() + 1_000_000) || waits.length === 0) {
      const requestedAt = performance.now()
      await database.write((tx) => tx.updateTable('order_sequence').set({ id: 1 }).execute())
      waits.push(performance.now() - requestedAt)
    }
    expect(await countRows('audit_log')).toBe(before - 100_000)
    const [slowest = 0] = waits.toSorted((a, b) => b - a)
    const middle = waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)] ?? 0
    console.info(
      `${kind.name}: ${waits.length} writes beside the removal of 100,000 rows: ${Math.round(middle)} ms in the middle, ${Math.round(slowest)} ms at most`,
    )
    expect(middle).toBeLessThan(1_000)
  })

  it('are files of mail too, in their own folder alone', async () => {
    const mailFiles = fileRules['mail-files'] ?? expect.fail()
    await removeMailFiles(dataDir, Date.now())
    const folder = join(dataDir, 'mail')
    mkdirSync(folder)
    const names = ['old.eml', 'young.eml', 'old.txt']
    for (const name of names) writeFileSync(join(folder, name), '')
    const then = (Date.now() - (mailFiles.days + 1) * DAY) / 1_000
    for (const name of ['old.eml', 'old.txt']) utimesSync(join(folder, name), then, then)
    await start()
    await allDone()
    expect(names.filter((name) => existsSync(join(folder, name)))).toEqual(['young.eml', 'old.txt'])
  })
})

it('is what docs/retention.md says', () => {
  const page = readFileSync(`${import.meta.dirname}/../../docs/retention.md`, 'utf8')
  const rows = modules.flatMap(({ name, retention = {} }) =>
    Object.values(retention).map(
      ({ what, days, since, why }) => `| ${name} | ${what} | ${days} ${days === 1 ? 'day' : 'days'} after ${since} | ${why} |`,
    ),
  )
  expect(page.split('\n').filter((line) => / days? after /.test(line))).toEqual(rows)
})

import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CompiledQuery, type RootOperationNode, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { MessageFolder, MessageReadStatus } from '#contract/inbox/messages.ts'
import { removeRowsOlderThan } from '#platform/db/remove-rows-older-than.ts'
import type { TableName } from '#platform/db/tables.ts'
import { collectFromModules, type RetentionRule, type ServerModule } from '#platform/module.ts'
import { readConfig } from '#server/config/config.ts'
import { updateMessages } from '#server/inbox/messages/store.ts'
import { deleteOldMailFiles } from '#server/mail/transport.ts'
import { type Database, openDatabase } from '#server/migrations/open-database.ts'
import { createRetentionModule } from '#server/operations/retention/retention.ts'
import { computeMedian } from '../support/measure-time.ts'
import { createTestModules } from '../support/product-modules.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const DAY = 86_400_000
const NEVER = Number.MAX_SAFE_INTEGER
const TIMING = { poll: 20, lease: 30_000, deadline: 20_000, firstPause: 3_600_000, longestPause: 21_600_000, closeWithin: 0 }

/** The modules of the last database. Their declarations are the same on both. */
let modules: readonly ServerModule[] = []

type Row = Record<string, string | number | null>

/** Builds a row for the table of each rule. The rule counts its age from `at`. */
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
    row: (id, requested_at) => ({ id, email: `${id}@example.com`, created_at: requested_at, requested_at }),
  },
  'sent-mail': { table: 'email_outbox', row: (id, at) => ({ ...buildMailRow(id, at), sent_at: at }) },
  'failed-mail': { table: 'email_outbox', row: (id, at) => ({ ...buildMailRow(id, at), due_at: NEVER, last_error: 'no' }) },
  spam: {
    table: 'message',
    row: (id, at) => ({
      ...{ id, name: '', email: '', number: '', subject: '', body: '', search_text: '', status: 'Read' },
      ...{ place: 'spam', received_at: at },
    }),
  },
  'own-drafts': {
    table: 'autosave',
    row: (id, saved_at) => ({ user_id: 'person', kind: 'faq', record_id: id, data: '{}', version: null, saved_at }),
  },
  'discarded-drafts': {
    table: 'discarded_change',
    row: (id, discarded_at) => ({
      ...{ id, kind: 'faq', record_id: id, action: 'change', data: '{}', hidden: null, base: '{}', base_version: 1 },
      ...{ saves: 1, author: '', created_at: 1, saved_at: 1, discarded_at },
    }),
  },
  trash: {
    table: 'content_trash',
    row: (id, at) => ({
      ...{ id, kind: 'faq', unique_key: null, data: '{}', position: 1, version: 1, sample: null, hidden: 0, created_at: 1 },
      ...{ updated_at: 1, deleted_at: at, deleted_by: '' },
    }),
  },
  'unfinished-files': {
    table: 'order_file',
    row: (id, started_at) => ({
      ...{ id, order_id: 'order', sha256: id, name: '', type: '', size: 1, side: 'team', author: '' },
      ...{ is_shared: 0, has_preview: 0, started_at, added_at: null },
    }),
  },
  quotes: {
    table: 'quote',
    row: (id, updated_at) => ({
      ...{ id, email: 'person@example.com', customer_name: '', title: '', package_name: '', price: '1', parts: '[]', note: '' },
      ...{ valid_until: '', state: 'open', version: 1, changes: '[]', order_id: null, updated_at },
    }),
  },
  reminders: { table: 'sent_reminder', row: (subject, sent_at) => ({ kind: 'answers-2', subject, sent_at }) },
  'old-paths': { table: 'path_hit', row: (subject, last_at) => ({ subject, hits: 1, last_at }) },
  audit: {
    table: 'audit_log',
    row: (id, at) => ({ id, at, actor: '', action: 'password.changed', subject: '', detail: '{}', search_text: '' }),
  },
}
const iso = (at: number) => new Date(at).toISOString()
const dates = (at: number) => ({ createdAt: iso(at), updatedAt: iso(at) })
const buildMailRow = (id: string, at: number) => ({
  ...{ id, recipient: 'person@example.com', subject: '', body: '', attempts: 1, due_at: at },
  ...{ created_at: at, claimed_at: null, last_error: null },
})

describeOnEachDatabase('expired data', (kind) => {
  let database: Database
  let dataDir: string
  let rowRules: Readonly<Record<string, RetentionRule>>
  let fileRules: Readonly<Record<string, RetentionRule>>
  let close: (() => Promise<void>)[] = []
  const problems: string[] = []

  beforeAll(async () => {
    const environment = await kind.environment()
    database = await openDatabase(readConfig(environment))
    dataDir = readConfig(environment).dataDir
    ;({ modules } = await createTestModules(environment, database))
    const all = Object.entries(collectFromModules(modules, ({ retention }) => retention))
    rowRules = Object.fromEntries(all.filter(([, rule]) => !('removeFiles' in rule)))
    fileRules = Object.fromEntries(all.filter(([, rule]) => 'removeFiles' in rule))
    const verified = kind.name === 'PostgreSQL' ? false : 0
    await sql`insert into "user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
      values ('person', '', 'person@example.com', ${verified}, ${iso(0)}, ${iso(0)})`.execute(database.main)
    const texts = ['customer_email', 'customer_name', 'customer_address', 'customer_country', 'package_id', 'package_name']
    const more = ['package_price', 'package_points', 'payment_status', 'order_status', 'month']
    const numbers = { number: 1, customer_number: 1, price_cents: 1, placed_at: 1 }
    await insert('orders', [{ id: 'order', ...numbers, ...Object.fromEntries([...texts, ...more].map((name) => [name, ''])) }])
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
    const retention = createRetentionModule({
      database,
      rules: { ...rowRules, ...fileRules },
      problem,
      timing: TIMING,
      isClockSettled: () => true,
    })
    close.push(retention.close)
    retention.start()
  }
  const jobs = () => database.main.selectFrom('retention_job').selectAll().execute()
  const waitUntilAllDone = () =>
    expect
      .poll(async () => (await jobs()).filter(({ due_at }) => due_at > Date.now() + 1_000_000).length)
      .toBe(Object.keys(rowRules).length + Object.keys(fileRules).length)
  const countRows = async (table: TableName) =>
    Number((await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(database.main)).rows[0]?.n)

  it('is removed by its rule, and younger data stays', async () => {
    expect(Object.keys(expiredRowBuilders).sort()).toEqual(Object.keys(rowRules).sort())
    const now = Date.now()
    for (const [name, { days }] of Object.entries(rowRules)) {
      const { table, row } = expiredRowBuilders[name] ?? expect.fail(name)
      const at = [now - days * DAY - 60_000, now - days * DAY + 3_600_000]
      await insert(
        table,
        at.map((time, nth) => row(`${name} ${nth === 0 ? 'old' : 'young'}`, time)),
      )
    }
    // These rows are as old, but no rule removes them.
    const expired = now - 3_000 * DAY
    const [message, mail, subscriber] = [
      expiredRowBuilders.spam,
      expiredRowBuilders['failed-mail'],
      expiredRowBuilders.subscribers,
    ]
    await insert(
      'message',
      ['inbox', 'archive'].map((place) => ({ ...message?.row(place, expired), place })),
    )
    await insert('message', [{ ...message?.row('unread spam', expired), status: 'UnRead' }])
    await insert('email_outbox', [{ ...mail?.row('waiting', expired), due_at: now + DAY }])
    await insert('subscriber', [
      { ...subscriber?.row('confirmed', expired), confirmed_at: expired, ended_at: null },
      { ...subscriber?.row('left', expired), confirmed_at: null, ended_at: expired },
    ])

    await start()
    await waitUntilAllDone()
    for (const [name, { table }] of Object.entries(expiredRowBuilders)) {
      const rows = JSON.stringify((await sql`select * from ${sql.table(table)}`.execute(database.main)).rows)
      expect([name, rows.includes(`${name} young`), rows.includes(`${name} old`)]).toEqual([name, true, false])
    }
    expect([await countRows('message'), await countRows('email_outbox'), await countRows('subscriber')]).toEqual([4, 3, 3])
  })

  it('keeps an old message for the whole time after an admin marks it as spam', async () => {
    const rule = rowRules.spam
    if (!rule || !('removeRows' in rule)) return expect.fail()
    const { row } = expiredRowBuilders.spam ?? expect.fail()
    const expired = Date.now() - 3_000 * DAY
    await insert(
      'message',
      ['marked', 'moved back'].map((id) => ({ ...row(id, expired), place: 'inbox' })),
    )
    const move = (id: string, place: MessageFolder) => database.write((tx) => updateMessages(tx, [id], { place }))
    for (const id of ['marked', 'moved back']) await move(id, 'spam')
    await move('moved back', 'inbox')
    const markedAt = Date.now()
    const removeSpam = (before: number) =>
      database.write((tx) => rule.removeRows(tx, { before, maxRows: 250, hasRowLocks: kind.name === 'PostgreSQL' }))
    const listIds = async () =>
      (await database.main.selectFrom('message').select('id').execute())
        .map(({ id }) => id)
        .filter((id) => ['marked', 'moved back'].includes(id))
        .sort()
    await removeSpam(Date.now() - rule.days * DAY)
    expect(await listIds()).toEqual(['marked', 'moved back'])
    // Marking it again changes nothing.
    await expect.poll(() => Date.now()).toBeGreaterThan(markedAt)
    await move('marked', 'spam')
    await removeSpam(markedAt + 1)
    expect(await listIds()).toEqual(['moved back'])
    expect(await database.main.selectFrom('message').select('spam_since').where('id', '=', 'moved back').execute()).toEqual([
      { spam_since: null },
    ])
  })

  it('keeps spam for the whole time after an admin has read it', async () => {
    const rule = rowRules.spam
    if (!rule || !('removeRows' in rule)) return expect.fail()
    const { row } = expiredRowBuilders.spam ?? expect.fail()
    await insert('message', [{ ...row('late find', Date.now() - 3_000 * DAY), status: 'UnRead' }])
    const setStatus = (status: MessageReadStatus) => database.write((tx) => updateMessages(tx, ['late find'], { status }))
    const readTime = async () =>
      (await database.main.selectFrom('message').select('spam_since').where('id', '=', 'late find').execute())[0]?.spam_since
    const before = Date.now()
    await setStatus('Read')
    const readAt = Number(await readTime())
    expect(readAt).toBeGreaterThanOrEqual(before)
    await expect.poll(() => Date.now()).toBeGreaterThan(readAt)
    // Marking it again changes nothing.
    await setStatus('Read')
    await database.write((tx) => rule.removeRows(tx, { before: readAt, maxRows: 250, hasRowLocks: kind.name === 'PostgreSQL' }))
    expect(Number(await readTime())).toBe(readAt)
  })

  it('is found by an index', async () => {
    const compiledQueries: RootOperationNode[] = []
    for (const [name, rule] of Object.entries(rowRules)) {
      const plan = await database.main.transaction().execute(async (tx) => {
        if (kind.name === 'PostgreSQL') await sql`set local enable_seqscan = off`.execute(tx)
        compiledQueries.length = 0
        const recordingTx = tx.withPlugin({
          transformQuery: ({ node }) => {
            compiledQueries.push(node)
            return node
          },
          transformResult: async ({ result }) => result,
        })
        const expired = { before: 1, maxRows: 250, hasRowLocks: kind.name === 'PostgreSQL' }
        if ('rows' in rule) await removeRowsOlderThan(recordingTx as typeof tx, rule.rows, expired)
        else if ('removeRows' in rule) await rule.removeRows(recordingTx as typeof tx, expired)
        const node = compiledQueries.at(-1) ?? expect.fail(name)
        const { sql: text, parameters } = tx.getExecutor().compileQuery(node, { queryId: 'plan' })
        const explain = kind.name === 'PostgreSQL' ? 'explain' : 'explain query plan'
        return JSON.stringify((await tx.executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...parameters]))).rows)
      })
      expect([name, plan]).toEqual([name, expect.stringMatching(/index/i)])
      // PostgreSQL sorts if it expects few rows.
      expect([name, plan]).not.toEqual([name, expect.stringMatching(/"SCAN (?!old)|Seq Scan|TEMP B-TREE/)])
    }
  })

  it('does not delay other writes while 100,000 rows are removed', async () => {
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
    const median = computeMedian(waits)
    console.info(
      `${kind.name}: ${waits.length} writes during the removal of 100,000 rows: median ${Math.round(median)} ms, maximum ${Math.round(slowest)} ms`,
    )
    expect(median).toBeLessThan(1_000)
  })

  it('includes mail files, in their own folder only', async () => {
    const mailFiles = fileRules['mail-files'] ?? expect.fail()
    await deleteOldMailFiles(dataDir, Date.now())
    const folder = join(dataDir, 'mail')
    mkdirSync(folder)
    const names = ['old.eml', 'young.eml', 'old.txt']
    for (const name of names) writeFileSync(join(folder, name), '')
    const oldTime = (Date.now() - (mailFiles.days + 1) * DAY) / 1_000
    for (const name of ['old.eml', 'old.txt']) utimesSync(join(folder, name), oldTime, oldTime)
    await start()
    await waitUntilAllDone()
    expect(names.filter((name) => existsSync(join(folder, name)))).toEqual(['young.eml', 'old.txt'])
  })
})

it('docs/retention.md lists every rule of the modules', () => {
  const page = readFileSync(`${import.meta.dirname}/../../docs/retention.md`, 'utf8')
  const rows = modules.flatMap(({ name, retention = {} }) =>
    Object.values(retention).map(
      ({ what, days, since, why }) => `| ${name} | ${what} | ${days} ${days === 1 ? 'day' : 'days'} after ${since} | ${why} |`,
    ),
  )
  expect(page.split('\n').filter((line) => / days? after /.test(line))).toEqual(rows)
})

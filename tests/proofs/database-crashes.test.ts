import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it, vi } from 'vitest'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import type { UserError } from '#contract/core/user-error.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import { signedOutSession } from '#platform/http/request-session-types.ts'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { createRateLimitsModule } from '#server/rate-limits/rate-limits.ts'
import { countAttempt } from '#server/rate-limits/store.ts'
import { limitTime, pickSize } from '../support/proof-size.ts'
import { adminEmail, password, startApp } from '../support/test-app.ts'
import { buildRecordValues, createTestContent } from '../support/test-content-module.ts'
import { describeOnEachDatabase, describeOnSqlite } from '../support/test-databases.ts'

/** In ms, for tests that start several processes. Each start takes most of a second of CPU time. */
/** The longest allowed block of the event loop, in ms. A blocking wait for the file would take five seconds. */
const MAX_EVENT_LOOP_BLOCK = pickSize({ short: 2_000, whole: 250 })
const save = { author: 'owner@example.com' }
const rule = { maxAttempts: 1_000, window: 60_000, freeAttempts: 1_000, firstPause: 1 }

function open({ DATA_DIR = '', DATABASE_URL }: Record<string, string>) {
  return openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL })
}

describeOnEachDatabase('many writes at once', (database) => {
  it('survive a kill -9 if they were acknowledged', async () => {
    const environment = await database.environment()
    const writer = fileURLToPath(new URL('../support/continuous-writer-process.ts', import.meta.url))
    const acknowledged = new Set<string>()
    for (let round = 0; round < 5; round++) {
      const child = spawn(process.execPath, [writer], {
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let text = ''
      child.stdout.on('data', (chunk) => {
        text += chunk
        if (text.split('\n').length > 200) child.kill('SIGKILL')
      })
      await once(child, 'close')
      // The last line may be cut.
      for (const id of text.split('\n').slice(0, -1)) acknowledged.add(id)
    }
    const db = await open(environment)
    const stored = (await createTestContent(db).list(faqItem)).map(({ id }) => id)
    expect(acknowledged.size).toBeGreaterThanOrEqual(1_000)
    expect([...acknowledged].filter((id) => !stored.includes(id))).toEqual([])
    expect(new Set(stored).size).toBe(stored.length)
    await db.close()
  })
})

describeOnEachDatabase('two transactions in a deadlock', (database) => {
  // SQLite has one writer at a time, so a deadlock happens on PostgreSQL only.
  it('both succeed', async () => {
    const environment = await database.environment()
    const [one, other] = await Promise.all([open(environment), open(environment)])
    const store = createTestContent(one)
    const ids = [
      await store.add(faqItem, buildRecordValues(faqItem), save),
      await store.add(faqItem, buildRecordValues(faqItem), save),
    ]
    const meeting = Promise.withResolvers<void>()
    let arrived = 0
    const updateRow = (tx: Tx, id: string | undefined) =>
      tx
        .updateTable('content_record')
        .set(({ eb }) => ({ version: eb('version', '+', 1) }))
        .where('id', '=', id ?? '')
        .execute()
    const updateInOrder =
      ([first, second]: (string | undefined)[]) =>
      async (tx: Tx) => {
        await updateRow(tx, first)
        // Each transaction locks one row before either locks its second.
        if (++arrived === 2 || one.type === 'sqlite') meeting.resolve()
        await meeting.promise
        await updateRow(tx, second)
      }
    const [a, b] = ids.map(({ id }) => id)
    await Promise.all([one.write(updateInOrder([a, b])), other.write(updateInOrder([b, a]))])
    expect((await store.list(faqItem)).map(({ version }) => version)).toEqual([3, 3])
    // PostgreSQL aborted one transaction, which ran again.
    if (one.type === 'postgres') expect(arrived).toBeGreaterThan(2)
    await Promise.all([one.close(), other.close()])
  })
})

describeOnSqlite('a database file that another process locks', (database) => {
  it('makes writes wait without blocking the event loop, then fail with 503 after five seconds', async () => {
    const environment = await database.environment()
    const db = await open(environment)
    const store = createTestContent(db)
    const other = new DatabaseSync(join(environment.DATA_DIR ?? '', 'rankstead.db'))
    let longestBlock = 0
    let lastTick = performance.now()
    const timer = setInterval(() => {
      longestBlock = Math.max(longestBlock, performance.now() - lastTick)
      lastTick = performance.now()
    }, 5)

    await lockDatabase(other)
    const waitingSave = store.add(faqItem, buildRecordValues(faqItem), save)
    const attempts = Array.from({ length: 50 }, () => countAttempt(db.main, 'one key', rule))
    await pause(400)
    // Reads don't wait.
    expect(await db.main.selectFrom('content_record').select('id').execute()).toEqual([])
    other.exec('rollback')
    await expect(waitingSave).resolves.toMatchObject({ version: 1 })
    expect(await Promise.all(attempts)).toEqual(Array(50).fill(0))

    await lockDatabase(other)
    const lateAttempt = expect(countAttempt(db.main, 'one key', rule)).rejects.toThrow('locked')
    await expect(store.add(faqItem, buildRecordValues(faqItem), save)).rejects.toMatchObject({ status: 503 })
    await lateAttempt
    expect(await store.list(faqItem)).toHaveLength(1)
    other.exec('rollback')
    await expect(store.add(faqItem, buildRecordValues(faqItem, 2), save)).resolves.toMatchObject({ version: 1 })
    clearInterval(timer)
    expect(longestBlock).toBeLessThan(limitTime(MAX_EVENT_LOOP_BLOCK))
    other.close()
    await db.close()
  })

  it('makes the authentication library wait too', async () => {
    const environment = await database.environment()
    const site = await startApp(environment)
    const other = new DatabaseSync(join(environment.DATA_DIR ?? '', 'rankstead.db'))
    await lockDatabase(other)
    const signIn = site.request('POST', '/api/sign-in', { body: { email: adminEmail, password } })
    await pause(600)
    other.exec('rollback')
    expect((await signIn).status).toBe(200)
    other.close()
    await site.close()
  })

  it('says that nothing was saved if the server can’t count an attempt', async () => {
    const environment = { ...(await database.environment()), RATE_LIMITS: 'on' }
    const site = await startApp(environment)
    const config = readConfig(site.environment)
    const outside = await openDatabase(config)
    const { reserveEmailSlot, tryAttempt } = createRateLimitsModule({
      database: outside,
      config,
      problem: () => {},
      secret: 'secret',
      mail: { enqueue: async () => '', wake: () => {} },
      adminEmails: async () => [],
    })
    const visitor = { headers: new Headers(), replyHeaders: new Headers(), session: signedOutSession }
    const readError = (count: Promise<unknown>) => count.catch(({ status, message }: UserError) => `${status} ${message}`)
    const other = new DatabaseSync(join(config.dataDir, 'rankstead.db'))
    await lockDatabase(other)
    const refusals = await Promise.all([
      site.request('POST', '/api/register', { body: { email: 'late@example.com', password } }).then((reply) => reply.text),
      readError(reserveEmailSlot('about a registration', 'late@example.com')),
      readError(tryAttempt('acknowledgment', 'late@example.com', visitor)),
    ]).finally(() => other.exec('rollback'))
    expect(refusals).toEqual([
      expect.stringContaining('Nothing was saved'),
      expect.stringMatching(/^503 Nothing was saved/),
      expect.stringMatching(/^503 Nothing was saved/),
    ])
    other.close()
    await outside.close()
    await site.close()
  })
})

/** Locks the file once no other write runs. A site that has just started may still write. */
async function lockDatabase(other: DatabaseSync): Promise<void> {
  await vi.waitFor(() => other.exec('begin immediate'), 60_000)
}

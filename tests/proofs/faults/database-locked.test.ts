import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { formatDuration, reportToRunner } from '../../support/faults/fault-report.ts'
import { startSiteUnderTest } from '../../support/faults/site-under-test.ts'
import { limitTime, pickSize } from '../../support/proof-size.ts'
import { startForSuite } from '../../support/start-for-suite.ts'
import { describeOnSqlite } from '../../support/test-databases.ts'

/** How long another process locks the file at least, in ms. The site refuses writes after five seconds. */
const LOCK_DURATION = pickSize({ short: 0, whole: 10_000 })
const CLIENT_COUNT = 16
/** The longest allowed block of the event loop, in ms. */
const MAX_EVENT_LOOP_BLOCK = 250
/** The longest time until a write is answered, in ms. Other work on the machine makes it longer. */
const REPLY_TIMEOUT = limitTime(5_000)

describeOnSqlite('a database that another process locks for long', (database) => {
  const site = startForSuite(async () => startSiteUnderTest(await database.environment()))

  it('refuses writes, serves reads, and accepts writes again after the lock', async () => {
    const { checker } = site
    const other = new DatabaseSync(join(checker.settings.DATA_DIR ?? '', 'rankstead.db'), { timeout: 60_000 })
    const load = checker.load(CLIENT_COUNT)
    await expect.poll(checker.acknowledged).toBeGreaterThan(CLIENT_COUNT)
    await vi.waitFor(() => other.exec('begin immediate'), 60_000)
    const lockedAt = performance.now()
    const before = checker.acknowledged()
    const readers = site.startReading()
    let slowestHealthCheck = 0
    while (performance.now() - lockedAt < LOCK_DURATION || checker.countRefusals() === 0) {
      const requestedAt = performance.now()
      expect(await site.fetchStatus('/healthz')).toBe(200)
      slowestHealthCheck = Math.max(slowestHealthCheck, performance.now() - requestedAt)
      await pause(20)
    }
    const failed = await readers.stop()
    other.exec('rollback')
    other.close()
    const unlockedAt = performance.now()
    await expect.poll(checker.acknowledged, { interval: 20 }).toBeGreaterThan(before + CLIENT_COUNT)
    const recoveryTime = performance.now() - unlockedAt
    await load.stop()
    await checker.retryUnacknowledged()
    await checker.waitUntilNoticesRead()
    const refused = checker.countRefusals()
    await site.stop()
    const { acknowledged, byKind: _, unresolved, ...faults } = await checker.verdict()
    reportToRunner({
      fault: 'locked',
      on: 'SQLite',
      measured:
        `held for ${formatDuration(LOCK_DURATION)}: ${refused} writes refused with 503, ${acknowledged} acknowledged before and after, ` +
        `${faults.lost.length} lost; each answered within ${formatDuration(checker.slowestReply())}; others waited ${formatDuration(slowestHealthCheck)} at most; written again after ${formatDuration(recoveryTime)}`,
      isKept: slowestHealthCheck <= MAX_EVENT_LOOP_BLOCK && checker.slowestReply() <= REPLY_TIMEOUT,
    })
    expect(checker.slowestReply()).toBeLessThan(REPLY_TIMEOUT)
    expect(failed).toEqual([])
    expect(unresolved).toEqual([])
    expect(faults).toEqual({ lost: [], doubled: [], denied: [], wrong: [] })
  })
})

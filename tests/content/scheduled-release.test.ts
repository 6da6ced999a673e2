import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { buildBusinessFacts } from '#contract/content/build-business-facts.ts'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { discardStagedChangesEndpoint, getPendingReleaseEndpoint, publishReleaseEndpoint } from '#contract/content/release.ts'
import { readConfig } from '#server/config/config.ts'
import { setReleaseSchedule } from '#server/content/releases/store.ts'
import { createMailModule } from '#server/mail/mail.ts'
import { type Database, openDatabase } from '#server/migrations/open-database.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { buildRecordValues, createTestContent } from '../support/test-content-module.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'
import { createTestReleases, FAST_RELEASE_TIMING } from '../support/test-releases-module.ts'

const DAY = 24 * 60 * 60_000

/** Builds a timing that counts how often a process looks for due releases. */
function createCountingTiming(changes: Partial<typeof FAST_RELEASE_TIMING> = {}) {
  return {
    ...FAST_RELEASE_TIMING,
    ...changes,
    pollCount: 0,
    get poll() {
      this.pollCount += 1
      return FAST_RELEASE_TIMING.poll
    },
  }
}
const author = { author: 'owner@example.com' }

describeOnEachDatabase('a scheduled release', (kind) => {
  let environment: Record<string, string>
  let databases: [Database, Database]
  let content: ReturnType<typeof createTestContent>
  let mail: ReturnType<typeof createMailModule>
  let siteDatabase: Awaited<ReturnType<typeof openSiteDatabase>>
  let runningReleases: ReturnType<typeof createTestReleases>[] = []
  let record: { id: string; version: number }

  beforeAll(async () => {
    environment = await kind.environment()
    const config = readConfig(environment)
    databases = [await openDatabase(config), await openDatabase(config)]
    content = createTestContent(databases[0])
    const log = { line: () => {}, problem: () => {} }
    mail = createMailModule({ database: databases[0], config, log, loadBusiness: async () => buildBusinessFacts() })
    siteDatabase = await openSiteDatabase(environment)
  })
  afterAll(() => Promise.all([siteDatabase.close(), ...databases.map((one) => one.close())]))
  beforeEach(async () => {
    const addedRecord = await content.add(faqItem, buildRecordValues(faqItem, 1), author)
    record = addedRecord
    await createTestReleases(databases[0]).update(faqItem, addedRecord.id, buildRecordValues(faqItem, 2), author)
  })
  afterEach(async () => {
    vi.useRealTimers()
    await Promise.all(runningReleases.map((one) => one.close()))
    runningReleases = []
    await createTestReleases(databases[0]).call(discardStagedChangesEndpoint)
  })

  function start(database: Database, timing = FAST_RELEASE_TIMING) {
    const releases = createTestReleases(database, { mail, timing })
    runningReleases.push(releases)
    releases.start()
    return releases
  }
  /** Also takes a time in the past, which the call refuses. */
  const schedule = (at: number) => databases[0].write((tx) => setReleaseSchedule(tx, { at, by: author.author }))
  const loadRelease = () => createTestReleases(databases[0]).call(getPendingReleaseEndpoint)
  const isPublished = async () => (await content.history(faqItem, record.id)).length > 1
  const countPublications = async () => (await siteDatabase.listAuditEntries('draft.published')).length

  it('goes live once, at its time and not before, in either process', async () => {
    const before = await countPublications()
    const version = await databases[0].contentVersion.refresh()
    for (const database of databases) start(database)
    const at = Date.now() + 400
    await schedule(at)
    await expect.poll(isPublished, { interval: 20 }).toBe(true)
    expect(Date.now()).toBeGreaterThanOrEqual(at)
    expect(await content.find(faqItem, record.id)).toMatchObject({ values: buildRecordValues(faqItem, 2), version: 2 })
    expect(await loadRelease()).toMatchObject({ changes: [], scheduledAt: null, failure: null })
    expect([(await countPublications()) - before, await databases[0].contentVersion.refresh()]).toEqual([1, version + 1])
  })

  it('counts as due work since its time, and not before', async () => {
    const { queues } = createTestReleases(databases[0])
    const readDepth = () => queues[0]?.readDepth()
    expect(await readDepth()).toEqual({ due: 0, oldestAge: 0 })
    await schedule(Date.now() + DAY)
    expect(await readDepth()).toEqual({ due: 0, oldestAge: 0 })
    await schedule(Date.now() - 5_000)
    const depth = await readDepth()
    expect(depth?.due).toBe(1)
    expect(depth?.oldestAge).toBeGreaterThanOrEqual(5_000)
    expect(depth?.oldestAge).toBeLessThan(60_000)
  })

  it('is published once if both processes claim it and an admin publishes by hand', async () => {
    const before = await countPublications()
    await schedule(Date.now() - 1)
    const both = databases.map((database) => start(database))
    await Promise.all(both.map((one) => one.call(publishReleaseEndpoint)))
    await expect.poll(async () => (await loadRelease()).scheduledAt).toBe(null)
    expect([(await countPublications()) - before, (await content.history(faqItem, record.id)).length]).toEqual([1, 2])
  })

  it('waits while the clock is behind, and goes live once when the clock is right', async () => {
    const now = Date.now()
    await schedule(now + 1_000)
    vi.useFakeTimers({ toFake: ['Date'], now: now - 2 * DAY })
    const timing = createCountingTiming()
    start(databases[0], timing)
    await expect.poll(() => timing.pollCount).toBeGreaterThan(3)
    expect(await isPublished()).toBe(false)
    vi.setSystemTime(now + 2_000)
    await expect.poll(isPublished, { interval: 20 }).toBe(true)
    const before = await countPublications()
    for (const time of [now - 2 * DAY, now + 2 * DAY]) {
      vi.setSystemTime(time)
      await runningReleases[0]?.call(publishReleaseEndpoint)
    }
    expect(await countPublications()).toBe(before)
  })

  it('waits if the clock has just jumped two days ahead', async () => {
    const now = Date.now()
    await schedule(now + DAY)
    const timing = createCountingTiming({ settle: 60_000 })
    start(databases[0], timing)
    vi.useFakeTimers({ toFake: ['Date'], now: now + 2 * DAY })
    await expect.poll(() => timing.pollCount).toBeGreaterThan(3)
    expect(await isPublished()).toBe(false)
    vi.setSystemTime(now)
    expect(await loadRelease()).toMatchObject({ scheduledAt: now + DAY, changes: [{}] })
  })

  it('stays staged and sends one email per admin if it conflicts', async () => {
    await content.update(faqItem, record.id, buildRecordValues(faqItem, 3), author)
    const before = (await siteDatabase.listMails()).length
    await schedule(Date.now() - 1)
    for (const database of databases) start(database)
    await expect.poll(async () => (await loadRelease()).failure).toContain('Nothing was published')
    const { changes, scheduledAt, failure } = await loadRelease()
    expect([changes.length, scheduledAt, failure]).toEqual([
      1,
      null,
      expect.stringContaining('FAQ item was changed on the live site'),
    ])
    expect((await siteDatabase.listMails()).slice(before).sort()).toEqual([
      'owner@example.com: Your scheduled changes weren’t published',
      'second@example.com: Your scheduled changes weren’t published',
    ])
    expect(await content.find(faqItem, record.id)).toMatchObject({ values: buildRecordValues(faqItem, 3) })
    // A new schedule tries again.
    await createTestReleases(databases[0]).update(faqItem, record.id, buildRecordValues(faqItem, 4), author)
    await schedule(Date.now() - 1)
    await expect.poll(async () => (await content.find(faqItem, record.id))?.values).toEqual(buildRecordValues(faqItem, 4))
    expect(await loadRelease()).toMatchObject({ failure: null })
  })

  it('is published by another process after the claiming process was killed', async () => {
    await schedule(Date.now() - 1)
    const hanging = fileURLToPath(new URL('../support/hanging-release-process.ts', import.meta.url))
    const child = spawn(process.execPath, [hanging], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exit = once(child, 'close')
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await exit
    expect(await isPublished()).toBe(false)
    const before = await countPublications()
    start(databases[1])
    await expect.poll(isPublished, { interval: 20 }).toBe(true)
    expect((await countPublications()) - before).toBe(1)
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { banner } from '#contract/content/kinds/banner.ts'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { packageNames } from '#contract/content/kinds/pricing-package.ts'
import { UserError } from '#contract/core/user-error.ts'
import { type Database, openDatabase } from '#server/migrations/open-database.ts'
import { startApp } from '../support/test-app.ts'
import { buildRecordValues, createTestContent } from '../support/test-content-module.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

describeOnEachDatabase('the content store', (database) => {
  let environment: Record<string, string>
  let db: Database
  let store: ReturnType<typeof createTestContent>
  const author = { author: 'owner@example.com' }
  const open = () => openDatabase({ dataDir: environment.DATA_DIR ?? '', databaseUrl: environment.DATABASE_URL })

  beforeAll(async () => {
    environment = await database.environment()
    db = await open()
    store = createTestContent(db)
  })
  afterAll(() => db.close())

  it('records the admin and time of every save', async () => {
    const { id } = await store.add(banner, buildRecordValues(banner, 1), author)
    await store.update(banner, id, buildRecordValues(banner, 2), { author: 'second@example.com' })
    const history = await db.read
      .selectFrom('content_revision')
      .selectAll()
      .where('record_id', '=', id)
      .orderBy('version')
      .execute()
    expect(history.map(({ version, author, data }) => ({ version, author, values: JSON.parse(data) }))).toEqual([
      { version: 1, author: 'owner@example.com', values: buildRecordValues(banner, 1) },
      { version: 2, author: 'second@example.com', values: buildRecordValues(banner, 2) },
    ])
    expect(history.every(({ saved_at }) => Math.abs(saved_at - Date.now()) < 60_000)).toBe(true)
  })

  it('commits concurrent writes in one transaction, and a failing write fails alone', async () => {
    const before = await db.contentVersion.refresh()
    const results = await Promise.allSettled([
      ...Array.from({ length: 20 }, (_, nth) => store.add(faqItem, buildRecordValues(faqItem, nth), author)),
      store.update(faqItem, 'no-such-id', {}, author),
      store.add(banner, buildRecordValues(banner), author),
      ...Array.from({ length: 20 }, (_, nth) => store.add(faqItem, buildRecordValues(faqItem, 20 + nth), author)),
    ])
    expect(results.map(({ status }) => status).filter((status) => status === 'rejected').length).toBe(2)
    expect(results.slice(20, 22)).toMatchObject([{ reason: { status: 404 } }, { reason: { status: 409 } }])
    const storedRecords = await store.list(faqItem)
    expect(storedRecords.map(({ values }) => values)).toEqual(
      Array.from({ length: 40 }, (_, nth) => buildRecordValues(faqItem, nth)),
    )
    expect(await db.contentVersion.refresh()).toBe(before + 40)
  })

  it('stores nothing of a write that fails halfway', async () => {
    const failingWrite = db.write(async (tx) => {
      await tx.insertInto('milestone').values({ name: 'half-way', reached_at: 1 }).execute()
      throw new UserError(400, 'no')
    })
    await expect(failingWrite).rejects.toMatchObject({ status: 400 })
    expect(await db.read.selectFrom('milestone').selectAll().where('name', '=', 'half-way').execute()).toEqual([])
  })

  it('stores one record of a single kind, even if two processes add several at once', async () => {
    const other = await open()
    const kind = { ...banner, kind: 'raced' }
    const attempts = [store, createTestContent(other)].flatMap((one) =>
      Array.from({ length: 25 }, () => one.add(kind, buildRecordValues(banner), author)),
    )
    const results = await Promise.allSettled(attempts)
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    expect(results.filter((one) => one.status === 'rejected').every(({ reason }) => reason.status === 409)).toBe(true)
    await other.close()
  })

  it('notifies another process of a change shortly after the reply', async () => {
    const other = await open()
    const readVersion = () => other.contentVersion.current() ?? other.contentVersion.refresh()
    const before = await readVersion()
    await store.add(faqItem, buildRecordValues(faqItem, 99), author)
    await expect.poll(readVersion).toBeGreaterThan(before)
    await other.close()
  })

  it('never adds demo content to a database that holds data', async () => {
    const count = () => db.read.selectFrom('content_record').select('id').execute()
    const before = await count()
    const site = await startApp({ ...environment, SEED: 'demo' })
    expect(site.app.isSeeded).toBe(false)
    expect(await count()).toEqual(before)
    await site.close()
  })
})

describeOnEachDatabase('a new database', (database) => {
  it('gets demo content once, with sample marks on invented people and numbers', async () => {
    const environment = { ...(await database.environment({ hasNoTables: true })), SEED: 'demo' }
    const first = await startApp(environment)
    expect(first.app.isSeeded).toBe(true)
    const testimonials = (await first.request('GET', '/api/testimonials')).json() as { _sample?: true }[]
    expect(testimonials.length).toBeGreaterThan(0)
    expect(testimonials.every(({ _sample }) => _sample)).toBe(true)
    const packages = (await first.request('GET', '/api/pricings')).json() as { packageName: string; _sample?: true }[]
    expect(packages.map(({ packageName }) => packageName)).toEqual([...packageNames])
    expect(packages.some(({ _sample }) => _sample)).toBe(false)
    await first.close()
  })

  it('is migrated once by two processes that start at the same time', async () => {
    const environment = await database.environment({ hasNoTables: true })
    const open = () => openDatabase({ dataDir: environment.DATA_DIR ?? '', databaseUrl: environment.DATABASE_URL })
    const both = await Promise.all([open(), open()])
    await Promise.all(both.map((one) => one.close()))
    const reopened = await open()
    expect(await reopened.contentVersion.refresh()).toBe(1)
    await reopened.close()
  })
})

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeAll, expect, inject, it, vi } from 'vitest'
import type { Brief } from '#contract/work/brief.ts'
import type { DatabaseLocation } from '#platform/db/read-database-snapshot.ts'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { restoreBackup, verifyBackup, writeBackup } from '#server/operations/backup/backup.ts'
import { dumpDatabase } from '../support/database-dump.ts'
import { createMessageClient, sampleMessage } from '../support/message-client.ts'
import { createOrderClient } from '../support/order-client.ts'
import { registerAccount } from '../support/test-accounts.ts'
import { adminEmail, startApp, type TestApp } from '../support/test-app.ts'
import { createTestDatabases, describeOnEachDatabase } from '../support/test-databases.ts'
import { createTestFolder } from '../support/test-folder.ts'
import { buildUploadForm, createTestImage } from '../support/test-images.ts'

/** An integer that a JavaScript number can't hold exactly. */
const LARGE_INTEGER = '9007199254740993'
/** In ms, for tests that copy whole databases. */
const getLocation = (environment: Record<string, string>): DatabaseLocation => readConfig(environment)

const WORK_TABLES = [
  ...['order_work', 'brief', 'sent_brief', 'deliverable', 'deliverable_step', 'order_conversation', 'order_message'],
  ...['order_file', 'order_file_total', 'order_file_chunk', 'order_file_preview'],
]

/** Adds an order with answers, a message and a file. */
async function addWork(site: TestApp): Promise<void> {
  const { call, placeOrder, write, upload } = createOrderClient(site)
  const id = await placeOrder()
  await call('PUT', `/order-paid/${id}`, 'admin', { reason: 'In cash' })
  const { questions } = (await call<Brief>('GET', `/order-brief/${id}`, 'customer')).reply
  const answers = Object.fromEntries(questions.map((one) => [one.id, one.choices[0] ?? 'Zoë, 東京 🏡']))
  expect((await call('PUT', `/order-brief/${id}`, 'customer', { answers, send: true })).status).toBe(200)
  const { record } = (await upload(id, 'customer', await createTestImage(60, 40), 'house.jpg')).reply
  expect((await write(id, 'customer', { text: 'Our house', files: [record._id] })).status).toBe(201)
}

const folder = createTestFolder()

describeOnEachDatabase('a backup', (database) => {
  let site: TestApp
  let file: string
  let environment: Record<string, string>
  const otherDatabases = createTestDatabases(() => (database.name === 'SQLite' ? inject('postgresUrl') : undefined))

  beforeAll(async () => {
    file = join(folder, `${database.name}.backup`)
    environment = { ...(await database.environment()), SEED: 'demo' }
    site = await startApp(environment)
    await registerAccount(site, 'person@example.com')
    await createMessageClient(() => site).sendAll(sampleMessage, { ...sampleMessage, subject: 'Zoë, 東京 🏡\n"' })
    const added = await site.request('POST', '/api/media', {
      as: 'admin',
      body: buildUploadForm(await createTestImage(600, 400, { isNoise: true })),
    })
    expect(added.status).toBe(201)
    await addWork(site)
    const mails = () => readdirSync(join(environment.DATA_DIR ?? '', 'mail')).filter((name) => name.endsWith('.eml'))
    await vi.waitFor(() => expect(mails().length).toBeGreaterThan(2), 60_000)
    const { main, close } = await openDatabase(getLocation(environment))
    await sql`update content_record set position = ${sql.raw(LARGE_INTEGER)} where kind = 'footer-social'`.execute(main)
    await close()
    await site.close()
    await writeBackup(getLocation(environment), file)
  })

  it('is one file that only its owner can read, and lists its contents', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const [header = '', ...lines] = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')
    expect(JSON.parse(header)).toMatchObject({ format: 'rankstead-backup', version: 1, database: database.name })
    expect(Object.keys(JSON.parse(lines.at(-1) ?? ''))).toEqual(['end'])
    expect((await verifyBackup(file)).rows).toBeGreaterThan(300)
    expect(readdirSync(folder).filter((name) => name.includes('part'))).toEqual([])
  })

  it('creates a missing folder inside the data folder, and no other', async () => {
    const location = getLocation(environment)
    const nested = join(location.dataDir, 'backups', 'by-hand', 'site.backup')
    await writeBackup(location, nested)
    expect((await verifyBackup(nested)).rows).toBeGreaterThan(300)
    expect(statSync(dirname(nested)).mode & 0o777).toBe(0o700)
    for (const elsewhere of [join(folder, 'missing', 'site.backup'), join(location.dataDir, '..', 'missing', 'site.backup')])
      await expect(writeBackup(location, elsewhere)).rejects.toThrow('does not exist. Create it, or choose another place')
  })

  it('restores every row, picture and mail file into either database, and the site runs on it', async () => {
    const before = await dumpDatabase(environment)
    for (const table of WORK_TABLES) expect([table, before[table]?.length]).toEqual([table, expect.toSatisfy((rows) => rows > 0)])
    const same = await database.environment({ hasNoTables: true })
    await restoreBackup(file, getLocation(same))
    expect(await dumpDatabase(same)).toEqual(before)

    const other = await otherDatabases.environment({ hasNoTables: true })
    await restoreBackup(file, getLocation(other))
    const back = await database.environment({ hasNoTables: true })
    const crossed = join(folder, `${database.name}-crossed.backup`)
    await writeBackup(getLocation(other), crossed)
    await restoreBackup(crossed, getLocation(back))
    expect(await dumpDatabase(back)).toEqual(before)

    const [mailBefore, mailAfter] = [environment, back].map((one) => readdirSync(join(one.DATA_DIR ?? '', 'mail')).toSorted())
    expect(mailAfter).toEqual(mailBefore)
    const restored = await startApp(other)
    const admins = await restored.request('GET', '/api/admin-users', { as: 'admin' })
    expect([admins.status, admins.text]).toEqual([200, expect.stringContaining(adminEmail)])
    await restored.close()
  })

  it('is rejected if it is cut short, altered or another file, and nothing is written', async () => {
    const whole = readFileSync(file)
    const lines = gunzipSync(whole).toString().split('\n')
    const damaged = join(folder, 'damaged.backup')
    const row = lines.findIndex((line) => line.startsWith('["') && line.includes('Example'))
    const cases: [content: Buffer, reason: string][] = [
      [whole.subarray(0, whole.length - 20), 'is damaged'],
      [whole.subarray(0, whole.length / 2), 'is damaged'],
      [gzipSync(lines.slice(0, -2).join('\n')), 'is damaged'],
      [gzipSync(lines.toSpliced(row, 1).join('\n')), 'is damaged'],
      [gzipSync(lines.with(row, (lines[row] ?? '').replace('Example', 'example')).join('\n')), 'is damaged'],
      [gzipSync(`${lines.join('\n')}more\n`), 'is damaged'],
      [gzipSync('{"format":"another"}\n'), 'is not a backup of Rankstead'],
      [Buffer.from('a text'), 'is not a backup of Rankstead'],
      [Buffer.alloc(0), 'is damaged'],
    ]
    const target = await database.environment({ hasNoTables: true })
    for (const [content, reason] of cases) {
      writeFileSync(damaged, content)
      await expect(restoreBackup(damaged, getLocation(target))).rejects.toThrow(reason)
    }
    await expect(verifyBackup(damaged)).rejects.toThrow('is damaged')
    const header = JSON.parse(lines[0] ?? '')
    const newerHeaders = [
      { ...header, version: 2 },
      { ...header, steps: [...header.steps, '9998-rooms'] },
    ]
    for (const one of newerHeaders) {
      writeFileSync(damaged, gzipSync(lines.with(0, JSON.stringify(one)).join('\n')))
      await expect(restoreBackup(damaged, getLocation(target))).rejects.toThrow('was made by a newer version of Rankstead')
    }
    await expect(restoreBackup(join(folder, 'none'), getLocation(target))).rejects.toThrow('There is no file')
    expect(readdirSync(target.DATA_DIR ?? '')).toEqual([])
    // A restore succeeds only if the target is still empty.
    await restoreBackup(file, getLocation(target))
  })

  it('is not restored over existing data', async () => {
    const before = await dumpDatabase(environment)
    const reason = database.name === 'SQLite' ? 'already holds a site' : 'already holds tables'
    await expect(restoreBackup(file, getLocation(environment))).rejects.toThrow(reason)
    expect(await dumpDatabase(environment)).toEqual(before)
  })
})

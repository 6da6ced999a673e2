import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { faqItem } from '../src/contract/sections/faq-item.ts'
import { openDatabase } from '../src/server/db/db.ts'
import { adminEmail, password } from './support/app.ts'
import { contentOf, sampleRecord } from './support/content.ts'
import { startSiteProcess } from './support/site-process.ts'

const folders: string[] = []
let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rankstead-test-'))
  file = join(folder, 'rankstead.db')
  folders.push(folder)
})
afterAll(() => {
  for (const one of folders) rmSync(one, { recursive: true, force: true })
})

const open = (dataDir = folder) => openDatabase({ dataDir, databaseUrl: undefined })
async function siteWithOneRecord(): Promise<void> {
  const db = await open()
  await contentOf(db).add(faqItem, sampleRecord(faqItem), { author: 'owner@example.com' })
  await db.close()
}
async function records(dataDir = folder): Promise<number> {
  const db = await open(dataDir)
  const { length } = await contentOf(db).list(faqItem)
  await db.close()
  return length
}

describe('a clean stop', () => {
  it('leaves one file that is complete by itself, however little was done', async () => {
    await siteWithOneRecord()
    expect(readdirSync(folder).sort()).toEqual(['rankstead.db', 'rankstead.site'])
    await (await open()).close()
    expect(readdirSync(folder).sort()).toEqual(['rankstead.db', 'rankstead.site'])
    const copy = join(folder, 'copy')
    mkdirSync(copy)
    copyFileSync(file, join(copy, 'rankstead.db'))
    expect(await records(copy)).toBe(1)
  })

  it('of the whole site does, too', async () => {
    const site = await startSiteProcess({ DATA_DIR: folder })
    expect((await site.request('POST', `/api${faqItem.api.add}`, sampleRecord(faqItem))).status).toBe(201)
    expect(await site.stop()).toBe(0)
    expect(readdirSync(folder).filter((name) => /-wal|-shm/.test(name))).toEqual([])
    expect(await records()).toBe(1)
  })
})

describe('a start', () => {
  it('refuses to begin anew where a site was, and says what to do', async () => {
    await siteWithOneRecord()
    const kept = join(folder, 'kept.db')
    renameSync(file, kept)
    await expect(open()).rejects.toThrow(
      /^There was a site here, but .*rankstead\.db is missing or empty\. Put it back from a copy/,
    )
    writeFileSync(file, '')
    await expect(open()).rejects.toThrow('is missing or empty')
    rmSync(file)
    new DatabaseSync(file).exec('pragma user_version = 1')
    await expect(open()).rejects.toThrow('holds nothing of it')
    renameSync(kept, file)
    expect(await records()).toBe(1)
    expect(statSync(join(folder, 'rankstead.site')).mode & 0o777).toBe(0o600)
  })

  it('refuses what is no database, and what is another program’s, and leaves both as they are', async () => {
    writeFileSync(file, 'This is no database. '.repeat(100))
    await expect(open()).rejects.toThrow(/DATA_DIR .* is damaged, or no database at all/)
    rmSync(file)
    const other = new DatabaseSync(file)
    other.exec('create table invoice (id integer)')
    await expect(open()).rejects.toThrow("holds another program's data")
    expect(other.prepare('select name from sqlite_schema').all()).toHaveLength(1)
    expect(other.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'delete' })
    other.close()
    expect(existsSync(join(folder, 'rankstead.site'))).toBe(false)
  })

  it('refuses a database whose file is gone and whose newest data is still there', async () => {
    writeFileSync(`${file}-wal`, 'something')
    await expect(open()).rejects.toThrow('is missing or empty')
  })
})

describe.each([
  ['the data folder', () => rmSync(folder, { recursive: true })],
  ['the database', () => rmSync(file)],
  ['the log of what was written last', () => rmSync(`${file}-wal`)],
  [
    'all, with something else in its place,',
    () => {
      renameSync(folder, `${folder}-away`)
      folders.push(`${folder}-away`)
      mkdirSync(folder)
      new DatabaseSync(file).exec('create table other (id integer)')
    },
  ],
])('%s taken away from a running site', (_name, takeAway) => {
  it('stops it from saving anything more, which it says at once', async () => {
    const site = await startSiteProcess({ DATA_DIR: folder })
    const save = () => site.request('POST', `/api${faqItem.api.add}`, sampleRecord(faqItem))
    expect([(await save()).status, (await site.request('GET', '/readyz')).status]).toEqual([201, 200])
    takeAway()
    const { status, text } = await save()
    expect([status, JSON.parse(text).error]).toEqual([503, expect.stringContaining('Nothing was saved')])
    expect((await site.request('GET', '/readyz')).status).toBe(503)
    // The authentication library writes past our own transactions.
    expect((await site.request('POST', '/api/sign-in', { email: adminEmail, password })).status).toBe(503)
    expect(site.said()).toContain('Rankstead saves nothing any more')
    expect(site.said().match(/saves nothing any more/g)).toHaveLength(1)
    await site.stop()
    if (existsSync(file)) expect(statSync(file).size).toBeGreaterThan(0)
  })
})

it('A site whose data is taken away says so without being asked', async () => {
  const site = await startSiteProcess({ DATA_DIR: folder })
  rmSync(file)
  await expect.poll(site.said, { timeout: 5_000 }).toContain('Rankstead saves nothing any more')
  await site.stop()
})

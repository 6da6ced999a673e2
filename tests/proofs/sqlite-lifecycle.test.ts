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
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { countRecords, createSiteWithRecord, openSqlite } from '../support/sqlite-database.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rankstead-test-'))
  file = join(folder, 'rankstead.db')
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('a clean stop', () => {
  it('leaves one complete database file, even after little work', async () => {
    await createSiteWithRecord(folder)
    expect(readdirSync(folder).sort()).toEqual(['rankstead.db', 'rankstead.site'])
    await (await openSqlite(folder)).close()
    expect(readdirSync(folder).sort()).toEqual(['rankstead.db', 'rankstead.site'])
    const copy = join(folder, 'copy')
    mkdirSync(copy)
    copyFileSync(file, join(copy, 'rankstead.db'))
    expect(await countRecords(copy)).toBe(1)
  })
})

describe('a start', () => {
  it('refuses to replace a missing database and says what to do', async () => {
    await createSiteWithRecord(folder)
    const copiedFile = join(folder, 'kept.db')
    renameSync(file, copiedFile)
    await expect(openSqlite(folder)).rejects.toThrow(
      /^There was a site here, but .*rankstead\.db is missing or empty\. Restore it from a copy/,
    )
    writeFileSync(file, '')
    await expect(openSqlite(folder)).rejects.toThrow('is missing or empty')
    rmSync(file)
    new DatabaseSync(file).exec('pragma user_version = 1')
    await expect(openSqlite(folder)).rejects.toThrow('holds none of its data')
    renameSync(copiedFile, file)
    expect(await countRecords(folder)).toBe(1)
    expect(statSync(join(folder, 'rankstead.site')).mode & 0o777).toBe(0o600)
  })

  it('refuses a damaged file and another program’s database, and changes neither', async () => {
    writeFileSync(file, 'This is no database. '.repeat(100))
    await expect(openSqlite(folder)).rejects.toThrow(/DATA_DIR .* is damaged, or not a database/)
    rmSync(file)
    const other = new DatabaseSync(file)
    other.exec('create table invoice (id integer)')
    await expect(openSqlite(folder)).rejects.toThrow("holds another program's data")
    expect(other.prepare('select name from sqlite_schema').all()).toHaveLength(1)
    expect(other.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'delete' })
    other.close()
    expect(existsSync(join(folder, 'rankstead.site'))).toBe(false)
  })

  it('refuses a missing database file whose log still exists', async () => {
    writeFileSync(`${file}-wal`, 'something')
    await expect(openSqlite(folder)).rejects.toThrow('is missing or empty')
  })
})

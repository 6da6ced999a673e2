import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { findMissingSaves } from '#platform/db/detect-missing-saves.ts'
import { getDatabaseAndMarkerPaths } from '#platform/db/site-marker.ts'
import { iterateRounds, reportToRunner } from '../support/faults/fault-report.ts'
import { pickSize } from '../support/proof-size.ts'
import { type SignedInServer, startSignedInServer } from '../support/signed-in-server-process.ts'
import { countRecords, createSiteWithRecord, openSqlite } from '../support/sqlite-database.ts'
import { adminEmail, password } from '../support/test-app.ts'
import { buildRecordValues } from '../support/test-content-module.ts'

const COMMAND_LINE_FILE = fileURLToPath(new URL('../../dist/server/command-line.js', import.meta.url))

const WRITER_PROCESS_FILE = fileURLToPath(new URL('../support/continuous-writer-process.ts', import.meta.url))
const KILL_COUNT = pickSize({ short: 4, whole: 100 })
/** How often the test removes the log of a new site. */
const LOST_WAL_COUNT = pickSize({ short: 2, whole: 20 })

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

const add = (site: SignedInServer, nth?: number) =>
  site.request('POST', `/api${faqItem.api.add}`, buildRecordValues(faqItem, nth))

/** Moves the data folder away and puts another program's database in its place. */
function replaceFolder(): void {
  renameSync(folder, `${folder}-away`)
  folders.push(`${folder}-away`)
  mkdirSync(folder)
  new DatabaseSync(file).exec('create table other (id integer)')
}

describe.each([
  ['the data folder', () => rmSync(folder, { recursive: true })],
  ['the database', () => rmSync(file)],
  ['the data folder, replaced by another one,', replaceFolder],
])('%s removed from a running site', (_name, removeFiles) => {
  it('makes every save fail, and the stop writes all saved data to a salvage file', async () => {
    const site = await startSignedInServer({ DATA_DIR: folder })
    const save = () => add(site)
    expect([(await save()).status, (await site.request('GET', '/readyz')).status]).toEqual([201, 200])
    removeFiles()
    const { status, text } = await save()
    expect([status, JSON.parse(text).error]).toEqual([503, expect.stringContaining('Nothing was saved')])
    expect((await site.request('GET', '/readyz')).status).toBe(503)
    // The authentication library writes outside of our transactions.
    expect((await site.request('POST', '/api/sign-in', { email: adminEmail, password })).status).toBe(503)
    expect(site.errorOutput().match(/Rankstead cannot save/g)).toHaveLength(1)
    expect(await site.stop()).toBe(1)
    if (existsSync(file)) expect(statSync(file).size).toBeGreaterThan(0)

    const [salvage = ''] = listSalvageFolders(folder)
    expect(site.errorOutput()).toContain(`${salvage} holds everything that the site saved`)
    // The start refuses and names the salvage file.
    if (!existsSync(file)) await expect(openSqlite(folder)).rejects.toThrow(`${salvage} holds everything`)
    rmSync(file, { force: true })
    renameSync(salvage, file)
    expect(await countRecords(folder)).toBe(1)
  })
})

const listSalvageFolders = (path: string) =>
  readdirSync(path)
    .filter((name) => name.startsWith('rankstead-salvage-'))
    .map((name) => join(path, name))

describe('a log that is removed from a running site', () => {
  it('loses no data, because the site writes everything into the database', async () => {
    const site = await startSignedInServer({ DATA_DIR: folder })
    const replacement = join(folder, 'replacement')
    const scenarios = [
      () => rmSync(`${file}-wal`),
      () => renameSync(`${file}-wal`, join(folder, 'moved-wal')),
      () => rmSync(`${file}-shm`),
      () => {
        copyFileSync(`${file}-wal`, replacement)
        renameSync(replacement, `${file}-wal`)
      },
      () => {
        rmSync(`${file}-wal`)
        rmSync(`${file}-shm`)
      },
    ]
    for (const [nth, removeFiles] of scenarios.entries()) {
      expect((await add(site, nth)).status).toBe(201)
      removeFiles()
      expect((await add(site, nth)).status).toBe(201)
    }
    expect((await site.request('GET', '/readyz')).status).toBe(200)
    expect(site.errorOutput().match(/was removed or replaced while the site was running/g)).toHaveLength(scenarios.length)
    // Later saves are in a new log with that name, which outlives the process.
    site.kill()
    await site.exited
    expect(await countRecords(folder)).toBe(2 * scenarios.length)
  })

  it('loses no data of a new site, no matter how the process ends', async () => {
    let acknowledged = 0
    for (const round of iterateRounds(LOST_WAL_COUNT, 'log taken away')) {
      const dataDir = join(folder, `fresh-${round}`)
      const site = await startSignedInServer({ DATA_DIR: dataDir })
      const saved = await Promise.all(Array.from({ length: 90 }, (_, nth) => add(site, nth)))
      expect(saved.every(({ status }) => status === 201)).toBe(true)
      rmSync(join(dataDir, 'rankstead.db-wal'))
      if (round % 2 === 0) {
        expect(await site.stop()).toBe(0)
        expect(readdirSync(dataDir).filter((name) => /-wal|-shm/.test(name))).toEqual([])
      } else {
        // The check that runs every second notices it.
        await expect.poll(site.errorOutput).toContain('Nothing is lost')
        site.kill()
        await site.exited
      }
      expect(await countRecords(dataDir)).toBe(90)
      acknowledged += 90
    }
    const measured = `${LOST_WAL_COUNT} times, on a new site: of ${acknowledged} acknowledged 0 lost`
    reportToRunner({ fault: 'files', on: 'SQLite, the log taken away', measured, isKept: true })
  })
})

describe('a log that two processes have open', () => {
  it('loses no data when it is removed, and both processes refuse saves until one has stopped', async () => {
    const [one, other] = [await startSignedInServer({ DATA_DIR: folder }), await startSignedInServer({ DATA_DIR: folder })]
    for (const site of [one, other, one]) expect((await add(site)).status).toBe(201)
    rmSync(`${file}-wal`)
    for (const site of [one, other]) expect((await add(site)).status).toBe(503)
    expect(one.errorOutput()).toContain('while several processes used them')
    expect(await one.stop()).toBe(0)
    await expect.poll(async () => (await add(other)).status).toBe(201)
    other.kill()
    await other.exited
    expect(await countRecords(folder)).toBe(4)
  })
})

describe('a start', () => {
  it('reports which saves are missing after the log was removed at once after a save and a kill', async () => {
    const site = await startSignedInServer({ DATA_DIR: folder })
    await add(site)
    site.kill()
    await site.exited
    for (const ending of ['-wal', '-shm']) rmSync(file + ending)
    // The doctor reports the loss too, and saves a row. Neither may hide the loss from the start.
    const { stdout } = spawnSync(process.execPath, [COMMAND_LINE_FILE, 'doctor'], {
      env: { ...process.env, DATA_DIR: folder },
      encoding: 'utf8',
    })
    expect(stdout).toMatch(/^problem {2}database: Saves .*to 20\S+ are missing in /m)
    const again = await startSignedInServer({ DATA_DIR: folder })
    expect(again.errorOutput()).toMatch(/^Saves .*to 20\S+ are missing in .*rankstead\.db: its log .* was removed/)
    expect(await again.stop()).toBe(0)
    const healthy = await startSignedInServer({ DATA_DIR: folder })
    expect(healthy.errorOutput()).toBe('')
    await healthy.stop()
  })

  it('reports missing saves only if the log was removed, no matter when the process was killed', async () => {
    await createSiteWithRecord(folder)
    const files = getDatabaseAndMarkerPaths(folder)
    for (const round of iterateRounds(KILL_COUNT, 'killed between a save and its number')) {
      const writer = spawn(process.execPath, [WRITER_PROCESS_FILE], {
        env: { ...process.env, DATA_DIR: folder },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let acknowledged = 0
      writer.stdout.on('data', () => {
        // The first acknowledged save counts already. Later ones meet other moments of a save.
        if (acknowledged++ >= round % 4) writer.kill('SIGKILL')
      })
      await once(writer, 'close')
      const withoutLog = join(folder, `without-log-${round}`)
      mkdirSync(withoutLog)
      for (const path of Object.values(files)) copyFileSync(path, join(withoutLog, basename(path)))
      expect(await findMissingSaves(getDatabaseAndMarkerPaths(withoutLog))).toContain('are missing in')
      expect(await findMissingSaves(files)).toBeUndefined()
    }
  })

  it('reports how many rows of a salvage file the database lacks', async () => {
    await createSiteWithRecord(folder)
    const old = join(folder, 'old.db')
    copyFileSync(file, old)
    const site = await startSignedInServer({ DATA_DIR: folder })
    await add(site, 1)
    await add(site, 2)
    rmSync(file)
    expect(await site.stop()).toBe(1)
    renameSync(old, file)
    const again = await startSignedInServer({ DATA_DIR: folder })
    expect(again.errorOutput()).toMatch(/The database lacks .*2 rows of content_record.*rankstead-salvage-/)
    await again.stop()
  })
})

describe('files that are missing for a moment', () => {
  it('lose no data, and the site saves again once they are back', async () => {
    const dataDir = join(folder, 'data')
    const link = join(folder, 'link')
    const elsewhere = join(folder, 'elsewhere')
    const database = join(dataDir, 'rankstead.db')
    mkdirSync(dataDir, { mode: 0o700 })
    symlinkSync(dataDir, link)
    const relink = (target: string) => {
      rmSync(link)
      symlinkSync(target, link)
    }
    const site = await startSignedInServer({ DATA_DIR: link })
    const scenarios = [
      [() => renameSync(dataDir, elsewhere), () => renameSync(elsewhere, dataDir)],
      [() => renameSync(database, elsewhere), () => renameSync(elsewhere, database)],
      // A link to itself, so that reading the file behind it fails with ELOOP.
      [() => relink(link), () => relink(dataDir)],
    ] as const
    for (const [nth, [removeFiles, putBack]] of scenarios.entries()) {
      expect((await add(site, nth)).status).toBe(201)
      removeFiles()
      expect((await add(site, nth)).status).toBe(503)
      expect((await site.request('GET', '/api/faq-items')).status).toBe(200)
      putBack()
      expect((await add(site, nth)).status).toBe(201)
      expect((await site.request('GET', '/readyz')).status).toBe(200)
    }
    expect(site.errorOutput().match(/Rankstead can save again/g)).toHaveLength(scenarios.length)
    expect(await site.stop()).toBe(0)
    expect(listSalvageFolders(dataDir)).toEqual([])
    expect(await countRecords(dataDir)).toBe(2 * scenarios.length)
  })

  it('are reported without a request, and their content is written to a salvage file', async () => {
    const site = await startSignedInServer({ DATA_DIR: folder })
    await add(site)
    rmSync(file)
    await expect.poll(site.errorOutput).toContain('Rankstead cannot save')
    // The salvage file exists before the stop, so that even a kill loses nothing.
    await expect.poll(() => listSalvageFolders(folder).filter((path) => path.endsWith('.db'))).toHaveLength(1)
    site.kill()
    await site.exited
    renameSync(listSalvageFolders(folder)[0] ?? '', file)
    for (const ending of ['-wal', '-shm']) rmSync(file + ending, { force: true })
    expect(await countRecords(folder)).toBe(1)
  })
})

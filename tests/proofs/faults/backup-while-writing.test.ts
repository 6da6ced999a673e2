import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dumpDatabase } from '../../support/database-dump.ts'
import { iterateRounds, reportToRunner } from '../../support/faults/fault-report.ts'
import { type SiteUnderTest, startSiteUnderTest } from '../../support/faults/site-under-test.ts'
import { pickSize } from '../../support/proof-scope.ts'
import { startServerProcess } from '../../support/server-process.ts'
import { describeOnEachDatabase } from '../../support/test-databases.ts'

const COMMAND_LINE_FILE = fileURLToPath(new URL('../../../dist/server/command-line.js', import.meta.url))
/** How many backups are made under load, and how many writes are acknowledged before each, at least. */
const BACKUP_COUNT = pickSize({ short: 1, whole: 10 })
const WRITES_BETWEEN_BACKUPS = pickSize({ short: 60, whole: 500 })
const CLIENT_COUNT = 8
/** For a backup or a restore by a process of its own on a busy machine, in ms. */
const SLOW_TEST_TIMEOUT = 300_000

describeOnEachDatabase('a backup while others write', (database) => {
  let site: SiteUnderTest
  let folder: string
  beforeAll(async () => {
    site = await startSiteUnderTest(await database.environment())
    folder = mkdtempSync(join(tmpdir(), 'rankstead-test-'))
  })
  afterAll(async () => {
    await site.close()
    rmSync(folder, { recursive: true })
  })

  const command = (environment: Record<string, string>, ...args: string[]) =>
    promisify(execFile)(process.execPath, [COMMAND_LINE_FILE, ...args], { env: { PATH: process.env.PATH, ...environment } })
  const listMailFiles = (dataDir = '') =>
    readdirSync(join(dataDir, 'mail'))
      .filter((name) => name.endsWith('.eml'))
      .toSorted()
      .map((name) => [name, readFileSync(join(dataDir, 'mail', name), 'base64')])

  it('restored elsewhere has all that was acknowledged before, in order; of a site at rest every row and file', {
    timeout: (1 + BACKUP_COUNT) * SLOW_TEST_TIMEOUT,
  }, async () => {
    const { checker } = site
    const load = checker.load(CLIENT_COUNT)
    let [made, held] = [0, 0]
    for (const nth of iterateRounds(BACKUP_COUNT, `backup, ${database.name}`)) {
      const before = checker.acknowledged()
      await expect
        .poll(checker.acknowledged, { timeout: SLOW_TEST_TIMEOUT, interval: 20 })
        .toBeGreaterThan(before + WRITES_BETWEEN_BACKUPS)
      const due = checker.listAcknowledgedWrites()
      const file = join(folder, `${nth}.backup`)
      await command(checker.settings, 'backup', file)
      // It was made beside them, not after them.
      expect(checker.acknowledged()).toBeGreaterThan(due.length)
      const elsewhere = await database.environment()
      await command(elsewhere, 'restore', file)
      // What it had kept and not read yet, the copy reads.
      const copy = await startServerProcess({ ...checker.settings, ...elsewhere })
      await checker.waitUntilNoticesRead(90_000, elsewhere)
      await copy.stop()
      const { lost, doubled, wrong } = await checker.verdict(elsewhere, due)
      expect({ lost, doubled, wrong }).toEqual({ lost: [], doubled: [], wrong: [] })
      made++
      held += due.length
    }
    await load.stop()
    await checker.retryUnacknowledged()
    await checker.waitUntilNoticesRead(60_000)
    await site.stop()
    const file = join(folder, 'at-rest.backup')
    await command(checker.settings, 'backup', file)
    const elsewhere = await database.environment()
    await command(elsewhere, 'restore', file)
    const { acknowledged, byKind, unanswered, ...faults } = await checker.verdict(elsewhere)
    const [rows, files] = [await dumpDatabase(checker.settings), listMailFiles(checker.settings.DATA_DIR)]
    reportToRunner({
      fault: 'backup',
      on: database.name,
      measured:
        `${made} backups under load, of ${held} acknowledged before them none lost; at rest ${Object.values(rows).flat().length} rows ` +
        `and ${files.length} files identical, ${acknowledged} acknowledged (${byKind}), ${unanswered} unanswered`,
      isKept: true,
    })
    expect(faults).toEqual({ lost: [], doubled: [], denied: [], wrong: [] })
    expect(await dumpDatabase({ ...checker.settings, ...elsewhere })).toEqual(rows)
    expect(files.length).toBeGreaterThan(0)
    expect(listMailFiles(elsewhere.DATA_DIR)).toEqual(files)
  })
})

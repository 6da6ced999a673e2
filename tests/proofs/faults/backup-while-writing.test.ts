import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { dumpDatabase } from '../../support/database-dump.ts'
import { iterateRounds, reportToRunner } from '../../support/faults/fault-report.ts'
import { startSiteUnderTest } from '../../support/faults/site-under-test.ts'
import { pickSize } from '../../support/proof-size.ts'
import { startServerProcess } from '../../support/server-process.ts'
import { startForSuite } from '../../support/start-for-suite.ts'
import { describeOnEachDatabase } from '../../support/test-databases.ts'
import { createTestFolder } from '../../support/test-folder.ts'

const COMMAND_LINE_FILE = fileURLToPath(new URL('../../../dist/server/command-line.js', import.meta.url))
/** How many backups run under load, and the minimum number of acknowledged writes before each. */
const BACKUP_COUNT = pickSize({ short: 1, whole: 10 })
const WRITES_BETWEEN_BACKUPS = pickSize({ short: 60, whole: 500 })
const CLIENT_COUNT = 8

describeOnEachDatabase('a backup while other clients write', (database) => {
  const folder = createTestFolder()
  const site = startForSuite(async () => startSiteUnderTest(await database.environment()))

  const runCommand = (environment: Record<string, string>, ...args: string[]) =>
    promisify(execFile)(process.execPath, [COMMAND_LINE_FILE, ...args], { env: { PATH: process.env.PATH, ...environment } })
  const listMailFiles = (dataDir = '') =>
    readdirSync(join(dataDir, 'mail'))
      .filter((name) => name.endsWith('.eml'))
      .toSorted()
      .map((name) => [name, readFileSync(join(dataDir, 'mail', name), 'base64')])

  it('holds all acknowledged writes, and every row and file of an idle site', async () => {
    const { checker } = site
    const load = checker.load(CLIENT_COUNT)
    let [backupCount, acknowledgedCount] = [0, 0]
    for (const nth of iterateRounds(BACKUP_COUNT, `backup, ${database.name}`)) {
      const before = checker.acknowledged()
      await expect.poll(checker.acknowledged, { interval: 20 }).toBeGreaterThan(before + WRITES_BETWEEN_BACKUPS)
      const acknowledgedBefore = checker.listAcknowledgedWrites()
      const file = join(folder, `${nth}.backup`)
      await runCommand(checker.settings, 'backup', file)
      // The backup ran during the writes, not after them.
      expect(checker.acknowledged()).toBeGreaterThan(acknowledgedBefore.length)
      const target = await database.environment({ hasNoTables: true })
      await runCommand(target, 'restore', file)
      // The copy reads the notices that the site had stored but not read.
      const copy = await startServerProcess({ ...checker.settings, ...target })
      await checker.waitUntilNoticesRead(target)
      await copy.stop()
      const { lost, doubled, wrong } = await checker.verdict(target, acknowledgedBefore)
      expect({ lost, doubled, wrong }).toEqual({ lost: [], doubled: [], wrong: [] })
      backupCount++
      acknowledgedCount += acknowledgedBefore.length
    }
    await load.stop()
    await checker.retryUnacknowledged()
    await checker.waitUntilNoticesRead()
    await site.stop()
    const file = join(folder, 'at-rest.backup')
    await runCommand(checker.settings, 'backup', file)
    const target = await database.environment({ hasNoTables: true })
    await runCommand(target, 'restore', file)
    const { acknowledged, byKind, unresolved, ...faults } = await checker.verdict(target)
    const [rows, files] = [await dumpDatabase(checker.settings), listMailFiles(checker.settings.DATA_DIR)]
    reportToRunner({
      fault: 'backup',
      on: database.name,
      measured:
        `${backupCount} backups under load, of ${acknowledgedCount} acknowledged before them none lost; at rest ${Object.values(rows).flat().length} rows ` +
        `and ${files.length} files identical, ${acknowledged} acknowledged (${byKind}), ${unresolved.length} unresolved`,
      isKept: true,
    })
    expect(faults).toEqual({ lost: [], doubled: [], denied: [], wrong: [] })
    expect(await dumpDatabase({ ...checker.settings, ...target })).toEqual(rows)
    expect(files.length).toBeGreaterThan(0)
    expect(listMailFiles(target.DATA_DIR)).toEqual(files)
  })
})

import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEveryDatabase } from '../../support/databases.ts'
import { everythingIn } from '../../support/everything-in.ts'
import { type JudgedSite, startJudgedSite } from '../../support/faults/judged-site.ts'
import { rounds, tell } from '../../support/faults/measure.ts'
import { startMain } from '../../support/main-process.ts'
import { sized } from '../../support/proof-size.ts'

const COMMAND = fileURLToPath(new URL('../../../dist/server/command-line.js', import.meta.url))
/** How many backups are made under load, and how many writes are acknowledged before each, at least. */
const BACKUPS = sized({ short: 1, whole: 10 })
const WRITES = sized({ short: 60, whole: 500 })
const PEOPLE = 8
/** For a backup or a restore by a process of its own on a busy machine, in ms. */
const SLOW = 300_000

onEveryDatabase('a backup while others write', (database) => {
  let site: JudgedSite
  let folder: string
  beforeAll(async () => {
    site = await startJudgedSite(await database.environment())
    folder = mkdtempSync(join(tmpdir(), 'rankstead-test-'))
  })
  afterAll(async () => {
    await site.close()
    rmSync(folder, { recursive: true })
  })

  const command = (environment: Record<string, string>, ...args: string[]) =>
    promisify(execFile)(process.execPath, [COMMAND, ...args], { env: { PATH: process.env.PATH, ...environment } })
  const mailsIn = (dataDir = '') =>
    readdirSync(join(dataDir, 'mail'))
      .filter((name) => name.endsWith('.eml'))
      .toSorted()
      .map((name) => [name, readFileSync(join(dataDir, 'mail', name), 'base64')])

  it('restored elsewhere has all that was acknowledged before, in order; of a site at rest every row and file', {
    timeout: (1 + BACKUPS) * SLOW,
  }, async () => {
    const { oracle } = site
    const load = oracle.load(PEOPLE)
    let [made, held] = [0, 0]
    for (const nth of rounds(BACKUPS, `backup, ${database.name}`)) {
      const before = oracle.acknowledged()
      await expect.poll(oracle.acknowledged, { timeout: SLOW, interval: 20 }).toBeGreaterThan(before + WRITES)
      const due = oracle.due()
      const file = join(folder, `${nth}.backup`)
      await command(oracle.settings, 'backup', file)
      // It was made beside them, not after them.
      expect(oracle.acknowledged()).toBeGreaterThan(due.length)
      const elsewhere = await database.environment()
      await command(elsewhere, 'restore', file)
      // What it had kept and not read yet, the copy reads.
      const copy = await startMain({ ...oracle.settings, ...elsewhere })
      await oracle.noticesRead(90_000, elsewhere)
      await copy.stop()
      const { lost, doubled, wrong } = await oracle.verdict(elsewhere, due)
      expect({ lost, doubled, wrong }).toEqual({ lost: [], doubled: [], wrong: [] })
      made++
      held += due.length
    }
    await load.stop()
    await oracle.sendAgain()
    await oracle.noticesRead(60_000)
    await site.stop()
    const file = join(folder, 'at-rest.backup')
    await command(oracle.settings, 'backup', file)
    const elsewhere = await database.environment()
    await command(elsewhere, 'restore', file)
    const { acknowledged, byKind, unanswered, ...faults } = await oracle.verdict(elsewhere)
    const [rows, files] = [await everythingIn(oracle.settings), mailsIn(oracle.settings.DATA_DIR)]
    tell({
      fault: 'backup',
      on: database.name,
      measured:
        `${made} backups under load, of ${held} acknowledged before them none lost; at rest ${Object.values(rows).flat().length} rows ` +
        `and ${files.length} files identical, ${acknowledged} acknowledged (${byKind}), ${unanswered} unanswered`,
      isKept: true,
    })
    expect(faults).toEqual({ lost: [], doubled: [], denied: [], wrong: [] })
    expect(await everythingIn({ ...oracle.settings, ...elsewhere })).toEqual(rows)
    expect(files.length).toBeGreaterThan(0)
    expect(mailsIn(elsewhere.DATA_DIR)).toEqual(files)
  })
})

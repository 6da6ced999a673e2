import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Postgres, startPostgres } from '../support/postgres.ts'
import { sized } from '../support/proof-size.ts'
import { type JudgedSite, startJudgedSite } from './judged-site.ts'
import { spread, tell } from './measure.ts'

const RESTARTS = sized({ short: 3, whole: 20 })
/** The immediate way each time, and beside it those of a crash and of a service manager. */
const WAYS = ['SIGQUIT', 'SIGKILL', 'SIGQUIT', 'SIGINT'] as const
const PEOPLE = 8
/** How soon something has to be saved again once PostgreSQL takes connections, in ms. */
const BACK_WITHIN = 5_000

let postgres: Postgres
let site: JudgedSite
let folder: string
beforeAll(async () => {
  postgres = await startPostgres({ isDurable: true })
  folder = mkdtempSync(join(tmpdir(), 'rankstead-test-'))
  site = await startJudgedSite({ DATABASE_URL: `${postgres.url}/postgres`, DATA_DIR: folder })
})
afterAll(async () => {
  await site.close()
  await postgres.stop()
  rmSync(folder, { recursive: true })
})

it('A PostgreSQL that restarts under load ends no process and loses nothing that was acknowledged', {
  timeout: 60_000 + RESTARTS * 20_000,
}, async () => {
  const { oracle } = site
  const pid = site.pid()
  const backs: number[] = []
  const load = oracle.load(PEOPLE)
  for (let nth = 0; nth < RESTARTS; nth++) {
    const before = oracle.acknowledged()
    await expect.poll(oracle.acknowledged, { timeout: 30_000, interval: 20 }).toBeGreaterThan(before + 5 * PEOPLE)
    await postgres.restart(WAYS[nth % WAYS.length] ?? 'SIGQUIT')
    const [isBack, saved] = [performance.now(), oracle.acknowledged()]
    await expect.poll(oracle.acknowledged, { timeout: BACK_WITHIN, interval: 20 }).toBeGreaterThan(saved)
    backs.push(performance.now() - isBack)
  }
  await load.stop()
  await oracle.sendAgain()
  await oracle.noticesRead(90_000)
  expect(site.pid()).toBe(pid)
  expect(await site.statusOf('/')).toBe(200)
  await site.stop()
  const { acknowledged, byKind, unanswered, ...faults } = await oracle.verdict()
  tell({
    fault: 'postgres',
    on: 'PostgreSQL',
    measured:
      `${RESTARTS} restarts: of ${acknowledged} acknowledged (${byKind}) ${faults.lost.length} lost, ${faults.doubled.length} doubled, ` +
      `${unanswered} unanswered, ${oracle.refused()} refused; saved again after ${spread(backs)}`,
    isKept: true,
  })
  expect(faults).toEqual({ lost: [], doubled: [], denied: [], wrong: [] })
})

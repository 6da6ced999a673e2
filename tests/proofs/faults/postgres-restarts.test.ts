import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type JudgedSite, startJudgedSite } from '../../support/faults/judged-site.ts'
import { rounds, spread, tell } from '../../support/faults/measure.ts'
import { freePort } from '../../support/free-port.ts'
import { type Main, startMain } from '../../support/main-process.ts'
import { type Postgres, startPostgres } from '../../support/postgres.ts'
import { sized } from '../../support/proof-size.ts'

const RESTARTS = sized({ short: 3, whole: 20 })
/** The immediate way each time, and beside it those of a crash and of a service manager. */
const WAYS = ['SIGQUIT', 'SIGKILL', 'SIGQUIT', 'SIGINT'] as const
const PEOPLE = 8
/** How soon something has to be saved again by each process once PostgreSQL takes connections, in ms. */
const BACK_WITHIN = 5_000

let postgres: Postgres
let site: JudgedSite
let other: Main
let folder: string
beforeAll(async () => {
  postgres = await startPostgres({ isDurable: true })
  folder = mkdtempSync(join(tmpdir(), 'rankstead-test-'))
  site = await startJudgedSite({ DATABASE_URL: `${postgres.url}/postgres`, DATA_DIR: folder })
  other = await startMain(site.oracle.settings, { port: await freePort() })
})
afterAll(async () => {
  await other.stop()
  await site.close()
  await postgres.stop()
  rmSync(folder, { recursive: true })
})

it('A PostgreSQL that restarts while two processes write ends neither and loses nothing that was acknowledged', {
  timeout: 60_000 + RESTARTS * 40_000,
}, async () => {
  const { oracle } = site
  const pid = site.pid()
  const backs: number[] = []
  const origins = [site.origin, `http://127.0.0.1:${other.port}`]
  const savedByEach = () => origins.map(oracle.acknowledgedBy)
  const load = oracle.load(PEOPLE, origins)
  for (const nth of rounds(RESTARTS, 'restarts')) {
    const before = oracle.acknowledged()
    await expect.poll(oracle.acknowledged, { timeout: 30_000, interval: 20 }).toBeGreaterThan(before + 5 * PEOPLE)
    await postgres.restart(WAYS[nth % WAYS.length] ?? 'SIGQUIT')
    const [isBack, saved] = [performance.now(), savedByEach()]
    const areBoth = () => savedByEach().every((count, which) => count > (saved[which] ?? 0))
    await expect.poll(areBoth, { timeout: BACK_WITHIN, interval: 20 }).toBe(true)
    backs.push(performance.now() - isBack)
  }
  await load.stop()
  await oracle.sendAgain()
  await oracle.noticesRead(90_000)
  expect([site.pid(), other.child.exitCode, other.child.signalCode]).toEqual([pid, null, null])
  expect(await site.statusOf('/')).toBe(200)
  await other.stop()
  await site.stop()
  const { acknowledged, byKind, unanswered, ...faults } = await oracle.verdict()
  tell({
    fault: 'postgres',
    on: 'PostgreSQL',
    measured:
      `${backs.length} restarts under two processes: of ${acknowledged} acknowledged (${byKind}) ${faults.lost.length} lost, ${faults.doubled.length} doubled, ` +
      `${unanswered} unanswered, ${oracle.refused()} refused; saved again by both after ${spread(backs)}`,
    isKept: true,
  })
  expect(faults).toEqual({ lost: [], doubled: [], denied: [], wrong: [] })
})

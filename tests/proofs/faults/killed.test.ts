import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEveryDatabase } from '../../support/databases.ts'
import { type JudgedSite, startJudgedSite } from '../../support/faults/judged-site.ts'
import { rounds, spread, tell } from '../../support/faults/measure.ts'
import { sized } from '../../support/proof-size.ts'

const CYCLES = sized({ short: 3, whole: 100 })
/** How many writes are acknowledged between two kills, at least. */
const WRITES = sized({ short: 60, whole: 200 })
const PEOPLE = 16
/** How long that may take on a machine that does other things, too, in ms. */
const WRITTEN_WITHIN = 300_000
/** How soon a process has to be ready that is started after a kill, in ms. */
const READY_WITHIN = 3_000
/** What a process that died had claimed is taken up within this time, in ms; the suite does not wait for that. */
const CLAIMS_END = sized({ short: 0, whole: 90_000 })

onEveryDatabase('a site that is killed in the midst of its work', (database) => {
  let site: JudgedSite
  beforeAll(async () => {
    site = await startJudgedSite(await database.environment())
  })
  afterAll(() => site.close())

  it(`has everything that it acknowledged, once, after ${CYCLES} kills`, {
    timeout: WRITTEN_WITHIN + CYCLES * 60_000,
  }, async () => {
    const { oracle } = site
    const starts: number[] = []
    for (const _ of rounds(CYCLES, `killed, ${database.name}`)) {
      const before = oracle.acknowledged()
      const load = oracle.load(PEOPLE)
      const written = () => oracle.acknowledged() - before
      await expect.poll(written, { timeout: WRITTEN_WITHIN, interval: 5 }).toBeGreaterThanOrEqual(WRITES)
      await site.kill()
      await load.stop()
      starts.push(await site.start())
      await oracle.sendAgain()
    }
    if (CLAIMS_END === 0) await oracle.expireClaims()
    await oracle.noticesRead(CLAIMS_END || 20_000)
    await site.stop()
    const { acknowledged, byKind, unanswered, ...faults } = await oracle.verdict()
    tell({
      fault: 'killed',
      on: database.name,
      measured:
        `${starts.length} kills, ${acknowledged} acknowledged (${byKind}), ${unanswered} unanswered: ` +
        `${faults.lost.length} lost, ${faults.doubled.length} doubled; ready again in ${spread(starts)}`,
      isKept: Math.max(...starts) <= READY_WITHIN,
    })
    expect(faults).toEqual({ lost: [], doubled: [], denied: [], wrong: [] })
    expect(acknowledged).toBeGreaterThanOrEqual(starts.length * WRITES)
  })
})

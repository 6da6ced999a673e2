import { expect, it } from 'vitest'
import { formatMedianAndMax, iterateRounds, reportToRunner } from '../../support/faults/fault-report.ts'
import { startSiteUnderTest } from '../../support/faults/site-under-test.ts'
import { pickSize, runsFullProofs } from '../../support/proof-size.ts'
import { startForSuite } from '../../support/start-for-suite.ts'
import { describeOnEachDatabase } from '../../support/test-databases.ts'

const KILL_COUNT = pickSize({ short: 3, whole: 100 })
/** The minimum number of acknowledged writes between two kills. */
const WRITES_BETWEEN_KILLS = pickSize({ short: 60, whole: 200 })
const CLIENT_COUNT = 16
/** How soon a process must be ready after a kill, in ms. */
const READY_TIMEOUT = 3_000

describeOnEachDatabase('a site that is killed under load', (database) => {
  const site = startForSuite(async () => startSiteUnderTest(await database.environment()))

  it(`keeps every acknowledged write exactly once after ${KILL_COUNT} kills`, async () => {
    const { checker } = site
    const startTimes: number[] = []
    for (const _ of iterateRounds(KILL_COUNT, `killed, ${database.name}`)) {
      const before = checker.acknowledged()
      const load = checker.load(CLIENT_COUNT)
      const countWrites = () => checker.acknowledged() - before
      await expect.poll(countWrites, { interval: 5 }).toBeGreaterThanOrEqual(WRITES_BETWEEN_KILLS)
      await site.kill()
      await load.stop()
      startTimes.push(await site.start())
      await checker.retryUnacknowledged()
    }
    // The short suite doesn't wait until another process takes over the claims of a dead one.
    if (!runsFullProofs) await checker.expireClaims()
    await checker.waitUntilNoticesRead()
    await site.stop()
    const { acknowledged, byKind, unresolved, ...faults } = await checker.verdict()
    reportToRunner({
      fault: 'killed',
      on: database.name,
      measured:
        `${startTimes.length} kills, ${acknowledged} acknowledged (${byKind}), ${unresolved.length} unresolved: ` +
        `${faults.lost.length} lost, ${faults.doubled.length} doubled; ready again in ${formatMedianAndMax(startTimes)}`,
      isKept: Math.max(...startTimes) <= READY_TIMEOUT,
    })
    expect(faults).toEqual({ lost: [], doubled: [], denied: [], wrong: [] })
    expect(acknowledged).toBeGreaterThanOrEqual(startTimes.length * WRITES_BETWEEN_KILLS)
  })
})

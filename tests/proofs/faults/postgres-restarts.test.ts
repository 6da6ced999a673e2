import { expect, it } from 'vitest'
import { formatMedianAndMax, iterateRounds, reportToRunner } from '../../support/faults/fault-report.ts'
import { startSiteUnderTest } from '../../support/faults/site-under-test.ts'
import { findFreePort } from '../../support/free-port.ts'
import { startPostgres } from '../../support/postgres.ts'
import { limitTime, pickSize } from '../../support/proof-size.ts'
import { startServerProcess } from '../../support/server-process.ts'
import { startForSuite } from '../../support/start-for-suite.ts'
import { createTestFolder } from '../../support/test-folder.ts'

const RESTART_COUNT = pickSize({ short: 3, whole: 20 })
/** The signals of an immediate stop, a crash and a service manager. */
const STOP_SIGNALS = ['SIGQUIT', 'SIGKILL', 'SIGQUIT', 'SIGINT'] as const
const CLIENT_COUNT = 8
/** How soon each process must save again after PostgreSQL accepts connections, in ms. */
const RECOVERY_TIMEOUT = limitTime(5_000)

const DATA_DIR = createTestFolder()
const postgres = startForSuite(() => startPostgres({ isDurable: true }))
const site = startForSuite(() => startSiteUnderTest({ DATABASE_URL: `${postgres.url}/postgres`, DATA_DIR }))
const other = startForSuite(async () => startServerProcess(site.checker.settings, { port: await findFreePort() }))

it('two processes survive restarts of PostgreSQL and lose no acknowledged write', async () => {
  const { checker } = site
  const pid = site.pid()
  const recoveryTimes: number[] = []
  const origins = [site.origin, `http://127.0.0.1:${other.port}`]
  const countSavesByProcess = () => origins.map(checker.countAcknowledgedAt)
  const load = checker.load(CLIENT_COUNT, origins)
  for (const nth of iterateRounds(RESTART_COUNT, 'restarts')) {
    const before = checker.acknowledged()
    await expect.poll(checker.acknowledged, { interval: 20 }).toBeGreaterThan(before + 5 * CLIENT_COUNT)
    await postgres.restart(STOP_SIGNALS[nth % STOP_SIGNALS.length] ?? 'SIGQUIT')
    const [restartedAt, saved] = [performance.now(), countSavesByProcess()]
    const haveBothSaved = () => countSavesByProcess().every((count, index) => count > (saved[index] ?? 0))
    await expect.poll(haveBothSaved, { interval: 20 }).toBe(true)
    recoveryTimes.push(performance.now() - restartedAt)
    expect(recoveryTimes.at(-1)).toBeLessThan(RECOVERY_TIMEOUT)
  }
  await load.stop()
  await checker.retryUnacknowledged()
  await checker.waitUntilNoticesRead()
  expect([site.pid(), other.child.exitCode, other.child.signalCode]).toEqual([pid, null, null])
  expect(await site.fetchStatus('/')).toBe(200)
  await other.stop()
  await site.stop()
  const { acknowledged, byKind, unresolved, ...faults } = await checker.verdict()
  reportToRunner({
    fault: 'postgres',
    on: 'PostgreSQL',
    measured:
      `${recoveryTimes.length} restarts under two processes: of ${acknowledged} acknowledged (${byKind}) ${faults.lost.length} lost, ${faults.doubled.length} doubled, ` +
      `${unresolved.length} unresolved, ${checker.countRefusals()} refused; saved again by both after ${formatMedianAndMax(recoveryTimes)}`,
    isKept: true,
  })
  expect(faults).toEqual({ lost: [], doubled: [], denied: [], wrong: [] })
})

import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { buildBusinessFacts } from '#contract/content/build-business-facts.ts'
import { hasDueJobs, NEVER_DUE } from '#platform/queue/store.ts'
import { readConfig } from '#server/config/config.ts'
import { createMailModule } from '#server/mail/mail.ts'
import { emailQueueTable as table } from '#server/mail/store.ts'
import { MAIL_QUEUE_TIMING } from '#server/mail/transport.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { buildTestEmail, startMailServer } from '../support/mail-server.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const TWO_DAYS = 48 * 60 * 60_000
const testEmail = buildTestEmail('Hello')

describeOnEachDatabase('the mail queue after a clock ran two days ahead', (kind) => {
  let environment: Record<string, string>
  let corrected: number
  let cleanUps: (() => unknown)[] = []
  beforeAll(async () => {
    environment = await kind.environment()
  })
  const database = startForSuite(() => openDatabase(readConfig(environment)))
  const server = startForSuite(startMailServer)
  beforeEach(async () => {
    server.behavior = 'well'
    server.received.length = 0
    await database.write((tx) => tx.deleteFrom('email_outbox').execute())
    corrected = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: corrected + TWO_DAYS })
  })
  afterEach(async () => {
    for (const cleanUp of cleanUps) await cleanUp()
    cleanUps = []
    vi.useRealTimers()
  })
  const correctClock = () => void vi.setSystemTime(corrected)

  function createMail(timing = {}): ReturnType<typeof createMailModule> {
    const mail = createMailModule({
      database,
      config: readConfig({ ...environment, SMTP_URL: server.url }),
      log: { line: () => {}, problem: () => {} },
      loadBusiness: async () => buildBusinessFacts(),
      timing: { ...MAIL_QUEUE_TIMING, poll: 50, ...timing },
    })
    cleanUps.push(mail.close)
    return mail
  }
  const enqueue = (mail: ReturnType<typeof createMailModule>) => database.write((tx) => mail.enqueue(tx, testEmail))
  const outbox = () => database.main.selectFrom('email_outbox').selectAll().execute()

  it('keeps pauses and leases that a correct clock set, and does not retry abandoned email', async () => {
    vi.useRealTimers()
    const mail = createMail()
    await enqueue(mail)
    // The answer to a draft waits 10 minutes (P-334).
    await expect(database.write((tx) => mail.enqueue(tx, testEmail, 600_001))).rejects.toThrow('at most 600000 ms')
    const now = Date.now()
    const states = [
      { attempts: 0, claimed_at: null, maxWait: 600_000 },
      { attempts: 1, claimed_at: null, maxWait: 10_000 },
      { attempts: 5, claimed_at: null, maxWait: 160_000 },
      { attempts: 9, claimed_at: null, maxWait: 2_560_000 },
      { attempts: 10, claimed_at: null, maxWait: 3_600_000 },
      { attempts: 80, claimed_at: null, maxWait: 3_600_000 },
      { attempts: 3, claimed_at: now, maxWait: 300_000 },
    ]
    for (const { maxWait, ...state } of states) {
      const isDueAt = async (due_at: number) => {
        await database.write((tx) =>
          tx
            .updateTable('email_outbox')
            .set({ ...state, due_at })
            .execute(),
        )
        return hasDueJobs(database.read, table, MAIL_QUEUE_TIMING, now)
      }
      const dueTimes = [now, now + maxWait + 60_000, now + maxWait + 60_001, now + TWO_DAYS, NEVER_DUE]
      const results = []
      for (const at of dueTimes) results.push(await isDueAt(at))
      expect([state, results]).toEqual([state, [true, false, true, true, false]])
    }
  })

  it('does not send an email twice while this process is sending it', async () => {
    server.behavior = 'hanging'
    const mail = createMail({ closeWithin: 10 })
    const attemptsBefore = server.attempts()
    await enqueue(mail)
    mail.start()
    await expect.poll(() => server.attempts()).toBe(attemptsBefore + 1)
    correctClock()
    for (let nth = 0; nth < 20; nth++) {
      mail.wake()
      await new Promise(setImmediate)
    }
    expect([server.attempts(), await outbox()]).toMatchObject([attemptsBefore + 1, [{ attempts: 1 }]])
  })
})

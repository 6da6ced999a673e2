import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { toBusiness } from '../../src/contract/content/business-facts.ts'
import { readConfig } from '../../src/server/config/config.ts'
import { createMailService, type MailService } from '../../src/server/mail/mail.ts'
import { emailOutboxTable as table } from '../../src/server/mail/store.ts'
import { MAIL_TIMING } from '../../src/server/mail/transport.ts'
import { type Database, openDatabase } from '../../src/server/platform/db/open-database.ts'
import { countAttemptsBeforeGivingUp } from '../../src/server/platform/queue/queue-timing.ts'
import { hasDueJobs, NEVER_DUE } from '../../src/server/platform/queue/store.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const TWO_DAYS = 48 * 60 * 60_000
const testEmail = { to: 'person@example.com', subject: 'Hello', text: 'A line.' }

describeOnEachDatabase('a clock that was two days ahead while mail was sent', (kind) => {
  let environment: Record<string, string>
  let database: Database
  let server: MailServer
  let corrected: number
  let cleanUps: (() => unknown)[] = []
  beforeAll(async () => {
    environment = await kind.environment()
    database = await openDatabase(readConfig(environment))
    server = await startMailServer()
  })
  afterAll(() => Promise.all([database.close(), server.close()]))
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
  const correct = () => void vi.setSystemTime(corrected)

  function work(timing = {}): MailService {
    const mail = createMailService({
      database,
      config: readConfig({ ...environment, SMTP_URL: server.url }),
      log: { line: () => {}, problem: () => {} },
      loadBusiness: async () => toBusiness(),
      timing: { ...MAIL_TIMING, poll: 50, ...timing },
    })
    cleanUps.push(mail.close)
    return mail
  }
  const post = (mail: MailService) => database.write((tx) => mail.enqueue(tx, testEmail))
  const outbox = () => database.main.selectFrom('email_outbox').selectAll().execute()
  const received = (count: number) => expect.poll(() => server.received.length, { timeout: 10_000 }).toBe(count)

  it('holds up no mail that was new', async () => {
    await post(work())
    correct()
    work().start()
    await received(1)
  })

  it('holds up no mail that had failed', async () => {
    server.behavior = 'refusing'
    const failing = work()
    await post(failing)
    failing.start()
    await expect.poll(async () => (await outbox())[0]?.last_error, { timeout: 10_000 }).toContain('Not now')
    await failing.close()
    server.behavior = 'well'
    correct()
    work().start()
    await received(1)
  })

  it('shortens no pause and no lease that a right clock has set, nor brings back what was given up', async () => {
    vi.useRealTimers()
    await post(work())
    const now = Date.now()
    const states = [
      { attempts: 0, claimed_at: null, longest: 0 },
      { attempts: 1, claimed_at: null, longest: 10_000 },
      { attempts: 5, claimed_at: null, longest: 160_000 },
      { attempts: 9, claimed_at: null, longest: 2_560_000 },
      { attempts: 10, claimed_at: null, longest: 3_600_000 },
      { attempts: 80, claimed_at: null, longest: 3_600_000 },
      { attempts: 3, claimed_at: now, longest: 300_000 },
    ]
    for (const { longest, ...state } of states) {
      const isDueAt = async (due_at: number) => {
        await database.write((tx) =>
          tx
            .updateTable('email_outbox')
            .set({ ...state, due_at })
            .execute(),
        )
        return hasDueJobs(database.read, table, MAIL_TIMING, now)
      }
      const due = [now, now + longest + 60_000, now + longest + 60_001, now + TWO_DAYS, NEVER_DUE]
      const observedJobs = []
      for (const at of due) observedJobs.push(await isDueAt(at))
      expect([state, observedJobs]).toEqual([state, [true, false, true, true, false]])
    }
  })

  it('holds up no mail of a process that died with it', async () => {
    server.behavior = 'hanging'
    const dead = work({ deadline: 60_000, silence: 60_000, closeWithin: 10 })
    const tries = server.attempts()
    await post(dead)
    dead.start()
    await expect.poll(() => server.attempts(), { timeout: 10_000 }).toBe(tries + 1)
    await dead.close()
    server.behavior = 'well'
    correct()
    work().start()
    await received(1)
  })

  it('sends nothing twice that is under way in this process', async () => {
    server.behavior = 'hanging'
    const mail = work({ closeWithin: 10 })
    const tries = server.attempts()
    await post(mail)
    mail.start()
    await expect.poll(() => server.attempts(), { timeout: 10_000 }).toBe(tries + 1)
    correct()
    for (let nth = 0; nth < 20; nth++) {
      mail.wake()
      await new Promise(setImmediate)
    }
    expect([server.attempts(), await outbox()]).toMatchObject([tries + 1, [{ attempts: 1 }]])
  })

  it('gives up no mail that was tried a few times', async () => {
    server.behavior = 'refusing'
    const mail = work()
    await post(mail)
    vi.setSystemTime(Date.now() + 2 * MAIL_TIMING.giveUpAfter)
    mail.start()
    await expect.poll(async () => (await outbox())[0]?.last_error, { timeout: 10_000 }).toContain('Not now')
    expect((await outbox())[0]?.due_at).toBeLessThan(NEVER_DUE)
    expect(countAttemptsBeforeGivingUp(MAIL_TIMING)).toBeGreaterThan(70)
  })
})

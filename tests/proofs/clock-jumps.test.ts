import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { countAttempt, removeExpiredRateLimitCounts } from '#server/rate-limits/store.ts'
import { createIndexNowModule, INDEX_NOW_QUEUE_TIMING } from '#server/site/index-now/index-now.ts'
import { startRequestRecorder } from '../support/request-recording-server.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { startSubscriptionSite } from '../support/subscription-site.ts'
import { createTestBrowser, registerAndLogIn } from '../support/test-accounts.ts'
import { password, publicSiteSettings, startApp } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'
import { generateTotp } from '../support/totp.ts'

const MINUTE = 60_000
const TWO_DAYS = 48 * 60 * MINUTE

describeOnEachDatabase('a clock that ran two days ahead and was corrected', (kind) => {
  let environment: Record<string, string>
  const cleanUps: (() => unknown)[] = []
  let corrected: number
  beforeAll(async () => {
    environment = await kind.environment()
  })
  const database = startForSuite(() => openDatabase(readConfig(environment)))
  beforeEach(() => {
    corrected = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: corrected + TWO_DAYS })
  })
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
    vi.useRealTimers()
  })
  /** Corrects the clock. `later` is in ms. */
  const correctClock = (later = 0) => void vi.setSystemTime(corrected + later)

  it('does not block attempts after the correction, in any process', async () => {
    const other = await openDatabase(readConfig(environment))
    cleanUps.push(other.close)
    const rule = { maxAttempts: 3, window: 30 * MINUTE, freeAttempts: 2, firstPause: 5_000 }
    const attempt = () => countAttempt(database.main, 'key', rule)
    for (const waits of [false, false, true, true]) expect((await attempt()) > 0).toBe(waits)
    correctClock()
    const attemptElsewhere = () => countAttempt(other.main, 'key', rule)
    for (const waits of [false, false, true]) expect((await attemptElsewhere()) > 0).toBe(waits)
    // The new window has its usual length.
    correctClock(29 * MINUTE)
    expect([await attempt(), (await attempt()) > 0]).toEqual([0, true])
  })

  it('leaves no attempt counts behind', async () => {
    await countAttempt(database.main, 'once', { maxAttempts: 1, window: MINUTE, freeAttempts: 1, firstPause: 0 })
    correctClock()
    await removeExpiredRateLimitCounts(database.main, database.type)
    const remainingCounts = database.main.selectFrom('attempt_counter').select('key').where('key', '=', 'once')
    expect(await remainingCounts.execute()).toEqual([])
  })

  it('does not count an earlier log-in as recent, and accepts the password again', async () => {
    const site = await startApp(environment)
    cleanUps.push(site.close)
    const owner = createTestBrowser(site)
    await owner.logIn('owner@example.com')
    const add = (nth: number) => owner.call('POST', '/api/add-user', { userEmail: `new-${nth}@example.com`, userRole: 'Admin' })
    expect((await add(1)).status).toBe(201)
    correctClock()
    expect((await add(2)).status).toBe(403)
    await owner.call('POST', '/api/confirm-password', { password: 'correct horse' })
    expect((await add(2)).status).toBe(201)
    // A difference of 30 seconds doesn't count as a wrong clock.
    await owner.logIn('owner@example.com')
    correctClock(-30_000)
    expect((await add(3)).status).toBe(201)
  })

  it('does not prolong the lock after ten wrong second-factor codes', async () => {
    const site = await startApp(environment)
    cleanUps.push(site.close)
    const email = 'person@example.com'
    const logInPerson = async () => {
      const person = createTestBrowser(site)
      await person.logIn(email)
      return person
    }
    const person = await registerAndLogIn(site, email)
    const { secret } = (await person.call('POST', '/api/second-factor/begin', { password })).json<{ secret: string }>()
    const confirmed = await person.call('POST', '/api/second-factor/confirm', { code: generateTotp(secret) })
    const [code] = confirmed.json<{ recoveryCodes: string[] }>().recoveryCodes
    for (const guesser of [await logInPerson(), await logInPerson()])
      for (let nth = 0; nth < 5; nth++) await guesser.call('POST', '/api/second-factor/verify', { code: '000000' })
    const recover = async () => (await (await logInPerson()).call('POST', '/api/second-factor/recover', { code })).status
    expect(await recover()).toBe(429)
    correctClock()
    expect(await recover()).toBe(200)
  })

  it('does not keep visitors from subscribing', async () => {
    vi.useRealTimers()
    const { site, stored, subscribe, waitForMail, close } = await startSubscriptionSite(await kind.environment())
    cleanUps.push(close)
    vi.useFakeTimers({ toFake: ['Date'], now: corrected + TWO_DAYS })
    await subscribe('early@example.com', {}, site)
    // If the correction interrupts a delivery, another process may repeat it (docs/decisions/0026).
    const listUnsentEmails = () => stored.main.selectFrom('email_outbox').select('id').where('sent_at', 'is', null).execute()
    await expect.poll(async () => (await listUnsentEmails()).length).toBe(0)
    correctClock()
    await subscribe('early@example.com', {}, site)
    await waitForMail('early@example.com', 'Please confirm your subscription', 2)
  })

  it('does not delay reports of changed pages to search engines', async () => {
    const receiver = await startRequestRecorder((_, response) => void response.end())
    cleanUps.push(receiver.close)
    const config = readConfig({
      ...publicSiteSettings('https://shop.example'),
      INDEXNOW_KEY: '0123456789',
      INDEXNOW_URL: receiver.url,
    })
    const savePageChange = (changed_at: number) =>
      database.write((tx) =>
        tx
          .insertInto('page_change')
          .values({ page: 'Home', changed_at })
          .onConflict((conflict) => conflict.column('page').doUpdateSet({ changed_at }))
          .execute(),
      )
    await savePageChange(Date.now())
    const pause = { due_at: Date.now() + 2 * MINUTE, attempts: 2 }
    await database.main.updateTable('index_now_job').set(pause).execute()
    correctClock()
    const indexNow = createIndexNowModule({
      database,
      config,
      readListedPages: async () => [{ name: 'Home', path: '/', title: 'Home' }],
      areSearchEnginesKeptOut: async () => false,
      problem: () => {},
      timing: { ...INDEX_NOW_QUEUE_TIMING, poll: 50 },
    })
    cleanUps.push(indexNow.close)
    indexNow.start()
    await receiver.waitForRequests(1)
    await savePageChange(corrected + TWO_DAYS + 1)
    await receiver.waitForRequests(2)
  })
})

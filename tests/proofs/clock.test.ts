import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { readConfig } from '../../src/server/config/config.ts'
import { removeEnded, takeAttempt } from '../../src/server/limits/store.ts'
import { type Database, openDatabase } from '../../src/server/platform/db/db.ts'
import { createIndexNow, TIMING } from '../../src/server/site/index-now/index-now.ts'
import { password, publicSite, startApp } from '../support/app.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { addressOf, countOf, postFrom } from '../support/from-address.ts'
import { newPerson, personAt } from '../support/people.ts'
import { startReceiver } from '../support/receiver.ts'
import { startSubscriptions } from '../support/subscriptions.ts'
import { appCode } from '../support/totp.ts'

const MINUTE = 60_000
const TWO_DAYS = 48 * 60 * MINUTE

onEveryDatabase('a clock that was two days ahead for a while', (kind) => {
  let environment: Record<string, string>
  let database: Database
  const cleanUps: (() => unknown)[] = []
  let corrected: number
  beforeAll(async () => {
    environment = await kind.environment()
    database = await openDatabase(readConfig(environment))
  })
  afterAll(() => database.close())
  beforeEach(() => {
    corrected = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: corrected + TWO_DAYS })
  })
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
    vi.useRealTimers()
  })
  /** Puts the clock right, a minute later at most. */
  const correct = (later = 0) => void vi.setSystemTime(corrected + later)

  it('refuses no attempt after it, counted or refused under it, in whichever process', async () => {
    const other = await openDatabase(readConfig(environment))
    cleanUps.push(other.close)
    const rule = { most: 3, window: 30 * MINUTE, free: 2, firstPause: 5_000 }
    const take = () => takeAttempt(database.main, 'key', rule)
    for (const waits of [false, false, true, true]) expect((await take()) > 0).toBe(waits)
    correct()
    const takeThere = () => takeAttempt(other.main, 'key', rule)
    for (const waits of [false, false, true]) expect((await takeThere()) > 0).toBe(waits)
    // The new window is an ordinary one.
    correct(29 * MINUTE)
    expect([await take(), (await take()) > 0]).toEqual([0, true])
  })

  it('leaves no count behind', async () => {
    await takeAttempt(database.main, 'once', { most: 1, window: MINUTE, free: 1, firstPause: 0 })
    correct()
    await removeEnded(database.main, database.type)
    const left = database.main.selectFrom('attempt_limit').select('key').where('key', '=', 'once')
    expect(await left.execute()).toEqual([])
  })

  it('locks no address out of the site', async () => {
    const site = await startApp({ ...environment, RATE_LIMITS: 'on' })
    cleanUps.push(site.close)
    const guess = (nth: number) =>
      postFrom(site, '/api/sign-in', { email: 'owner@example.com', password: 'wrong guess' }, { from: addressOf(nth) })
    const guesses = async (from: number) => countOf(await Promise.all([0, 1, 2, 3, 4, 5].map((nth) => guess(from + nth))))
    expect(await guesses(0)).toEqual({ 401: 4, 429: 2 })
    correct()
    expect(await guesses(10)).toEqual({ 401: 4, 429: 2 })
  })

  it('lets nobody pass for somebody who has just logged in, and lets them give the password again', async () => {
    const site = await startApp(environment)
    cleanUps.push(site.close)
    const owner = personAt(site)
    await owner.logIn('owner@example.com')
    const add = (nth: number) => owner.call('POST', '/api/add-user', { userEmail: `new-${nth}@example.com`, userRole: 'Admin' })
    expect((await add(1)).status).toBe(201)
    correct()
    expect((await add(2)).status).toBe(403)
    await owner.call('POST', '/api/confirm-password', { password: 'correct horse' })
    expect((await add(2)).status).toBe(201)
    // A clock that differs a little is no wrong one.
    await owner.logIn('owner@example.com')
    correct(-30_000)
    expect((await add(3)).status).toBe(201)
  })

  it('locks no second factor for longer than ten wrong codes do', async () => {
    const site = await startApp(environment)
    cleanUps.push(site.close)
    const email = 'person@example.com'
    const somebody = async () => {
      const person = personAt(site)
      await person.logIn(email)
      return person
    }
    const person = await newPerson(site, email)
    const { secret } = (await person.call('POST', '/api/second-factor/begin', { password })).json<{ secret: string }>()
    const confirmed = await person.call('POST', '/api/second-factor/confirm', { code: appCode(secret) })
    const [code] = confirmed.json<{ recoveryCodes: string[] }>().recoveryCodes
    for (const guesser of [await somebody(), await somebody()])
      for (let nth = 0; nth < 5; nth++) await guesser.call('POST', '/api/second-factor/verify', { code: '000000' })
    const recover = async () => (await (await somebody()).call('POST', '/api/second-factor/recover', { code })).status
    expect(await recover()).toBe(429)
    correct()
    expect(await recover()).toBe(200)
  })

  it('keeps nobody from subscribing', async () => {
    vi.useRealTimers()
    const { site, stored, subscribe, mailTo, close } = await startSubscriptions(await kind.environment())
    cleanUps.push(close)
    vi.useFakeTimers({ toFake: ['Date'], now: corrected + TWO_DAYS })
    await subscribe('early@example.com', {}, site)
    // A hand-over that the correction falls into may be repeated by another process (docs/decisions/0026).
    const unsettled = () => stored.main.selectFrom('mail_outbox').select('id').where('sent_at', 'is', null).execute()
    await expect.poll(async () => (await unsettled()).length, { timeout: 10_000 }).toBe(0)
    correct()
    await subscribe('early@example.com', {}, site)
    await mailTo('early@example.com', 'Please confirm your subscription', 2)
  })

  it('keeps no change from search engines, nor the next one', async () => {
    const receiver = await startReceiver((_, response) => void response.end())
    cleanUps.push(receiver.close)
    const config = readConfig({ ...publicSite('https://shop.example'), INDEXNOW_KEY: '0123456789', INDEXNOW_URL: receiver.url })
    const change = (changed_at: number) =>
      database.write((tx) =>
        tx
          .insertInto('page_change')
          .values({ page: 'Home', changed_at })
          .onConflict((conflict) => conflict.column('page').doUpdateSet({ changed_at }))
          .execute(),
      )
    await change(Date.now())
    const pause = { due_at: Date.now() + 2 * MINUTE, attempts: 2 }
    await database.main.updateTable('index_now_turn').set(pause).execute()
    correct()
    const told = createIndexNow({
      database,
      config,
      readListedPages: async () => [{ name: 'Home', path: '/', title: 'Home' }],
      areSearchEnginesKeptOut: async () => false,
      problem: () => {},
      timing: { ...TIMING, poll: 50 },
    })
    cleanUps.push(told.close)
    told.start()
    await receiver.wait(1)
    await change(corrected + TWO_DAYS + 1)
    await receiver.wait(2)
  })
})

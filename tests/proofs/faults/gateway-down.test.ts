import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TIMING as IN_PRODUCTION } from '../../../src/server/sales/payments/notices/inbox.ts'
import { onEveryDatabase } from '../../support/databases.ts'
import { faultsIn } from '../../support/faults/books.ts'
import { duration, rounds, spread, tell } from '../../support/faults/measure.ts'
import { type PayingSite, startPayingSite, TIMING } from '../../support/paying-site.ts'
import type { Mood } from '../../support/paypal.ts'
import { isWhole, sized } from '../../support/proof-size.ts'

const MOODS: readonly Mood[] = ['denying', 'unavailable', 'silent', 'as a page', 'redirecting']
/** How many payments are made while the provider is in each mood, and how long each lasts, in ms. */
const PAYMENTS = sized({ short: 4, whole: 40 })
const MOOD_LASTS = sized({ short: 0, whole: 20_000 })
/** Pauses that are long enough for a provider that denies its own not to be believed within the time of the test. */
const FAST = { ...TIMING, firstPause: 300, longestPause: 2_000 }
/** How soon a notice has to be answered, in ms. */
const ANSWERED_WITHIN = 500
/** How long the provider may be asked again until all is known, in ms: the longest pause that can have begun, and more. */
const APPLIED_WITHIN = sized({ short: 30_000, whole: 600_000 })

onEveryDatabase('a payment provider that cannot be asked', (database) => {
  let shop: PayingSite
  beforeAll(async () => {
    shop = await startPayingSite(await database.environment(), { timing: isWhole ? IN_PRODUCTION : FAST })
  })
  afterAll(() => shop.close())

  it('has its notices answered at once, and all of them applied once it can', { timeout: 1_800_000 }, async () => {
    const answered: number[] = []
    for (const nth of rounds(MOODS.length, `gateway, ${database.name}`)) {
      const mood = MOODS[nth] as Mood
      const ready = []
      for (let nth = 0; nth < PAYMENTS; nth++) ready.push(await shop.ready())
      shop.paypal.mood = mood
      for (const { form } of ready) {
        const { notice } = shop.paypal.charge(form)
        const asked = performance.now()
        expect(await shop.paypal.send(notice)).toEqual([200])
        answered.push(performance.now() - asked)
      }
      const tried = shop.paypal.asked.length
      await expect.poll(() => shop.paypal.asked.length, { timeout: 30_000 }).toBeGreaterThan(tried)
      await pause(MOOD_LASTS)
      for (const { order } of ready) expect([mood, await shop.statusOf(order)]).toEqual([mood, 'UnPaid'])
    }
    shop.paypal.mood = 'well'
    const recovered = performance.now()
    const unpaid = () => shop.stored.main.selectFrom('orders').select('number').where('payment_status', '!=', 'Paid').execute()
    await expect.poll(unpaid, { timeout: APPLIED_WITHIN }).toEqual([])
    const took = performance.now() - recovered
    const facts = await shop.stored.main.selectFrom('payment_fact').select('transaction_id').execute()
    tell({
      fault: 'gateway',
      on: database.name,
      measured:
        `${answered.length} notices while it was ${MOODS.slice(0, answered.length / PAYMENTS).join(', ')}: answered within ${spread(answered)}; ` +
        `${facts.length} applied, the last ${duration(took)} after its recovery`,
      isKept: Math.max(...answered) <= ANSWERED_WITHIN,
    })
    expect(facts).toHaveLength(answered.length)
    expect(await faultsIn(shop.settings)).toEqual([])
  })
})

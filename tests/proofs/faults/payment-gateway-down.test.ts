import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { NOTICE_TIMING as IN_PRODUCTION } from '../../../src/server/sales/payments/notices/notice-queue.ts'
import type { PayPalBehavior } from '../../support/fake-paypal.ts'
import { findInconsistencies } from '../../support/faults/consistency-rules.ts'
import { formatDuration, formatMedianAndMax, iterateRounds, reportToRunner } from '../../support/faults/fault-report.ts'
import { pickSize, runsFullProofs } from '../../support/proof-scope.ts'
import { FAST_QUEUE_TIMING, type SiteWithPayPal, startSiteWithPayPal } from '../../support/site-with-paypal.ts'
import { describeOnEachDatabase } from '../../support/test-databases.ts'

const FAILING_BEHAVIORS: readonly PayPalBehavior[] = ['denying', 'unavailable', 'silent', 'as a page', 'redirecting']
/** How many payments are made while the provider is in each mood, and how long each lasts, in ms. */
const PAYMENTS_PER_BEHAVIOR = pickSize({ short: 4, whole: 40 })
const BEHAVIOR_DURATION = pickSize({ short: 0, whole: 20_000 })
/** Pauses that are long enough for a provider that denies its own not to be believed within the time of the test. */
const SLOW_RETRY_TIMING = { ...FAST_QUEUE_TIMING, firstPause: 300, longestPause: 2_000 }
/** How soon a notice has to be answered, in ms. */
const REPLY_TIMEOUT = 500
/** How long the provider may be asked again until all is known, in ms: the longest pause that can have begun, and more. */
const APPLY_TIMEOUT = pickSize({ short: 30_000, whole: 600_000 })

describeOnEachDatabase('a payment provider that cannot be asked', (database) => {
  let shop: SiteWithPayPal
  beforeAll(async () => {
    shop = await startSiteWithPayPal(await database.environment(), { timing: runsFullProofs ? IN_PRODUCTION : SLOW_RETRY_TIMING })
  })
  afterAll(() => shop.close())

  it('has its notices answered at once, and all of them applied once it can', { timeout: 1_800_000 }, async () => {
    const replyTimes: number[] = []
    for (const nth of iterateRounds(FAILING_BEHAVIORS.length, `gateway, ${database.name}`)) {
      const mood = FAILING_BEHAVIORS[nth] as PayPalBehavior
      const ready = []
      for (let nth = 0; nth < PAYMENTS_PER_BEHAVIOR; nth++) ready.push(await shop.placeOrderWithForm())
      shop.paypal.behavior = mood
      for (const { form } of ready) {
        const { notice } = shop.paypal.charge(form)
        const startedAt = performance.now()
        expect(await shop.paypal.send(notice)).toEqual([200])
        replyTimes.push(performance.now() - startedAt)
      }
      const tried = shop.paypal.verificationRequests.length
      await expect.poll(() => shop.paypal.verificationRequests.length, { timeout: 30_000 }).toBeGreaterThan(tried)
      await pause(BEHAVIOR_DURATION)
      for (const { order } of ready) expect([mood, await shop.getPaymentStatus(order)]).toEqual([mood, 'UnPaid'])
    }
    shop.paypal.behavior = 'well'
    const recovered = performance.now()
    const unpaid = () => shop.stored.main.selectFrom('orders').select('number').where('payment_status', '!=', 'Paid').execute()
    await expect.poll(unpaid, { timeout: APPLY_TIMEOUT }).toEqual([])
    const took = performance.now() - recovered
    const facts = await shop.stored.main.selectFrom('payment_fact').select('transaction_id').execute()
    reportToRunner({
      fault: 'gateway',
      on: database.name,
      measured:
        `${replyTimes.length} notices while it was ${FAILING_BEHAVIORS.slice(0, replyTimes.length / PAYMENTS_PER_BEHAVIOR).join(', ')}: answered within ${formatMedianAndMax(replyTimes)}; ` +
        `${facts.length} applied, the last ${formatDuration(took)} after its recovery`,
      isKept: Math.max(...replyTimes) <= REPLY_TIMEOUT,
    })
    expect(facts).toHaveLength(replyTimes.length)
    expect(await findInconsistencies(shop.settings)).toEqual([])
  })
})

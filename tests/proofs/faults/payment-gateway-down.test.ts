import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { NOTICE_QUEUE_TIMING as PRODUCTION_TIMING } from '#server/sales/payments/notices/notice-queue.ts'
import type { PayPalBehavior } from '../../support/fake-paypal.ts'
import { findInconsistencies } from '../../support/faults/consistency-rules.ts'
import { formatDuration, formatMedianAndMax, iterateRounds, reportToRunner } from '../../support/faults/fault-report.ts'
import { pickSize, runsFullProofs } from '../../support/proof-size.ts'
import { FAST_QUEUE_TIMING, startSiteWithPayPal } from '../../support/site-with-paypal.ts'
import { startForSuite } from '../../support/start-for-suite.ts'
import { describeOnEachDatabase } from '../../support/test-databases.ts'

const FAILING_BEHAVIORS: readonly PayPalBehavior[] = ['denying', 'unavailable', 'silent', 'as a page', 'redirecting']
/** How many payments each failing behavior gets, and how long it lasts, in ms. */
const PAYMENTS_PER_BEHAVIOR = pickSize({ short: 4, whole: 40 })
const BEHAVIOR_DURATION = pickSize({ short: 0, whole: 20_000 })
/** Pauses so long that the site doesn't believe a provider's wrong denials during the test. */
const SLOW_RETRY_TIMING = { ...FAST_QUEUE_TIMING, firstPause: 300, longestPause: 2_000 }
/** How soon the site must answer a notice, in ms. */
const REPLY_TIMEOUT = 500

describeOnEachDatabase('a payment provider that does not work', (database) => {
  const shop = startForSuite(async () =>
    startSiteWithPayPal(await database.environment(), {
      timing: runsFullProofs ? PRODUCTION_TIMING : SLOW_RETRY_TIMING,
    }),
  )

  it('gets its notices answered at once, and all of them are applied after its recovery', async () => {
    const replyTimes: number[] = []
    for (const nth of iterateRounds(FAILING_BEHAVIORS.length, `gateway, ${database.name}`)) {
      const behavior = FAILING_BEHAVIORS[nth] as PayPalBehavior
      const unpaidOrders = []
      for (let nth = 0; nth < PAYMENTS_PER_BEHAVIOR; nth++) unpaidOrders.push(await shop.placeOrderWithForm())
      shop.paypal.behavior = behavior
      for (const { form } of unpaidOrders) {
        const { notice } = shop.paypal.charge(form)
        const startedAt = performance.now()
        expect(await shop.paypal.send(notice)).toEqual([200])
        replyTimes.push(performance.now() - startedAt)
      }
      const requestsBefore = shop.paypal.verificationRequests.length
      await expect.poll(() => shop.paypal.verificationRequests.length).toBeGreaterThan(requestsBefore)
      await pause(BEHAVIOR_DURATION)
      for (const { order } of unpaidOrders) expect([behavior, await shop.getPaymentStatus(order)]).toEqual([behavior, 'UnPaid'])
    }
    shop.paypal.behavior = 'well'
    const recoveredAt = performance.now()
    const listUnpaidOrders = () =>
      shop.stored.main.selectFrom('orders').select('number').where('payment_status', '!=', 'Paid').execute()
    await expect.poll(listUnpaidOrders).toEqual([])
    const applyTime = performance.now() - recoveredAt
    const facts = await shop.stored.main.selectFrom('payment_fact').select('transaction_id').execute()
    reportToRunner({
      fault: 'gateway',
      on: database.name,
      measured:
        `${replyTimes.length} notices while it was ${FAILING_BEHAVIORS.slice(0, replyTimes.length / PAYMENTS_PER_BEHAVIOR).join(', ')}: answered within ${formatMedianAndMax(replyTimes)}; ` +
        `${facts.length} applied, the last ${formatDuration(applyTime)} after its recovery`,
      isKept: Math.max(...replyTimes) <= REPLY_TIMEOUT,
    })
    expect(facts).toHaveLength(replyTimes.length)
    expect(await findInconsistencies(shop.settings)).toEqual([])
  })
})

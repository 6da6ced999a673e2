import { afterEach, describe, expect, it, vi } from 'vitest'
import { pickSize } from '../support/proof-size.ts'
import { startSiteWithPayPal } from '../support/site-with-paypal.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import type { TestApp } from '../support/test-app.ts'
import { createTestDatabases, describeOnEachDatabase } from '../support/test-databases.ts'

/** How many races run at the same time. */
const CONCURRENCY = 5

describeOnEachDatabase('payments reported to two processes at once', (database) => {
  const RACES = pickSize({ short: 100, whole: 1_000 })
  const shop = startForSuite(async () => startSiteWithPayPal(await database.environment(), { processes: 2 }))

  const countReceipts = async () =>
    (await shop.stored.main.selectFrom('email_outbox').select('subject').where('subject', 'like', 'Receipt%').execute()).length
  const listFacts = () => shop.stored.main.selectFrom('payment_fact').select('transaction_id').execute()

  it(`win against a concurrent cancel in ${RACES} races, each with one receipt`, async () => {
    const before = { receipts: await countReceipts(), facts: (await listFacts()).length }
    for (let nth = 0; nth < RACES; nth += CONCURRENCY) {
      await Promise.all(
        Array.from({ length: CONCURRENCY }, async (_, one) => {
          const { order, form } = await shop.placeOrderWithForm()
          const at = shop.sites[one % 2] as TestApp
          // Either request may arrive first. A busy machine may refuse a save with 503, and the customer tries again.
          const cancel = vi.waitFor(async () => {
            const body = { paymentStatus: 'Cancelled' }
            expect([200, 409]).toContain((await shop.call('PUT', `/order-cancelled/${order.id}`, { body, at })).status)
          }, 60_000)
          await Promise.all([shop.paypal.pay(form), cancel])
        }),
      )
    }
    await shop.waitUntilNoticesRead()
    const unpaid = shop.stored.main.selectFrom('orders').select('number').where('payment_status', '!=', 'Paid')
    expect((await unpaid.where('customer_name', 'like', 'Dana%').execute()).map(({ number }) => number)).toEqual([])
    expect([await countReceipts(), (await listFacts()).length]).toEqual([before.receipts + RACES, before.facts + RACES])
  })
})

describe('a clock jump', () => {
  const { environment } = createTestDatabases(() => undefined)
  afterEach(() => void vi.useRealTimers())

  it.each([10, -10])('of %i years cancels no order and settles it once', async (years) => {
    const shop = await startSiteWithPayPal(await environment())
    const status = async () =>
      (await shop.stored.main.selectFrom('orders').select('payment_status').executeTakeFirst())?.payment_status
    const { form } = await shop.placeOrderWithForm()
    const { notice } = shop.paypal.charge(form)
    shop.paypal.behavior = 'unavailable'
    await shop.paypal.send(notice)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + years * 365 * 86_400_000 })
    await shop.paypal.send(notice)
    // Waits for one more attempt of the queue, so that a wrong clock could take effect.
    const countAttempts = async () =>
      (await shop.stored.main.selectFrom('payment_notice').select('attempts').executeTakeFirst())?.attempts ?? 0
    const before = await countAttempts()
    await expect.poll(countAttempts).toBeGreaterThan(before)
    expect(await status()).toBe('UnPaid')
    shop.paypal.behavior = 'well'
    await expect.poll(status).toBe('Paid')
    vi.useRealTimers()
    expect(await shop.stored.main.selectFrom('payment_fact').select('kind').execute()).toEqual([{ kind: 'settled' }])
    await shop.close()
  })
})

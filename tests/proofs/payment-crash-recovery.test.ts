import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PayPalNotice } from '../support/fake-paypal-notices.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { FAST_QUEUE_TIMING, type SiteWithPayPal, startSiteWithPayPal } from '../support/site-with-paypal.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const DAY = 86_400_000
/** How long after PayPal was asked the process dies, in ms: while it waits for the word, while it writes it down, or after. */
const DELAYS = [0, 1, 3, 6, 12, 25]

describeOnEachDatabase('a payment whose server is killed', (database) => {
  let shop: SiteWithPayPal
  let stored: SiteWithPayPal['stored']
  let taker: ServerProcess | undefined
  beforeAll(async () => {
    // Takes the orders; the notices are for the process that dies.
    shop = await startSiteWithPayPal(await database.environment(), { timing: { ...FAST_QUEUE_TIMING, poll: DAY } })
    stored = shop.stored
  })
  afterAll(async () => {
    await taker?.stop()
    await shop.close()
  })

  async function kill({ child }: ServerProcess): Promise<void> {
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }

  /** As PayPal does it: again until it is taken. */
  async function deliver({ url, bytes }: PayPalNotice, port: number): Promise<boolean> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const address = `http://127.0.0.1:${port}${new URL(url).pathname}`
    const noticeRequest = fetch(address, { method: 'POST', headers, body: new Uint8Array(bytes) })
    return noticeRequest.then(
      ({ status }) => status === 200,
      () => false,
    )
  }

  /** The time of whoever had begun is over. */
  async function expireLeases(): Promise<void> {
    await stored.main
      .updateTable('payment_notice')
      .set({ due_at: Date.now(), claimed_at: null })
      .where('state', '=', 'waiting')
      .execute()
  }

  it('is neither lost nor counted twice, whenever that happens', { timeout: 120_000 }, async () => {
    const orders: { id: string; number: number }[] = []
    const before = shop.paypal.verificationRequests.length
    for (const delay of DELAYS) {
      const { order, form } = await shop.placeOrderWithForm()
      orders.push(order)
      const { notice } = shop.paypal.charge(form)
      taker = await startServerProcess(shop.settings)
      const verificationCount = shop.paypal.verificationRequests.length
      const isTaken = deliver(notice, taker.port)
      while (shop.paypal.verificationRequests.length === verificationCount) await pause(1)
      await pause(delay)
      await kill(taker)
      // What was taken is never sent again; anything else is.
      if (!(await isTaken)) {
        taker = await startServerProcess(shop.settings)
        expect(await deliver(notice, taker.port)).toBe(true)
        await kill(taker)
      }
      await expireLeases()
    }
    expect(shop.paypal.verificationRequests.length).toBeGreaterThanOrEqual(before + DELAYS.length)
    taker = await startServerProcess(shop.settings)
    const statuses = () => Promise.all(orders.map((order) => shop.getPaymentStatus(order)))
    await expect.poll(statuses, { timeout: 20_000 }).toEqual(orders.map(() => 'Paid'))
    const count = async (table: 'payment_fact' | 'payment_notice' | 'invoice') =>
      (
        await stored.main
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .execute()
      ).map(({ count }) => Number(count))
    expect([await count('payment_fact'), await count('payment_notice'), await count('invoice')].flat()).toEqual(
      Array(3).fill(orders.length),
    )
    const receipts = await stored.main.selectFrom('email_outbox').select('subject').where('subject', 'like', 'Receipt%').execute()
    expect(receipts.map(({ subject }) => subject).toSorted()).toEqual(orders.map(({ number }) => `Receipt for order ${number}`))
  })

  it('is sent again by its provider where it was not kept', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    const { notice } = shop.paypal.charge(form)
    taker ??= await startServerProcess(shop.settings)
    const { port } = taker
    await kill(taker)
    expect(await deliver(notice, port)).toBe(false)
    taker = await startServerProcess(shop.settings)
    expect(await deliver(notice, taker.port)).toBe(true)
    await expect.poll(() => shop.getPaymentStatus(order), { timeout: 20_000 }).toBe('Paid')
  })
})

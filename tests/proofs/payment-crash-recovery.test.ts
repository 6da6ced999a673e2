import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import type { PayPalNotice } from '../support/fake-paypal-ipn-notices.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { FAST_QUEUE_TIMING, startSiteWithPayPal } from '../support/site-with-paypal.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const DAY = 86_400_000
/** When the process dies, in ms after its request to PayPal: before the reply, during the save or afterward. */
const DELAYS = [0, 1, 3, 6, 12, 25]

describeOnEachDatabase('a payment whose server is killed', (database) => {
  let noticeServer: ServerProcess | undefined
  // This process takes the orders. The process that dies gets the notices.
  const shop = startForSuite(async () =>
    startSiteWithPayPal(await database.environment(), { timing: { ...FAST_QUEUE_TIMING, poll: DAY } }),
  )
  afterAll(() => noticeServer?.stop())

  async function kill({ child }: ServerProcess): Promise<void> {
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }

  /** Delivers a notice once. Returns whether the server accepted it. */
  async function deliver(notice: PayPalNotice, port: number): Promise<boolean> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const url = `http://127.0.0.1:${port}${new URL(notice.url).pathname}`
    const noticeRequest = fetch(url, { method: 'POST', headers, body: new Uint8Array(notice.bytes) })
    return noticeRequest.then(
      ({ status }) => status === 200,
      () => false,
    )
  }

  async function expireLeases(): Promise<void> {
    await shop.stored.main
      .updateTable('payment_notice')
      .set({ due_at: Date.now(), claimed_at: null })
      .where('state', '=', 'waiting')
      .execute()
  }

  it('is neither lost nor counted twice', async () => {
    const orders: { id: string; number: number }[] = []
    const before = shop.paypal.verificationRequests.length
    for (const delay of DELAYS) {
      const { order, form } = await shop.placeOrderWithForm()
      orders.push(order)
      const { notice } = shop.paypal.charge(form)
      noticeServer = await startServerProcess(shop.settings)
      const verificationCount = shop.paypal.verificationRequests.length
      const isAccepted = deliver(notice, noticeServer.port)
      while (shop.paypal.verificationRequests.length === verificationCount) await pause(1)
      await pause(delay)
      await kill(noticeServer)
      // PayPal repeats a notice only if the server didn't accept it.
      if (!(await isAccepted)) {
        noticeServer = await startServerProcess(shop.settings)
        expect(await deliver(notice, noticeServer.port)).toBe(true)
        await kill(noticeServer)
      }
      await expireLeases()
    }
    expect(shop.paypal.verificationRequests.length).toBeGreaterThanOrEqual(before + DELAYS.length)
    noticeServer = await startServerProcess(shop.settings)
    const statuses = () => Promise.all(orders.map((order) => shop.getPaymentStatus(order)))
    await expect.poll(statuses).toEqual(orders.map(() => 'Paid'))
    const count = async (table: 'payment_fact' | 'payment_notice' | 'invoice') =>
      (
        await shop.stored.main
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .execute()
      ).map(({ count }) => Number(count))
    expect([await count('payment_fact'), await count('payment_notice'), await count('invoice')].flat()).toEqual(
      Array(3).fill(orders.length),
    )
    const receipts = await shop.stored.main
      .selectFrom('email_outbox')
      .select('subject')
      .where('subject', 'like', 'Receipt%')
      .execute()
    expect(receipts.map(({ subject }) => subject).toSorted()).toEqual(orders.map(({ number }) => `Receipt for order ${number}`))
  })
})

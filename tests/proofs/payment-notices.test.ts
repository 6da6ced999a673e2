import { beforeEach, expect, it } from 'vitest'
import { rateLimits } from '#contract/rate-limits.ts'
import { NEVER_DUE } from '#platform/queue/queue.ts'
import { NOT_SENT_BY_PROVIDER_REASON } from '#server/sales/payments/notices/notice-queue.ts'
import {
  MAX_STORED_FORGED_PAYMENT_NOTICES,
  MAX_WAITING_DENIED_NOTICES,
  MAX_WAITING_PAYMENT_NOTICES,
  NOTICE_RETRY_AFTER_SECONDS,
} from '#server/sales/payments/notices/receive-notice.ts'
import type { PaymentForm, PayPalNotice } from '../support/fake-paypal-ipn-notices.ts'
import { buildIpAddress } from '../support/post-from-ip.ts'
import { pickSize } from '../support/proof-size.ts'
import { sampleCustomer, startSiteWithPayPal } from '../support/site-with-paypal.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { customerEmail } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const { maxAttempts, seconds } = rateLimits.paymentNotice.address
const FORM = 'application/x-www-form-urlencoded'

describeOnEachDatabase('payment notices', (database) => {
  const shop = startForSuite(async () => startSiteWithPayPal({ ...(await database.environment()), RATE_LIMITS: 'on' }))
  beforeEach(async () => {
    await shop.stored.main.deleteFrom('attempt_counter').execute()
    await shop.stored.main.deleteFrom('payment_notice').execute()
  })

  async function send({ path, type, bytes }: { path: string; type: string; bytes: Buffer }, remoteAddress: string) {
    const headers = { 'content-type': type }
    const reply = await shop.site.app.server.inject({ method: 'POST', url: path, payload: bytes, remoteAddress, headers })
    return { status: reply.statusCode, wait: Number(reply.headers['retry-after'] ?? 0) }
  }
  const buildNoticeRequest = ({ url, bytes }: PayPalNotice) => ({ path: new URL(url).pathname, type: FORM, bytes })
  const buildForgedNotice = (invoice: string) => ({
    path: '/api/payments/paypal-standard/notify',
    type: FORM,
    bytes: Buffer.from(`payment_status=Completed&txn_id=MADEUP&invoice=${invoice}`),
  })
  const countNotices = async () =>
    Number(
      (
        await shop.stored.main
          .selectFrom('payment_notice')
          .select(({ fn }) => fn.countAll().as('all'))
          .executeTakeFirst()
      )?.all,
    )

  /** Places an order for another customer. */
  async function placeOrderAs(as: 'admin') {
    const body = { packageName: 'Standard', packagePrice: '999', ...sampleCustomer }
    const { record } = (await shop.call('POST', '/new-order', { as, body })).reply as unknown as {
      record: { _id: string }
    }
    const order = { id: record._id }
    const { fields } = (await shop.call('POST', `/pay/${order.id}`, { as })).reply as unknown as { fields: PaymentForm }
    return { order, form: fields }
  }

  const getStatus = async (id: string) =>
    (await shop.stored.main.selectFrom('orders').select('payment_status').where('id', '=', id).executeTakeFirst())?.payment_status

  /** Inserts earlier notices, as small as possible. */
  async function insertNotices(state: 'waiting' | 'forged', many: number, from = 0, columns = {}): Promise<void> {
    for (let first = from; first < many; first += 500)
      await shop.stored.main
        .insertInto('payment_notice')
        .values(
          Array.from({ length: Math.min(500, many - first) }, (_, nth) => ({
            id: `${state} ${first + nth}`,
            gateway: 'paypal-standard',
            key: `${state} ${first + nth}`,
            bytes: Buffer.from('a=1'),
            headers: '[]',
            received_at: 1,
            copies: 1,
            state,
            reason: null,
            order_id: null,
            attempts: 1,
            due_at: state === 'waiting' ? NEVER_DUE : first + nth,
            claimed_at: null,
            attempt_id: null,
            account: null,
            ...columns,
          })),
        )
        .execute()
  }

  it.each([
    // The site reads the notices of one provider, but counts requests to every provider's path.
    { path: '/api/payments/paypal-standard/notify', type: FORM, usual: 200 },
    { path: '/api/payments/paypal-orders/webhook', type: 'application/json', usual: 404 },
    { path: '/api/payments/rehearsal/notify', type: FORM, usual: 404 },
  ])('are limited per IP address at $path, and the 429 says when to retry', async ({ path, type, usual }) => {
    const one = { path, type, bytes: Buffer.from('a=1') }
    expect((await send(one, '203.0.113.5')).status).toBe(usual)
    // The IP address has three attempts left.
    await shop.stored.main
      .updateTable('attempt_counter')
      .set({ count: maxAttempts - 3 })
      .execute()
    const flood = []
    for (let nth = 0; nth < 8; nth++) flood.push(await send(one, '203.0.113.5'))
    expect(flood.map(({ status }) => status)).toEqual([usual, usual, usual, 429, 429, 429, 429, 429])
    for (const { wait } of flood.slice(3)) expect([wait > 0, wait <= seconds]).toEqual([true, true])
    expect((await send(one, '203.0.113.6')).status).toBe(usual)
    await shop.waitUntilNoticesRead()
  })

  it('name checkout attempts and orders by ids of 122 random bits, which no stranger guesses', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    const { record } = (await shop.call('POST', '/add-message', { as: 'anonymous', body: { subject: 'Mine' } })).reply
    for (const id of [form.invoice, order.id, (record as unknown as { _id: string })._id])
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  })

  it('are accepted from a provider that repeats each of them twenty times', async () => {
    const { form } = await shop.placeOrderWithForm()
    const { notice } = shop.paypal.charge(form)
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(buildNoticeRequest(notice), '203.0.113.7')))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    await shop.waitUntilNoticesRead()
  })

  it('that name no checkout attempt answer 429 while a thousand wait, and real ones still count', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    await insertNotices('waiting', MAX_WAITING_PAYMENT_NOTICES.strangers)
    const before = await countNotices()
    expect(await send(buildForgedNotice('a'), '203.0.113.8')).toMatchObject({ status: 429, wait: NOTICE_RETRY_AFTER_SECONDS })
    expect(await send(buildForgedNotice(crypto.randomUUID()), '203.0.113.8')).toMatchObject({ status: 429 })
    expect(await countNotices()).toBe(before)
    await shop.paypal.pay(form)
    await expect.poll(() => shop.getPaymentStatus(order)).toBe('Paid')
    await shop.stored.main.deleteFrom('payment_notice').where('due_at', '=', NEVER_DUE).execute()
    // Below the limit, the server accepts the provider's next try.
    expect((await send(buildForgedNotice('a'), '203.0.113.8')).status).toBe(200)
    await shop.waitUntilNoticesRead()
  })

  it('for one checkout attempt, even 5,000 of them, block no other notice', async () => {
    const ownOrder = await shop.placeOrderWithForm()
    const otherOrder = await placeOrderAs('admin')
    shop.paypal.behavior = 'unavailable'
    const many = pickSize({ short: 300, whole: 5_000 })
    const statuses: number[] = []
    const sendOne = async (nth: number) =>
      (await send(buildForgedNotice(`${ownOrder.form.invoice}&nth=${nth}`), buildIpAddress(nth % 100))).status
    for (let nth = 0; nth < many; nth += 20)
      statuses.push(...(await Promise.all(Array.from({ length: 20 }, (_, more) => sendOne(nth + more)))))
    const acceptedCount = statuses.filter((status) => status === 200).length
    expect([acceptedCount, statuses.filter((status) => status === 429).length]).toEqual([
      MAX_WAITING_PAYMENT_NOTICES.attempt,
      many - acceptedCount,
    ])
    // Another checkout attempt of the same customer has its own limit.
    const { notice } = shop.paypal.charge((await shop.placeOrderWithForm()).form)
    expect((await send(buildNoticeRequest(notice), '203.0.113.8')).status).toBe(200)
    shop.paypal.behavior = 'well'
    await shop.paypal.pay(otherOrder.form)
    await expect.poll(() => getStatus(otherOrder.order.id)).toBe('Paid')
    await shop.waitUntilNoticesRead()
    expect(await shop.getPaymentStatus(ownOrder.order)).toBe('UnPaid')
  })

  it('have a limit per customer over all checkout attempts, without effect on other customers', async () => {
    const [ownOrder, otherOrder] = [await shop.placeOrderWithForm(), await placeOrderAs('admin')]
    shop.paypal.behavior = 'unavailable'
    await insertNotices('waiting', MAX_WAITING_PAYMENT_NOTICES.account, 0, {
      attempt_id: 'another attempt',
      account: customerEmail,
    })
    expect(await send(buildForgedNotice(ownOrder.form.invoice ?? ''), '203.0.113.8')).toMatchObject({
      status: 429,
      wait: NOTICE_RETRY_AFTER_SECONDS,
    })
    expect((await send(buildNoticeRequest(shop.paypal.charge(otherOrder.form).notice), '203.0.113.8')).status).toBe(200)
    shop.paypal.behavior = 'well'
    await shop.stored.main.deleteFrom('payment_notice').where('due_at', '=', NEVER_DUE).execute()
    await shop.waitUntilNoticesRead()
    expect(await getStatus(otherOrder.order.id)).toBe('Paid')
  })

  it('beyond the limit of denied notices per checkout attempt count as forged after one denial', async () => {
    const { form } = await shop.placeOrderWithForm()
    await insertNotices('waiting', MAX_WAITING_DENIED_NOTICES.attempt, 0, {
      attempt_id: form.invoice ?? '',
      account: customerEmail,
      reason: NOT_SENT_BY_PROVIDER_REASON,
    })
    const verificationCount = shop.paypal.verificationRequests.length
    expect((await send(buildForgedNotice(form.invoice ?? ''), '203.0.113.8')).status).toBe(200)
    await expect
      .poll(
        async () =>
          (await shop.stored.main.selectFrom('payment_notice').select('id').where('state', '=', 'forged').execute()).length,
      )
      .toBe(1)
    expect(shop.paypal.verificationRequests.length).toBe(verificationCount + 1)
    await shop.stored.main.deleteFrom('payment_notice').where('due_at', '=', NEVER_DUE).execute()
  })

  it('of one checkout attempt that wait for long raise one flag, which closes once none waits', async () => {
    const { form, order } = await shop.placeOrderWithForm()
    shop.paypal.behavior = 'unavailable'
    for (let nth = 0; nth < 3; nth++) await send(buildForgedNotice(`${form.invoice}&nth=${nth}`), '203.0.113.8')
    await shop.stored.main.updateTable('payment_notice').set({ received_at: 1 }).execute()
    await expect.poll(() => shop.listOpenFlags(order)).toContain('unverified')
    const attempts = () => shop.stored.main.selectFrom('payment_notice').select('attempts').where('attempts', '<', 4).execute()
    await expect.poll(attempts).toEqual([])
    expect((await shop.listOpenFlags(order)).filter((kind) => kind === 'unverified')).toHaveLength(1)
    shop.paypal.behavior = 'well'
    await shop.waitUntilNoticesRead()
    expect(await shop.listOpenFlags(order)).not.toContain('unverified')
  })

  it('that are forged are deleted, except the newest thousand', async () => {
    await insertNotices('forged', MAX_STORED_FORGED_PAYMENT_NOTICES + 20)
    for (let nth = 0; nth < 4; nth++) expect((await send(buildForgedNotice(String(nth)), '203.0.113.9')).status).toBe(200)
    await shop.waitUntilNoticesRead()
    expect(await countNotices()).toBe(MAX_STORED_FORGED_PAYMENT_NOTICES)
    const oldest = await shop.stored.main.selectFrom('payment_notice').select(['id']).orderBy('due_at').limit(1).execute()
    expect(oldest).toEqual([{ id: 'forged 24' }])
  })
})

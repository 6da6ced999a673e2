import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, it, vi } from 'vitest'
import { formatDecimalAmount } from '#contract/core/money.ts'
import type { ReviewFlag } from '#contract/sales/payment-review-flags.ts'
import {
  compareDocuments,
  compareScreens,
  formatOnScreen,
  type Money,
  type OrderHistory,
  PRICE_IN_CENTS,
  retryUntilSaved,
} from '../support/compare-order-totals.ts'
import { parseCsv } from '../support/csv.ts'
import type { PaymentForm, PayPalNotice, PayPalTransaction } from '../support/fake-paypal-ipn-notices.ts'
import { pickSize } from '../support/proof-size.ts'
import { createSeededRandom } from '../support/seeded-random.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { startSiteWithPayPal } from '../support/site-with-paypal.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const CONCURRENCY = 25
const SEED = 20_260_615
describeOnEachDatabase('the ledger', (database) => {
  const ORDERS = pickSize({ short: 75, whole: 1_000 })
  /** For how many orders the test reads the PDFs. Rendering one takes half a second. */
  const PDF_ORDER_COUNT = pickSize({ short: 13, whole: 1_000 })
  let noticeServer: ServerProcess | undefined
  const shop = startForSuite(async () => startSiteWithPayPal(await database.environment(), { processes: 2 }))
  afterAll(() => noticeServer?.stop())
  const random = createSeededRandom(SEED)

  /** The possible histories of one order. */
  const outcomes: readonly ((form: PaymentForm, story: OrderHistory) => void)[] = [
    () => {},
    (form, { notices }) => notices.push(shop.paypal.charge(form).notice),
    (form, { notices }) => notices.push(shop.paypal.charge(form, { status: 'Failed' }).notice),
    (form, { notices }) => {
      const { payment, notice } = shop.paypal.charge(form, { status: 'Pending' })
      notices.push(notice, shop.paypal.change(payment, 'Completed'))
    },
    (form, { notices }) => {
      const { payment, notice } = shop.paypal.charge(form)
      notices.push(notice, shop.paypal.refund(payment, 1 + random(payment.cents)).notice)
    },
    (form, { notices }) => {
      const { payment, notice } = shop.paypal.charge(form)
      notices.push(notice, shop.paypal.refund(payment).notice)
    },
    // Partial refunds, and one that is pending.
    (form, { notices }) => {
      const { payment, notice } = shop.paypal.charge(form)
      const parts = [1 + random(50_000), 1 + random(40_000)]
      const pending = { txn_id: `PENDING${payment.transactionId}`, parent_txn_id: payment.transactionId, mc_gross: '-5.00' }
      notices.push(notice, ...parts.map((cents) => shop.paypal.refund(payment, cents).notice))
      notices.push(shop.paypal.change(payment, 'Pending', { ...pending, txn_type: undefined }))
    },
    // A refund above the payment.
    (form, { notices }) => {
      const { payment, notice } = shop.paypal.charge(form)
      notices.push(notice, shop.paypal.refund(payment, payment.cents + 1 + random(50_000)).notice)
    },
    (form, { notices }) => {
      const { payment, notice } = shop.paypal.charge(form)
      notices.push(notice, shop.paypal.reverse(payment).notice)
    },
    // A won dispute.
    (form, { notices }) => {
      const { payment, notice } = shop.paypal.charge(form)
      const caseFields = { case_id: `PP-${payment.transactionId}`, payment_status: undefined, mc_gross: undefined }
      notices.push(notice, shop.paypal.reverse(payment).notice, shop.paypal.cancelReversal(payment))
      notices.push(shop.paypal.change(payment, 'Case', { ...caseFields, txn_type: 'new_case' }))
      notices.push(shop.paypal.change(payment, 'Case', { ...caseFields, txn_type: 'adjustment' }))
    },
    // Two payments; one of them is refunded.
    (form, { notices }) => {
      const [one, other] = [shop.paypal.charge(form), shop.paypal.charge(form)]
      notices.push(one.notice, other.notice)
      if (random(2) === 0) notices.push(shop.paypal.refund(other.payment).notice)
    },
    // Another amount, which the owner accepts or doesn't.
    (form, story) => {
      const { payment, notice } = shop.paypal.charge(form, { gross: formatDecimalAmount(1 + random(PRICE_IN_CENTS - 1)) })
      story.notices.push(notice)
      const isAccepted = random(2) === 0
      if (!isAccepted) story.uncounted.push(payment.transactionId)
      else if (random(2) === 0) story.notices.push(shop.paypal.refund(payment, 1 + random(payment.cents)).notice)
      story.decide = () => closeReview(story, isAccepted ? 'accepted' : 'dismissed')
    },
    // A mark by hand, sometimes by mistake.
    (_form, story) => {
      const isMistake = random(2) === 0
      story.byHand = isMistake ? 0 : PRICE_IN_CENTS
      story.decide = async () => {
        await callUntilDone('PUT', `/order-paid/${story.id}`, { reason: 'A check', method: 'check', paidOn: '2026-06-01' })
        if (isMistake) await callUntilDone('PUT', `/order-paid-taken-back/${story.id}`, { reason: 'It bounced' })
      }
    },
  ]

  async function callUntilDone(method: string, path: string, body: object): Promise<void> {
    await vi.waitFor(async () => {
      const { status, reply } = await shop.call(method, path, { as: 'admin', body })
      // Already done, if the first answer was lost.
      if (status !== 409) expect([path, status, reply]).toMatchObject([path, 200, {}])
    }, retryUntilSaved)
  }

  async function closeReview({ id, number }: OrderHistory, action: 'accepted' | 'dismissed'): Promise<void> {
    const { flags } = (await shop.getPaymentEvidence({ id, number })) as { flags: ReviewFlag[] }
    const open = flags.filter(({ kind, closedAt }) => kind === 'review' && closedAt === null)
    for (const { _id, canAccept } of open)
      if (action === 'dismissed' || canAccept) await callUntilDone('PUT', `/payment-flags/${_id}`, { action, note: 'Looked at' })
  }

  /** Returns the notices in random order, some of them twice. */
  function shuffleNotices(notices: readonly PayPalNotice[]): PayPalNotice[] {
    const all = notices.flatMap((notice) => (random(4) === 0 ? [notice, notice] : [notice]))
    return all
      .map((notice) => ({ notice, at: random(1_000_000) }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ notice }) => notice)
  }

  /** Sends a notice to a process that may be killed, and repeats it until a process accepts it. */
  async function send(notice: PayPalNotice, isForNoticeServer: boolean): Promise<void> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const url = `http://127.0.0.1:${noticeServer?.port}${new URL(notice.url).pathname}`
    const sendToNoticeServer = () => fetch(url, { method: 'POST', headers, body: new Uint8Array(notice.bytes) })
    if (
      isForNoticeServer &&
      (await sendToNoticeServer().then(
        ({ status }) => status === 200,
        () => false,
      ))
    )
      return
    await vi.waitFor(async () => expect(await shop.paypal.send(notice)).toEqual([200]), retryUntilSaved)
  }

  /** Returns the gateway's amounts for an order, without payments that don't count. */
  function sumMoney({ uncounted, byHand }: OrderHistory, entries: readonly PayPalTransaction[]): Money {
    const sum = (...kinds: PayPalTransaction['kind'][]) =>
      entries
        .filter(({ kind, transactionId }) => kinds.includes(kind) && !uncounted.includes(transactionId))
        .reduce((all, { cents }) => all + cents, 0)
    const received = sum('paid') + byHand
    // A returned reversal left the balance unchanged. `0 -` avoids -0.
    const refunded = 0 - sum('refunded', 'reversed', 'returned')
    return { received, refunded, net: received - refunded }
  }

  it(`agrees with the gateway on every screen, CSV file and PDF after ${ORDERS} orders`, async () => {
    const stories: OrderHistory[] = []
    for (let placedCount = 0; placedCount < ORDERS; placedCount += CONCURRENCY) {
      noticeServer = await startServerProcess(shop.settings)
      const batch = await Promise.all(
        Array.from({ length: CONCURRENCY }, async (_, nth) => {
          const order = await vi.waitFor(shop.order, retryUntilSaved)
          const form = await vi.waitFor(() => shop.getPaymentForm(order), retryUntilSaved)
          const story: OrderHistory = { ...order, notices: [], uncounted: [], byHand: 0 }
          outcomes[(placedCount + nth) % outcomes.length]?.(form, story)
          return story
        }),
      )
      const notices = shuffleNotices(batch.flatMap((story) => story.notices))
      const cancels = batch.filter(({ byHand, decide }) => byHand === 0 && !decide && random(10) === 0)
      const { child } = noticeServer
      const exit = once(child, 'exit')
      await Promise.all([
        ...notices.map((notice, nth) => send(notice, nth % 3 === 0)),
        pause(random(400)).then(() => child.kill('SIGKILL')),
        ...cancels.map(({ id }) =>
          vi.waitFor(async () => {
            const { status } = await shop.call('PUT', `/order-cancelled/${id}`, { body: { paymentStatus: 'Cancelled' } })
            // The cancel or the payment may arrive first.
            expect([200, 409]).toContain(status)
          }, retryUntilSaved),
        ),
      ])
      await exit
      noticeServer = undefined
      // The killed process's claims expire.
      await shop.stored.main
        .updateTable('payment_notice')
        .set({ due_at: Date.now(), claimed_at: null })
        .where('state', '=', 'waiting')
        .execute()
      await shop.waitUntilNoticesRead()
      for (const { decide } of batch) await decide?.()
      stories.push(...batch)
    }

    const { main } = shop.stored
    const attempts = await main.selectFrom('payment_attempt').select(['id', 'order_id']).execute()
    const orderIdByAttempt = new Map(attempts.map(({ id, order_id }) => [id, order_id]))
    const entries = Map.groupBy(shop.paypal.transactions, ({ invoice }) => orderIdByAttempt.get(invoice))
    const all: (OrderHistory & Money)[] = stories.map((story) => ({ ...story, ...sumMoney(story, entries.get(story.id) ?? []) }))
    const total = (name: keyof Money) => all.reduce((sum, story) => sum + story[name], 0)
    const totals = { received: total('received'), refunded: total('refunded'), net: total('net') }
    // The gateway's balance, without payments that don't count and with marks by hand.
    const uncountedTransactions = shop.paypal.transactions.filter(({ transactionId }) =>
      all.some(({ uncounted }) => uncounted.includes(transactionId)),
    )
    const byHand = all.reduce((sum, story) => sum + story.byHand, 0)
    expect(totals.net).toBe(shop.paypal.sumNetCents() - uncountedTransactions.reduce((sum, { cents }) => sum + cents, 0) + byHand)

    const paid = all.filter(({ net }) => net > 0)
    const statuses = await main.selectFrom('orders').select(['id', 'payment_status', 'package_price']).execute()
    const isPaid = new Set(statuses.filter(({ payment_status }) => payment_status === 'Paid').map(({ id }) => id))
    expect(isPaid).toEqual(new Set(paid.map(({ id }) => id)))
    for (const { id, received, net } of all)
      if (received > 0 && net <= 0) expect([id, statuses.find((one) => one.id === id)?.payment_status]).toEqual([id, 'Cancelled'])

    const { reply: sales } = await shop.call('GET', '/sales-totals', { as: 'admin' })
    expect(sales).toMatchObject({
      mode: 'sandbox',
      sales: formatDecimalAmount(paid.length * PRICE_IN_CENTS),
      received: formatDecimalAmount(totals.received),
      refunded: formatDecimalAmount(totals.refunded),
      net: formatDecimalAmount(totals.net),
      orders: ORDERS,
    })
    expect(sales).not.toHaveProperty('other')
    const { reply: customerTotals } = await shop.call('GET', '/order-totals')
    expect(customerTotals).toMatchObject({
      orders: ORDERS,
      paid: paid.length,
      spent: formatDecimalAmount(paid.length * PRICE_IN_CENTS),
    })
    const overview = (await shop.site.request('GET', '/admin', { as: 'admin' })).text
    expect(overview).toContain(formatOnScreen(paid.length * PRICE_IN_CENTS))
    const { received, refunded, net } = totals
    expect(overview).toContain(
      `Received ${formatOnScreen(received)}, refunded ${formatOnScreen(refunded)}, net ${formatOnScreen(net)}`,
    )

    const file = await shop.site.request('GET', '/api/orders.csv', { as: 'admin' })
    const [head = [], ...rows] = parseCsv(file.text)
    const cells = rows.map((row) => Object.fromEntries(head.map((title, column) => [title, row[column]])))
    const csvAmounts = new Map(cells.map(({ Order = '', Received, Refunded, Net }) => [Order, [Received, Refunded, Net]]))
    const accounting = await shop.site.request('GET', '/api/accounting.csv', { as: 'admin' })
    const [titles = [], ...accounts] = parseCsv(accounting.text)
    const sumAccountingCents = (title: string, number: string) =>
      accounts
        .filter((row) => row[titles.indexOf('Order')] === number)
        .reduce((cents, row) => cents + Math.round(Number(row[titles.indexOf(title)]) * 100), 0)
    for (const [number, amounts] of csvAmounts)
      expect([
        number,
        ...['Received', 'Refunded', 'Net'].map((title) => formatDecimalAmount(sumAccountingCents(title, number))),
      ]).toEqual([number, ...amounts])
    for (const story of all) await compareScreens(shop, story, csvAmounts.get(String(story.number)))

    const invoicedOrderIds = new Set(all.filter(({ received }) => received > 0).map(({ id }) => id))
    const mistakes = all.filter(({ byHand, decide, notices }) => byHand === 0 && decide && notices.length === 0)
    for (const { id } of mistakes) invoicedOrderIds.add(id)
    const current = await main.selectFrom('invoice').select(['number', 'order_id']).execute()
    const cancelled = await main.selectFrom('cancelled_invoice').select(['number', 'order_id']).execute()
    expect(new Set(cancelled.map(({ order_id }) => order_id))).toEqual(new Set(mistakes.map(({ id }) => id)))
    const invoices = [...current, ...cancelled].toSorted((a, b) => Number(a.number) - Number(b.number))
    // Test invoices are numbered below zero.
    expect(invoices.map(({ number }) => Number(number))).toEqual(invoices.map((_, index) => index - invoices.length))
    expect(new Set(invoices.map(({ order_id }) => order_id))).toEqual(invoicedOrderIds)
    const invoiceNumberByOrder = new Map(current.map(({ number, order_id }) => [order_id, Number(number)]))
    let documents = 0
    for (const [nth, story] of all.entries()) {
      const invoice = invoiceNumberByOrder.get(story.id)
      if (invoice === undefined) continue
      const transactions = (entries.get(story.id) ?? []).filter(({ transactionId }) => !story.uncounted.includes(transactionId))
      documents += await compareDocuments(shop, story, { invoice, transactions, shouldReadPdf: nth < PDF_ORDER_COUNT })
    }
    console.info(`${database.name}: ${ORDERS} orders, ${invoices.length} invoices, ${documents} PDFs agree with PayPal's records`)
  })
})

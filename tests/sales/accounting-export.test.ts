import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { EndpointResult } from '#contract/core/endpoint.ts'
import type { getSalesTotalsEndpoint } from '#contract/sales/sales-totals.ts'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { findLedgerCorrections } from '#server/sales/payments/accounting/accounting.ts'
import { parseCsv } from '../support/csv.ts'
import { type SiteWithPayPal, startSiteWithPayPal } from '../support/site-with-paypal.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const BUSINESS_VALUES = {
  banLocation: '1 Main Street',
  ukLocation: '1 Main Street',
  banPhone: '+1 202-555-0142',
  ukPhone: '+1 202-555-0142',
  footerEmail: 'hello@example.com',
  timeZone: 'America/Denver',
}

describeOnEachDatabase('the accounting file', (database) => {
  const shop = startForSuite(async () => startSiteWithPayPal(await database.environment()))
  beforeAll(async () => {
    const saved = await shop.call('POST', '/add-footer-address', { as: 'admin', body: BUSINESS_VALUES })
    expect(saved.status).toBe(201)
  })

  const downloadCsv = async (query = '', as: 'admin' | 'customer' = 'admin') =>
    shop.site.request('GET', `/api/accounting.csv${query}`, { as })
  /** Returns the rows of one order by column title, oldest first. */
  async function listRows(order: { number: number }) {
    const [head = [], ...rows] = parseCsv((await downloadCsv()).text)
    const rowsByTitle = rows.map((row) => Object.fromEntries(head.map((title, column) => [title, row[column] ?? ''])))
    return rowsByTitle.filter((row) => row.Order === String(order.number)).toReversed()
  }
  const fetchMonths = async () => {
    const { reply } = await shop.call('GET', '/sales-totals', { as: 'admin' })
    return (reply as unknown as EndpointResult<typeof getSalesTotalsEndpoint>).months
  }
  async function placePaidOrder(mc_fee?: string) {
    const { order, form } = await shop.placeOrderWithForm()
    const payment = await shop.paypal.pay(form, { fields: { mc_fee } })
    await shop.waitUntilNoticesRead()
    return { order, form, payment }
  }
  async function recountLedger(): Promise<void> {
    const openedDatabase = await openDatabase(readConfig(shop.settings))
    for await (const correction of findLedgerCorrections(openedDatabase.read, async () => {}))
      await openedDatabase.write(correction)
    await openedDatabase.close()
  }
  async function refund(payment: Parameters<SiteWithPayPal['paypal']['refund']>[0], cents?: number) {
    const { transactionId, notice } = shop.paypal.refund(payment, cents)
    await shop.paypal.send(notice)
    await shop.waitUntilNoticesRead()
    return transactionId
  }

  it('shows the invoice, date, gateway, amounts and reported fee of a payment', async () => {
    const { order, payment } = await placePaidOrder('35.36')
    expect(await listRows(order)).toEqual([
      {
        Invoice: expect.stringMatching(/^TEST-\d+$/),
        Order: String(order.number),
        Date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        Type: 'Payment',
        Transaction: payment.transactionId,
        Gateway: 'paypal-standard',
        Received: '999.00',
        Refunded: '0.00',
        Net: '999.00',
        Fee: '35.36',
        'Net after fee': '963.64',
        Money: 'Test',
        'Credit note': '',
      },
    ])
    const orderWithoutFee = await placePaidOrder()
    expect(await listRows(orderWithoutFee.order)).toMatchObject([{ Received: '999.00', Fee: '', 'Net after fee': '' }])
  })

  it('shows the day on which a payment by hand arrived, also where the day begins early', async () => {
    const [live] = (await shop.call('GET', '/footer-address', { as: 'admin' })).reply as unknown as { _id: string }[]
    const setTimeZone = async (timeZone: string) => {
      const body = { ...BUSINESS_VALUES, timeZone }
      expect((await shop.call('PUT', `/footer-address/${live?._id}`, { as: 'admin', body })).status).toBe(200)
    }
    await setTimeZone('Pacific/Auckland')
    const { order } = await shop.placeOrderWithForm()
    const body = { reason: 'A check', method: 'check', reference: 'No. 1042', paidOn: '2026-06-01' }
    expect((await shop.call('PUT', `/order-paid/${order.id}`, { as: 'admin', body })).status).toBe(200)
    expect(await listRows(order)).toMatchObject([
      { Type: 'Payment', Date: '2026-06-01', Gateway: 'check', Transaction: 'No. 1042' },
    ])
    const { order: cashOrder } = await shop.placeOrderWithForm()
    const paidInCash = await shop.call('PUT', `/order-paid/${cashOrder.id}`, { as: 'admin', body: { reason: 'In cash' } })
    expect(paidInCash.status).toBe(200)
    expect(await listRows(cashOrder)).toMatchObject([{ Gateway: 'By hand', Transaction: '' }])
    const before = await fetchMonths()
    // A payment stays on its day and in its month when the business moves.
    for (const timeZone of ['America/Denver', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      await setTimeZone(timeZone)
      expect(await listRows(order)).toMatchObject([{ Type: 'Payment', Date: '2026-06-01' }])
      expect((await downloadCsv('?month=2026-06')).text.replaceAll('"', '')).toContain(`,${order.number},2026-06-01,`)
      expect(await fetchMonths()).toEqual(before)
    }
    await setTimeZone('America/Denver')
  })

  it('has a row for each partial and full refund, with its credit note and the invoice that it corrects', async () => {
    const { order, payment } = await placePaidOrder()
    const part = await refund(payment, 30_050)
    // PayPal reports both within one second, so the rows may come in either order.
    const rows = (await listRows(order)).toSorted((one, other) => String(one.Type).localeCompare(String(other.Type)))
    expect(rows).toMatchObject([
      { Type: 'Payment', Received: '999.00', 'Credit note': '' },
      { Type: 'Refund', Transaction: part, Received: '0.00', Refunded: '300.50', Net: '-300.50' },
    ])
    expect(rows.map(({ Invoice }) => Invoice)).toEqual([rows[0]?.Invoice, rows[0]?.Invoice])
    expect(rows[1]?.['Credit note']).toMatch(/^TEST-CN-\d+$/)
    await refund(payment, 69_850)
    const allRows = await listRows(order)
    expect(allRows.map(({ Net }) => Net).toSorted()).toEqual(['-300.50', '-698.50', '999.00'])
    expect(new Set(allRows.map((row) => row['Credit note'])).size).toBe(3)
  })

  it('lists both payments of an order paid twice, and the refund of one', async () => {
    const { order, form } = await placePaidOrder()
    const second = await shop.paypal.pay(form)
    await shop.waitUntilNoticesRead()
    await refund(second)
    const rows = await listRows(order)
    expect(rows.map(({ Net }) => Net).toSorted()).toEqual(['-999.00', '999.00', '999.00'])
    expect(new Set(rows.map(({ Invoice }) => Invoice)).size).toBe(1)
  })

  it('lists a reversal and its end in two rows', async () => {
    const { order, payment } = await placePaidOrder()
    for (const notice of [shop.paypal.reverse(payment).notice, shop.paypal.cancelReversal(payment, 97_000)]) {
      await shop.paypal.send(notice)
      await shop.waitUntilNoticesRead()
    }
    const rows = await listRows(order)
    expect(rows.map(({ Type, Refunded }) => [Type, Refunded]).toSorted()).toEqual([
      ['Payment', '0.00'],
      ['Reversal ended', '-999.00'],
      ['Reversal', '999.00'],
    ])
    const notes = rows.flatMap((row) => row['Credit note'] || [])
    expect([notes.length, new Set(notes).size]).toEqual([2, 2])
  })

  it('has no row for a payment that does not match', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    await shop.paypal.pay(form, { gross: '1.00' })
    await shop.waitUntilNoticesRead()
    expect(await listRows(order)).toEqual([])
  })

  it('covers one month of payment dates on request, and only for admins', async () => {
    const { order, payment } = await placePaidOrder()
    const at = Date.parse('2026-02-01T06:30:00Z')
    await shop.stored.main
      .updateTable('payment_fact')
      .set({ at, booked_on: null, live: 1 })
      .where('transaction_id', '=', payment.transactionId)
      .execute()
    // At that moment it is still January in Denver, where the business is. A recount books what an older version stored.
    for (const isBooked of [false, true]) {
      if (isBooked) await recountLedger()
      expect((await downloadCsv('?month=2026-01')).text).toContain(payment.transactionId)
    }
    const january = (await downloadCsv('?month=2026-01')).text
    expect(january).toContain(payment.transactionId)
    expect((await downloadCsv('?month=2026-02')).text).not.toContain(payment.transactionId)
    expect(await listRows(order)).toMatchObject([{ Date: '2026-01-31', Money: 'Live' }])
    expect((await downloadCsv('?month=soon')).status).toBe(400)
    expect((await downloadCsv('', 'customer')).status).toBe(403)
  })

  it('matches the monthly totals of the overview, which count by payment date', async () => {
    const before = (await fetchMonths()).at(-1)
    const { payment } = await placePaidOrder()
    await refund(payment, 10_000)
    const cents = (amount: string | undefined) => Math.round(Number(amount) * 100)
    const after = (await fetchMonths()).at(-1)
    expect(cents(after?.received) - cents(before?.received)).toBe(99_900)
    expect(cents(after?.refunded) - cents(before?.refunded)).toBe(10_000)
    expect(cents(after?.net) - cents(before?.net)).toBe(89_900)
    const last = Date.parse(`${(await fetchMonths()).at(-2)?.month}-15T12:00:00Z`)
    await shop.stored.main
      .updateTable('payment_fact')
      .set({ at: last, booked_on: null })
      .where('transaction_id', '=', payment.transactionId)
      .execute()
    const [earlier, now] = (await fetchMonths()).slice(-2)
    expect(cents(earlier?.received)).toBe(99_900)
    expect(cents(now?.received)).toBe(cents(before?.received))
  })

  it('includes facts of an older program version after a recount', async () => {
    const { order, payment } = await placePaidOrder()
    await refund(payment, 10_000)
    const before = await listRows(order)
    await shop.stored.main.updateTable('payment_fact').set({ received_cents: 0, refunded_cents: 0 }).execute()
    expect(await listRows(order)).toEqual([])
    await recountLedger()
    expect(await listRows(order)).toEqual(before)
  })

  it('lists more than 10,000 rows', async () => {
    const ROWS = 10_050
    const at = Date.parse('2020-01-15T12:00:00Z')
    await sql`
      with recursive counted (n) as (select cast(1 as bigint) union all select n + 1 from counted where n < ${sql.raw(String(ROWS))})
      insert into payment_fact (gateway, transaction_id, kind, cents, currency, payees, live, at, recorded_at, received_cents, refunded_cents)
      select 'paypal-standard', 'MANY' || n, 'settled', 100, 'USD', '[]', 1, ${sql.raw(String(at))} + n / 7, 0, 100, 0 from counted`.execute(
      shop.stored.main,
    )
    const [, ...rows] = parseCsv((await downloadCsv('?month=2020-01')).text)
    expect(new Set(rows.map((row) => row[4])).size).toBe(ROWS)
    expect(rows).toHaveLength(ROWS)
    expect(parseCsv((await downloadCsv()).text).length).toBeGreaterThan(ROWS)
  })
})

import { expect, it, onTestFinished, vi } from 'vitest'
import { toBusinessDay } from '#contract/core/business-calendar.ts'
import { parseCsv } from '../support/csv.ts'
import { startSiteWithPayPal } from '../support/site-with-paypal.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const MISMATCH = "A payment arrived that doesn't match. Please don't pay again; we're looking at it."
/** Tomorrow in New York, the default time zone of a business. */
const TOMORROW = toBusinessDay('America/New_York', Date.now() + 24 * 60 * 60_000)

describeOnEachDatabase('payments that an admin decides on', (database) => {
  const shop = startForSuite(async () => startSiteWithPayPal(await database.environment()))

  const findFlag = async (order: { number: number }, kind: string) => {
    const { reply } = await shop.call('GET', '/payment-flags?open=1&page=1&size=1000', { as: 'admin' })
    const flags = reply as unknown as { _id: string; kind: string; dueAt: number | null; order: { number: number } | null }[]
    return flags.find((flag) => flag.kind === kind && flag.order?.number === order.number)
  }
  const closeReviewFlag = async (order: { number: number }, body: object) =>
    shop.call('PUT', `/payment-flags/${(await findFlag(order, 'review'))?._id}`, { as: 'admin', body })
  const markPaid = ({ id }: { id: string }, body: object) => shop.call('PUT', `/order-paid/${id}`, { as: 'admin', body })

  it('marked by hand make the order Paid, with the admin’s reason', async () => {
    const { order } = await shop.placeOrderWithForm()
    const body = { reason: 'Paid by bank transfer on Monday' }
    expect(await shop.call('PUT', `/order-paid/${order.id}`, { as: 'admin', body })).toMatchObject({ status: 200 })
    expect(await shop.call('PUT', `/order-paid/${order.id}`, { as: 'admin', body })).toMatchObject({ status: 409 })
    expect(await shop.getPaymentStatus(order)).toBe('Paid')
    expect(await shop.getPaymentEvidence(order)).toMatchObject({
      net: '999.00',
      steps: expect.arrayContaining([expect.objectContaining({ kind: 'paidByHand', ...body, leadsTo: 'Paid' })]),
    })
    expect(await shop.listCustomerSubjects(order)).toContain('Receipt for order N')
  })

  it('marked by hand show method and date, and can be taken back with a reason', async () => {
    const { order } = await shop.placeOrderWithForm()
    for (const wrong of [{ paidOn: '2026-02-30' }, { paidOn: 'Monday' }, { method: 'barter' }, { paidOn: TOMORROW }, {}])
      expect(
        (await markPaid(order, { ...(wrong !== undefined && Object.keys(wrong).length > 0 && { reason: 'R' }), ...wrong }))
          .status,
      ).toBeGreaterThanOrEqual(400)
    const manualPayment = { reason: 'Check in the mail', method: 'check', reference: 'No. 1017', paidOn: '2026-06-01' }
    expect((await markPaid(order, manualPayment)).status).toBe(200)
    const takeBack = (body: object) => shop.call('PUT', `/order-paid-taken-back/${order.id}`, { as: 'admin', body })
    expect((await takeBack({})).status).toBe(400)
    expect(await shop.getPaymentEvidence(order)).toMatchObject({ canTakeBack: true, settled: '999.00' })
    const takeBackReason = { reason: 'The check bounced' }
    expect((await takeBack(takeBackReason)).status).toBe(200)
    expect((await takeBack(takeBackReason)).status).toBe(409)
    expect(await shop.getPaymentStatus(order)).toBe('UnPaid')
    expect((await shop.call('GET', `/payment/${order.id}`)).reply).toMatchObject({ state: 'toPay' })
    expect(await shop.getPaymentEvidence(order)).toMatchObject({
      canTakeBack: false,
      settled: '0.00',
      steps: expect.arrayContaining([
        expect.objectContaining({ kind: 'paidByHand', ...manualPayment, leadsTo: 'Paid' }),
        expect.objectContaining({ kind: 'paidByHandTakenBack', ...takeBackReason, leadsTo: 'UnPaid' }),
      ]),
    })
    expect((await markPaid(order, manualPayment)).status).toBe(200)
    expect(await shop.getPaymentStatus(order)).toBe('Paid')
  })

  it('taken back get a credit note for their invoice, and a later payment its own invoice, date and receipt', async () => {
    for (const isPaidBefore of [false, true]) {
      const { order, form } = await shop.placeOrderWithForm()
      const manualPayment = { reason: 'Check in the mail', method: 'check', paidOn: '2026-06-01' }
      expect((await markPaid(order, manualPayment)).status).toBe(200)
      const { invoiceNumber } = (await shop.getPaymentEvidence(order)) as { invoiceNumber: string }
      const pay = async () => {
        await shop.paypal.pay(form)
        await shop.waitUntilNoticesRead()
      }
      if (isPaidBefore) await pay()
      const path = `/order-paid-taken-back/${order.id}`
      expect((await shop.call('PUT', path, { as: 'admin', body: { reason: 'It bounced' } })).status).toBe(200)
      expect(await shop.getPaymentEvidence(order)).toMatchObject({ creditNotes: [{ amount: '999.00' }] })
      const own = await shop.site.request('GET', `/api/invoice/${order.id}`, { as: 'customer' })
      if (!isPaidBefore) {
        expect(own.headers['content-disposition']).toContain(`invoice-${invoiceNumber}.pdf`)
        expect((await shop.call('GET', `/payment/${order.id}`)).reply).not.toHaveProperty('receipt')
        await pay()
      }
      const paid = (await shop.getPaymentEvidence(order)) as { invoiceNumber: string }
      expect(paid).toMatchObject({ settled: '999.00', net: '999.00', creditNotes: [{ amount: '999.00' }] })
      expect(paid.invoiceNumber).not.toBe(invoiceNumber)
      const { receipt } = (await shop.call('GET', `/payment/${order.id}`)).reply as unknown as {
        receipt: { number: string; paidAt: number }
      }
      expect(receipt.number).toBe(paid.invoiceNumber)
      expect(receipt.paidAt).toBeGreaterThan(Date.now() - 24 * 60 * 60_000)
      expect((await shop.listCustomerSubjects(order)).filter((subject) => subject === 'Receipt for order N')).toHaveLength(2)
      // Every entry stays, with the invoice that it belongs to.
      const { text } = await shop.site.request('GET', '/api/accounting.csv', { as: 'admin' })
      const rows = text
        .replaceAll('"', '')
        .split('\r\n')
        .filter((row) => row.split(',')[1] === String(order.number))
      expect(
        rows
          .map((row) =>
            row
              .split(',')
              .filter((_, column) => [0, 3, 6].includes(column))
              .join(' '),
          )
          .toSorted(),
      ).toEqual(
        [
          `${invoiceNumber} Payment 999.00`,
          `${invoiceNumber} Payment taken back -999.00`,
          `${paid.invoiceNumber} Payment 999.00`,
        ].toSorted(),
      )
      expect(rows.find((row) => row.includes(`${invoiceNumber},${order.number},2026-06-01,Payment,`))).toBeDefined()
    }
  })

  it('accepted by mistake no longer count once that is undone, and the owner decides again', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    await shop.paypal.pay(form, { gross: '1.00' })
    await shop.waitUntilNoticesRead()
    const flag = await findFlag(order, 'review')
    expect(flag).toMatchObject({ amount: '1.00', price: '999.00' })
    const undo = () => shop.call('PUT', `/payment-flag-taken-back/${flag?._id}`, { as: 'admin' })
    expect((await undo()).status).toBe(409)
    const listBookedRows = async () => {
      const [head = [], ...rows] = parseCsv((await shop.site.request('GET', '/api/accounting.csv', { as: 'admin' })).text)
      return rows
        .map((row) => Object.fromEntries(head.map((title, column) => [title, row[column] ?? ''])))
        .filter((row) => row.Order === String(order.number))
        .map((row) => [row.Type, row.Invoice, row['Credit note']])
        .toSorted()
    }
    const invoiceNumbers: string[] = []
    const creditNoteNumbers: string[] = []
    for (let round = 1; round <= 2; round++) {
      expect((await closeReviewFlag(order, { action: 'accepted', note: 'By mistake' })).status).toBe(200)
      invoiceNumbers.push(((await shop.getPaymentEvidence(order)) as { invoiceNumber: string }).invoiceNumber)
      expect(await listBookedRows()).toEqual([['Payment', invoiceNumbers.join(', '), creditNoteNumbers.join(', ')]])
      expect(await shop.getPaymentStatus(order)).toBe('Paid')
      const before = await shop.listCustomerSubjects(order)
      expect((await undo()).status).toBe(200)
      expect([await shop.getPaymentStatus(order), await shop.listOpenFlags(order)]).toEqual(['UnPaid', ['review']])
      expect(await shop.getPaymentEvidence(order)).toMatchObject({ settled: '0.00', notCounted: '1.00', net: '0.00' })
      expect((await shop.call('POST', `/pay/${order.id}`)).status).toBe(409)
      expect(await shop.listCustomerSubjects(order)).toEqual(before)
      const { creditNotes } = (await shop.getPaymentEvidence(order)) as { creditNotes: { amount: string; number: string }[] }
      creditNoteNumbers.push(creditNotes.at(-1)?.number ?? '')
      expect(await listBookedRows()).toEqual([
        ['Payment taken back', invoiceNumbers.join(', '), creditNoteNumbers.join(', ')],
        ['Payment', invoiceNumbers.join(', '), ''],
      ])
      expect(creditNotes.map(({ amount }) => amount)).toEqual(Array.from({ length: round }, () => '1.00'))
    }
  })

  it('are accepted and attached only after a recent log-in', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    await shop.paypal.pay(form, { gross: '1.00' })
    await shop.waitUntilNoticesRead()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 })
    onTestFinished(() => void vi.useRealTimers())
    for (const action of ['accepted', 'attached'])
      expect(await closeReviewFlag(order, { action, note: 'N', orderNumber: order.number })).toMatchObject({ status: 403 })
    expect(await closeReviewFlag(order, { action: 'dismissed', note: 'Sent back' })).toMatchObject({ status: 200 })
  })

  it('that go back after a mark by hand cancel the order, with a flag and emails', async () => {
    const emails = async () => (await shop.stored.main.selectFrom('email_outbox').select('subject').execute()).length
    for (const [giveBack, flag, newEmails] of [
      // One email goes to the owner. A refund sends one to the customer too.
      [shop.paypal.refund, 'refunded', 2],
      [shop.paypal.reverse, 'reversed', 1],
    ] as const) {
      const { order, form } = await shop.placeOrderWithForm()
      // The payment's notice never arrives.
      const { payment } = shop.paypal.charge(form)
      expect((await markPaid(order, { reason: 'Seen at PayPal' })).status).toBe(200)
      const before = await emails()
      await shop.paypal.send(giveBack(payment).notice)
      await shop.waitUntilNoticesRead()
      expect([await shop.getPaymentStatus(order), await shop.listOpenFlags(order)]).toEqual(['Cancelled', [flag]])
      expect(await shop.getPaymentEvidence(order)).toMatchObject({ settled: '999.00', returned: '999.00', net: '0.00' })
      expect(await emails()).toBe(before + newEmails)
    }
  })

  it('that don’t match keep the customer from paying again until the owner decides', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    await shop.paypal.pay(form, { gross: '1.00' })
    await shop.waitUntilNoticesRead()
    const refusedReply = await shop.call('POST', `/pay/${order.id}`)
    expect([refusedReply.status, refusedReply.reply]).toEqual([409, { error: MISMATCH }])
    expect((await shop.call('GET', `/payment/${order.id}`)).reply).toMatchObject({ state: 'mismatch' })
    for (const path of ['my-order', `my-order/${order.id}`, 'dashboard', `pay-now/${order.id}`, `received-payment/${order.id}`]) {
      const { text } = await shop.site.request('GET', `/${path}`, { as: 'customer' })
      expect([
        path,
        text.includes(`/pay-now/${order.id}"`),
        new RegExp(`${order.number}</a>, Standard, is not paid`).test(text),
      ]).toEqual([path, false, false])
      if (path.includes(order.id)) expect([path, text.replaceAll('&#x27;', "'").includes(MISMATCH)]).toEqual([path, true])
    }
    expect(await shop.listCustomerSubjects(order)).toContain('Your payment for order N doesn’t match')
    expect((await closeReviewFlag(order, { action: 'dismissed', note: 'Sent back' })).status).toBe(200)
    expect((await shop.call('GET', `/payment/${order.id}`)).reply).toMatchObject({ state: 'toPay' })
    expect((await shop.call('POST', `/pay/${order.id}`)).status).toBe(200)
  })

  it('that don’t match can be accepted with a reason, at their true amount', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    const payment = await shop.paypal.pay(form, { gross: '990.00' })
    await shop.waitUntilNoticesRead()
    expect((await closeReviewFlag(order, { action: 'accepted' })).status).toBe(400)
    expect((await closeReviewFlag(order, { action: 'accepted', note: 'A bank kept the rest' })).status).toBe(200)
    expect([await shop.getPaymentStatus(order), await shop.listOpenFlags(order)]).toEqual(['Paid', []])
    expect(await shop.getPaymentEvidence(order)).toMatchObject({ settled: '990.00', net: '990.00', notCounted: '0.00' })
    expect((await shop.call('GET', `/payment/${order.id}`)).reply).toMatchObject({
      state: 'paid',
      receipt: { received: '990.00' },
    })
    expect(await shop.listCustomerSubjects(order)).toContain('Receipt for order N')
    await shop.paypal.send(shop.paypal.refund(payment).notice)
    await shop.waitUntilNoticesRead()
    expect(await shop.getPaymentEvidence(order)).toMatchObject({ returned: '990.00', net: '0.00' })
  })

  it('in another currency cannot be accepted', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    await shop.paypal.pay(form, { currency: 'EUR' })
    await shop.waitUntilNoticesRead()
    expect(await closeReviewFlag(order, { action: 'accepted', note: 'Close enough' })).toMatchObject({ status: 409 })
    expect([await shop.getPaymentStatus(order), await shop.listOpenFlags(order)]).toEqual(['UnPaid', ['review']])
  })

  it('that are disputed are flagged until the case ends', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    const { payment, notice } = shop.paypal.charge(form)
    const about = { case_id: 'PP-001', payment_status: undefined, mc_gross: undefined, invoice: undefined }
    await shop.paypal.send(shop.paypal.change(payment, 'Case', { ...about, txn_type: 'new_case' }))
    await shop.waitUntilNoticesRead()
    await shop.paypal.send(notice)
    await shop.waitUntilNoticesRead()
    expect([await shop.getPaymentStatus(order), await shop.listOpenFlags(order)]).toEqual(['Paid', ['dispute']])
    expect(await findFlag(order, 'dispute')).toMatchObject({ dueAt: null })
    await shop.paypal.send(shop.paypal.change(payment, 'Case', { ...about, txn_type: 'adjustment' }))
    await shop.waitUntilNoticesRead()
    expect([await shop.getPaymentStatus(order), await shop.listOpenFlags(order)]).toEqual(['Paid', []])
  })
})

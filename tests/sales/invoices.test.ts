import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, expect, it } from 'vitest'
import type { Tx } from '#platform/db/database-writer.ts'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import * as invoices from '#server/sales/invoices/invoices.ts'
import type { StoredOrder } from '#server/sales/orders/orders.ts'
import { standardPackageValues } from '../support/site-with-paypal.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { registerAccount } from '../support/test-accounts.ts'
import { startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const orderPackage = { ...standardPackageValues, packagePrice: '999.50' }
const customerFields = { customerName: 'Dana Sample', customerAddress: '100 Example Street', customerCountry: 'United States' }
/** Noon in New York. */
const settledAt = Date.UTC(2026, 5, 15, 16)
/** The first invoice number unless the owner sets another. */
const FIRST_INVOICE_NUMBER = 1001
const payment = { gateway: 'paypal-standard', transactionId: '5TY05013RG002845M', cents: 99_950 }

describeOnEachDatabase('invoices', (database) => {
  // `undefined` selects the product's default, a child process.
  const site = startAppForSuite(database, {}, { renderSalesDocument: undefined })
  const opened = startForSuite(() => openDatabase(readConfig(site.environment)))
  /** The database as a second process opens it. On SQLite, only one process can, so this is `opened`. */
  const secondProcess = database.name === 'PostgreSQL' ? startForSuite(() => openDatabase(readConfig(site.environment))) : opened
  beforeAll(async () => {
    expect((await site.request('POST', '/api/add-pricing', { as: 'admin', body: orderPackage })).status).toBe(201)
  })

  async function placeOrder(): Promise<StoredOrder> {
    // Without its own key, an equal order would count as a double click.
    const headers = { 'idempotency-key': `"${crypto.randomUUID()}"`, 'content-type': 'application/json' }
    const body = { packageName: 'Standard', ...customerFields }
    const reply = await site.request('POST', '/api/new-order', { as: 'customer', body, headers })
    expect(reply.status).toBe(201)
    const { _id } = (reply.json() as { record: { _id: string } }).record
    return opened.read.selectFrom('orders').selectAll().where('id', '=', _id).executeTakeFirstOrThrow()
  }

  function issueInvoice(tx: Tx, paidOrder: StoredOrder, isRehearsal = false) {
    return invoices.issueInvoice(tx, paidOrder, { payment: { ...payment, at: settledAt }, isRehearsal })
  }

  function issue(paidOrder: StoredOrder) {
    return opened.write((tx) => issueInvoice(tx, paidOrder))
  }

  /** Issues the order's missing credit notes. Returns the number and cents of all of them. */
  async function issueMissingCreditNotes(
    paidOrder: StoredOrder,
    moneyReturn: Parameters<typeof invoices.issueMissingCreditNotes>[2]['moneyReturns'][0],
  ) {
    const issue = { moneyReturns: [moneyReturn], isRehearsal: false }
    await opened.write((tx) => invoices.issueMissingCreditNotes(tx, paidOrder, issue))
    return (await invoices.listCreditNotes(opened.read, paidOrder.id)).map(({ number, cents }) => [number, cents] as const)
  }

  async function listInvoiceNumbers(): Promise<number[]> {
    const rows = await opened.read.selectFrom('invoice').select('number').where('number', '>', 0).orderBy('number').execute()
    return rows.map(({ number }) => number)
  }

  const buildConsecutiveNumbers = (count: number) => Array.from({ length: count }, (_, index) => FIRST_INVOICE_NUMBER + index)

  it('begin at 1001 and have no gap, even when several processes issue at once or a transaction fails', async () => {
    const paidOrders = await Promise.all(Array.from({ length: 30 }, () => placeOrder()))
    const results = await Promise.allSettled(
      paidOrders.map((one, index) =>
        (index % 2 === 0 ? opened : secondProcess).write(async (tx) => {
          const invoice = await issueInvoice(tx, one)
          if (index % 6 === 0) throw new Error('The payment could not be stored')
          return invoice.number
        }),
      ),
    )
    const storedNumbers = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(storedNumbers.map(Number).toSorted((a, b) => a - b)).toEqual(buildConsecutiveNumbers(25))
    expect(await listInvoiceNumbers()).toEqual(buildConsecutiveNumbers(25))
  })

  it('are issued once per order, even by many transactions at the same time', async () => {
    const before = (await listInvoiceNumbers()).length
    const paidOrder = await placeOrder()
    const [first, second] = await opened.write(async (tx) => [
      await issueInvoice(tx, paidOrder),
      await issueInvoice(tx, paidOrder, true),
    ])
    expect(second).toEqual({ ...first, isNew: false })
    const secondOrder = await placeOrder()
    const both = [opened, secondProcess].flatMap((one) => Array.from({ length: 10 }, () => one))
    const atOnce = await Promise.all(both.map((one) => one.write((tx) => issueInvoice(tx, secondOrder))))
    expect(atOnce.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(new Set(atOnce.map(({ number }) => number))).toEqual(new Set([String(FIRST_INVOICE_NUMBER + before + 1)]))
    expect(await listInvoiceNumbers()).toEqual(buildConsecutiveNumbers(before + 2))
  })

  it('for test money have their own numbers, and get a live number when live money arrives', async () => {
    const before = (await listInvoiceNumbers()).length
    const [testOrder, otherTestOrder, paidOrder] = [await placeOrder(), await placeOrder(), await placeOrder()]
    const issueAs = (one: StoredOrder, isTest: boolean) => opened.write((tx) => issueInvoice(tx, one, isTest))
    expect([(await issueAs(testOrder, true)).number, (await issueAs(otherTestOrder, true)).number]).toEqual(['TEST-1', 'TEST-2'])
    expect((await issueAs(paidOrder, false)).number).toBe(String(FIRST_INVOICE_NUMBER + before))
    expect(await issueAs(testOrder, false)).toMatchObject({ number: String(FIRST_INVOICE_NUMBER + before + 1), isNew: true })
    expect(await issueAs(testOrder, true)).toMatchObject({ number: String(FIRST_INVOICE_NUMBER + before + 1), isNew: false })
    expect((await invoices.findInvoice(opened.read, otherTestOrder.id))?.number).toBe('TEST-2')
    expect(await listInvoiceNumbers()).toEqual(buildConsecutiveNumbers(before + 2))
  })

  it('are PDF files that only their customer and admins can download', async () => {
    const paidOrder = await placeOrder()
    const path = `/api/invoice/${paidOrder.id}`
    const none = await site.request('GET', path, { as: 'customer' })
    expect([none.status, none.json()]).toEqual([404, { error: 'This order has no invoice yet. It gets one when it’s paid.' }])

    const { number } = await issue(paidOrder)
    const ownReply = await site.request('GET', path, { as: 'customer' })
    expect([ownReply.status, ownReply.headers['content-type']]).toEqual([200, 'application/pdf'])
    const { headers, bytes } = ownReply
    expect(headers).toMatchObject({
      'content-disposition': `attachment; filename=invoice-${number}.pdf`,
      'content-length': String(bytes.length),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    const asAdmin = await site.request('GET', path, { as: 'admin' })
    expect(asAdmin.status).toBe(200)
    expect(Buffer.compare(asAdmin.bytes, bytes)).toBe(0)

    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
    expect(text).toContain(`Invoice ${number}`)
    expect(text).toContain('Paid on June 15, 2026')
    expect(text).toContain('$999.50 USD')
    for (const expectedText of ['Method', 'PayPal', payment.transactionId]) expect(text).toContain(expectedText)

    const missing = { error: 'There’s no such order.' }
    const cookie = await registerAccount(site, 'other@example.com')
    const other = await site.request('GET', path, { headers: { cookie } })
    expect([other.status, other.json()]).toEqual([404, missing])
    const unknown = await site.request('GET', '/api/invoice/unknown', { as: 'customer' })
    expect([unknown.status, unknown.json()]).toEqual([404, missing])
    expect((await site.request('GET', path)).status).toBe(401)
  })

  it('are rendered once and stored, so that every download has the same bytes', async () => {
    const paidOrder = await placeOrder()
    await issue(paidOrder)
    let renderCount = 0
    const { loadInvoiceFile } = invoices.createSalesDocumentFiles({
      database: opened,
      loadLogo: async () => undefined,
      renderSalesDocument: async () => Buffer.from(`rendering ${++renderCount}`),
    })
    const load = async () => Buffer.from((await loadInvoiceFile(paidOrder.id))?.pdf ?? []).toString()
    const atOnce = await Promise.all(Array.from({ length: 5 }, load))
    const [first] = atOnce
    expect(new Set(atOnce)).toEqual(new Set([first]))
    const firstRenderCount = renderCount
    const { bytes } = await site.request('GET', `/api/invoice/${paidOrder.id}`, { as: 'customer' })
    expect(bytes.toString()).toBe(first)
    await load()
    expect(renderCount).toBe(firstRenderCount)
  })

  it('have a credit note for each refund, with its own number and file', async () => {
    const paidOrder = await placeOrder()
    const invoice = await issue(paidOrder)
    const refund = { kind: 'refund', transactionId: '8AB05013RG0028999', at: Date.UTC(2026, 5, 20, 16), cents: 10_050 } as const
    const other = { ...refund, transactionId: 'ANOTHER', cents: 5_000 }
    expect(await issueMissingCreditNotes(paidOrder, { ...refund, gateway: 'paypal-orders' })).toEqual([['CN-1', 10_050]])
    // The same gateway reports the refund again, and then the owner's other gateway does.
    for (const gateway of ['paypal-orders', 'paypal-standard'])
      expect(await issueMissingCreditNotes(paidOrder, { ...refund, gateway })).toEqual([['CN-1', 10_050]])
    expect(await issueMissingCreditNotes(paidOrder, { ...other, gateway: 'paypal-orders' })).toEqual([
      ['CN-1', 10_050],
      ['CN-2', 5_000],
    ])
    const file = (number: string, as: 'customer' | 'admin') =>
      site.request('GET', `/api/credit-note/${paidOrder.id}/${number}`, { as })
    const ownReply = await file('CN-1', 'customer')
    expect([ownReply.status, ownReply.headers['content-disposition']]).toEqual([200, 'attachment; filename=credit-note-CN-1.pdf'])
    expect(Buffer.compare((await file('CN-1', 'admin')).bytes, ownReply.bytes)).toBe(0)
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(ownReply.bytes)), { mergePages: true })
    for (const expectedText of [
      'Credit note CN-1',
      invoice.number,
      'Refunded on June 20, 2026',
      '$100.50 USD',
      refund.transactionId,
    ])
      expect(text.replaceAll(/\s+/g, ' ')).toContain(expectedText)
    expect((await file('CN-9', 'customer')).status).toBe(404)
    const cookie = await registerAccount(site, 'credited@example.com')
    const path = `/api/credit-note/${paidOrder.id}/CN-1`
    expect((await site.request('GET', path, { headers: { cookie } })).status).toBe(404)
    expect((await site.request('GET', path)).status).toBe(401)
  })

  it('have a second credit note for the rest of a refund, and the refund’s email names only that', async () => {
    const paidOrder = await placeOrder()
    await issue(paidOrder)
    const parts = [{ title: 'Citations', cents: 7_000 }]
    const at = Date.UTC(2026, 5, 22, 16)
    const refund = { kind: 'refund', gateway: 'paypal-standard', transactionId: 'GROWN', at, parts } as const
    const issueOf = (cents: number) =>
      opened.write((tx) =>
        invoices.issueMissingCreditNotes(tx, paidOrder, { moneyReturns: [{ ...refund, cents }], isRehearsal: false }),
      )
    expect(await issueOf(7_000)).toMatchObject([{ cents: 7_000, parts }])
    expect(await issueOf(9_000)).toMatchObject([{ cents: 2_000, parts: undefined }])
    expect(await issueOf(9_000)).toEqual([])
    const notes = await invoices.listCreditNotes(opened.read, paidOrder.id)
    expect(notes.map(({ cents, content }) => [cents, content.line.points])).toEqual([
      [7_000, ['Citations: $70.00']],
      [2_000, []],
    ])
  })

  it('have a credit note for a reversal, and one that cancels it when the reversal ends', async () => {
    const paidOrder = await placeOrder()
    await issue(paidOrder)
    const at = Date.UTC(2026, 5, 21, 16)
    const reversal = { kind: 'reversal', gateway: 'paypal-standard', transactionId: 'REVERSED', at, cents: 99_950 } as const
    const end = { transactionId: 'RETURNED', at: Date.UTC(2026, 5, 25, 16) }
    const [[first = '', cents] = []] = await issueMissingCreditNotes(paidOrder, reversal)
    expect(cents).toBe(99_950)
    const ended = await issueMissingCreditNotes(paidOrder, { ...reversal, end })
    expect(ended.map(([, amount]) => amount)).toEqual([99_950, -99_950])
    expect(await issueMissingCreditNotes(paidOrder, { ...reversal, end })).toEqual(ended)
    const second = ended[1]?.[0] ?? ''
    const readCreditNoteText = async (number: string) => {
      const { bytes } = await site.request('GET', `/api/credit-note/${paidOrder.id}/${number}`, { as: 'customer' })
      const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
      return text.replaceAll(/\s+/g, ' ')
    }
    for (const part of ['Reversed on June 21, 2026 $999.50 USD', 'REVERSED', 'We didn’t refund it.'])
      expect(await readCreditNoteText(first)).toContain(part)
    for (const part of ['Returned on June 25, 2026 -$999.50 USD', 'RETURNED', 'Invoice Cancels', ` ${first} Method`])
      expect(await readCreditNoteText(second)).toContain(part)
    // The provider takes the same money back a second time.
    expect((await issueMissingCreditNotes(paidOrder, reversal)).map(([, amount]) => amount)).toEqual([99_950, -99_950, 99_950])
    // The provider reports the end first, so both credit notes are issued at once.
    const lateOrder = await placeOrder()
    await issue(lateOrder)
    expect(
      (await issueMissingCreditNotes(lateOrder, { ...reversal, transactionId: 'LATE', end })).map(([, amount]) => amount),
    ).toEqual([99_950, -99_950])
  })

  it.runIf(database.name === 'SQLite')('show the amount that the owner accepted as an adjustment of the price', async () => {
    const paidOrder = await placeOrder()
    await opened.write((tx) =>
      invoices.issueInvoice(tx, paidOrder, { payment: { ...payment, at: settledAt, cents: 50_000 }, isRehearsal: false }),
    )
    const { bytes } = await site.request('GET', `/api/invoice/${paidOrder.id}`, { as: 'customer' })
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
    const invoiceText = text.replaceAll(/\s+/g, ' ')
    for (const part of ['Standard $999.50', 'Adjustment to the amount we accepted as payment -$499.50', 'Total $500.00 USD'])
      expect(invoiceText).toContain(part)
    expect(invoiceText).toContain('Paid on June 15, 2026 $500.00 USD')
  })

  it('continue from the number that the owner sets, and never use a number twice', async () => {
    const setNextNumber = async (next: unknown) => {
      const { status, json } = await site.request('PUT', '/api/invoice-numbering', { as: 'admin', body: { next } })
      return [status, (json() as { error?: string }).error]
    }
    const fetchNextNumber = async () =>
      (await site.request('GET', '/api/invoice-numbering', { as: 'admin' })).json() as { next: number }
    const last = (await listInvoiceNumbers()).at(-1) ?? 0
    expect(await fetchNextNumber()).toEqual({ next: last + 1 })
    expect(await setNextNumber(last)).toEqual([
      409,
      `Invoice ${last} already exists. The next number must be ${last + 1} or higher.`,
    ])
    for (const wrong of [0, -1, 1.5, '5000', 1e12]) expect((await setNextNumber(wrong))[0]).toBe(400)
    expect(await setNextNumber(5_000)).toEqual([200, undefined])
    expect(await fetchNextNumber()).toEqual({ next: 5_000 })
    // The owner can lower the number while no invoice has it.
    expect(await setNextNumber(4_000)).toEqual([200, undefined])
    expect((await issue(await placeOrder())).number).toBe('4000')
    expect((await issue(await placeOrder())).number).toBe('4001')
    expect((await site.request('PUT', '/api/invoice-numbering', { as: 'customer', body: { next: 9_000 } })).status).toBe(403)
  })

  it('are binary PDF replies in the API documentation', async () => {
    const { paths } = (await site.request('GET', '/api/openapi.json')).json() as { paths: Record<string, unknown> }
    expect(paths['/invoice/{id}']).toMatchObject({
      get: { responses: { 200: { content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } } } },
    })
  })

  it('don’t change when the business record or the order changes', async () => {
    const paidOrder = await placeOrder()
    await issue(paidOrder)
    const before = await invoices.findInvoice(opened.read, paidOrder.id)
    expect(before?.content).toMatchObject({ seller: { name: 'Rankstead', addresses: [] }, buyer: { name: 'Dana Sample' } })
    const record = {
      businessName: 'Another Name',
      legalName: 'Another Name LLC',
      banLocation: '2 New Road',
      ukLocation: '3 New Road',
      banPhone: '+1 202-555-0142',
      ukPhone: '+44 20 7946 0958',
      footerEmail: 'hello@example.com',
    }
    const saveReply = await site.request('POST', '/api/add-footer-address', { as: 'admin', body: record })
    expect(saveReply.json()).toMatchObject({ record })
    await opened.write((tx) => tx.updateTable('orders').set({ customer_name: 'Nobody' }).where('id', '=', paidOrder.id).execute())
    expect(await invoices.findInvoice(opened.read, paidOrder.id)).toEqual(before)

    const nextOrder = await placeOrder()
    const { content } = await issue(nextOrder)
    expect(content.seller).toMatchObject({
      name: 'Another Name',
      legalName: 'Another Name LLC',
      addresses: ['2 New Road', '3 New Road'],
    })
  })
})

import { extractText, getDocumentProxy } from 'unpdf'
import { expect, vi } from 'vitest'
import { formatDecimalAmount, formatDollars } from '#contract/core/money.ts'
import type { PayPalNotice, PayPalTransaction } from './fake-paypal-ipn-notices.ts'
import type { SiteWithPayPal } from './site-with-paypal.ts'

export const PRICE_IN_CENTS = 99_900
/** A busy machine may answer 503. Customers and PayPal then try again. */
export const retryUntilSaved = { timeout: 60_000, interval: 200 }

/** The history of one order, and its payments that don't count: they don't match, and the owner did not accept them. */
export type OrderHistory = {
  id: string
  number: number
  notices: PayPalNotice[]
  uncounted: string[]
  /** The cents of a mark by hand that the owner did not take back. */
  byHand: number
  /** The owner's decision once the notices are read. */
  decide?: () => Promise<unknown>
}
export type Money = { received: number; refunded: number; net: number }
/** `invoice`: the number of the order's invoice. `transactions`: the gateway's transactions that count. */
type Documents = { invoice: number; transactions: readonly PayPalTransaction[]; shouldReadPdf: boolean }

export const formatOnScreen = (cents: number) => formatDollars(formatDecimalAmount(cents))

/**
 * Compares the invoice and the credit notes of an order with the gateway's transactions. Reads the PDFs too if
 * `shouldReadPdf` is true. Returns the number of PDFs.
 */
export async function compareDocuments(
  shop: SiteWithPayPal,
  { id, number, refunded, received, byHand, decide, notices }: OrderHistory & Money,
  { invoice, transactions, shouldReadPdf }: Documents,
): Promise<number> {
  const reply = await vi.waitFor(async () => {
    const answer = await shop.call('GET', `/payment/${id}`)
    expect([number, answer]).toMatchObject([number, { status: 200 }])
    return answer.reply
  }, retryUntilSaved)
  const { creditNotes } = reply as unknown as { creditNotes: { number: string; amount: string }[] }
  const cents = (amount: string) => Math.round(Number(amount.replaceAll(/[$,]/g, '')) * 100)
  expect([number, creditNotes.reduce((sum, { amount }) => sum + cents(amount), 0)]).toEqual([number, refunded])
  if (!shouldReadPdf) return 0
  const readPdf = async (path: string) => {
    const { bytes } = await vi.waitFor(async () => {
      const file = await shop.site.request('GET', `/api${path}`, { as: 'customer' })
      expect(file.status).toBe(200)
      return file
    }, retryUntilSaved)
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
    const normalizedText = text.replaceAll(/\s+/g, ' ')
    const [, total = ''] = /Total (-?\$[\d,.]+) USD/.exec(normalizedText) ?? []
    const [, transactionId] = /Method Transaction (?:PayPal|Recorded by hand) (\S+)/.exec(normalizedText) ?? []
    return { text: normalizedText, total: cents(total), transactionId }
  }
  const paper = await readPdf(`/invoice/${id}`)
  expect(paper.text).toContain(`Invoice TEST${invoice}`)
  expect(paper.text).toContain(`${formatOnScreen(paper.total)} USD`)
  const isByHand = byHand > 0 || (decide !== undefined && notices.length === 0)
  const [first] = transactions.filter(({ kind, transactionId }) => kind === 'paid' && transactionId === paper.transactionId)
  expect([number, paper.total]).toEqual([number, isByHand ? PRICE_IN_CENTS : first?.cents])
  const papers = []
  for (const note of creditNotes) {
    const credit = await readPdf(`/credit-note/${id}/${note.number}`)
    expect(credit.text).toContain(`Credit note ${note.number}`)
    papers.push([credit.transactionId, credit.total])
  }
  const refunds = transactions.filter(({ kind }) => kind !== 'paid').map((entry) => [entry.transactionId, -entry.cents])
  expect([number, papers.toSorted()]).toEqual([number, refunds.toSorted()])
  // The invoice and any second payment add up to the received amount.
  const seconds = transactions.filter(({ kind, transactionId }) => kind === 'paid' && transactionId !== paper.transactionId)
  const documentTotal = [paper.total, ...seconds.map((entry) => entry.cents)].reduce((sum, amount) => sum + amount, 0)
  if (received > 0) expect([number, documentTotal]).toEqual([number, received])
  return 1 + papers.length
}

/** Compares one order on every screen that shows it. */
export async function compareScreens(
  shop: SiteWithPayPal,
  { id, number, received, refunded, net }: OrderHistory & Money,
  csvAmounts: unknown,
): Promise<void> {
  const exact = [formatDecimalAmount(received), formatDecimalAmount(refunded), formatDecimalAmount(net)]
  expect([number, csvAmounts]).toEqual([number, exact])
  const { reply: order } = await shop.call('GET', `/order/${id}`)
  expect([number, order._received, order._refunded, order._net]).toEqual([number, ...exact])
  const evidence = (await shop.getPaymentEvidence({ id, number })) as Record<'settled' | 'returned' | 'net', string>
  expect([number, evidence.settled, evidence.returned, evidence.net]).toEqual([number, ...exact])
  const { receipt } = (await shop.call('GET', `/payment/${id}`)).reply as { receipt?: Record<keyof Money, string> }
  expect([number, receipt && [receipt.received, receipt.refunded, receipt.net]]).toEqual([
    number,
    received > 0 ? exact : undefined,
  ])

  const fetchPage = async (path: string, as: 'admin' | 'customer') => (await shop.site.request('GET', path, { as })).text
  const listAmounts = (html: string) => ['Received', 'Paid', 'Refunded', 'Net'].map((label) => findLabeledAmount(html, label))
  const hasReturns = refunded > 0
  const adminAmounts = listAmounts(await fetchPage(`/admin/payment-status/${id}`, 'admin'))
  expect([number, adminAmounts[0], adminAmounts[2]]).toEqual([number, formatOnScreen(received), formatOnScreen(refunded)])
  const orderPage = await fetchPage(`/my-order/${id}`, 'customer')
  const customerAmounts = listAmounts(orderPage)
  expect([number, customerAmounts[0], sumReturnedCents(orderPage), customerAmounts[3]]).toEqual([
    number,
    received > 0 ? formatOnScreen(received) : undefined,
    refunded,
    hasReturns ? formatOnScreen(net) : undefined,
  ])
  if (received === 0) return
  const receiptPage = await fetchPage(`/received-payment/${id}`, 'customer')
  const receiptAmounts = listAmounts(receiptPage)
  expect([number, receiptAmounts[1], sumReturnedCents(receiptPage), receiptAmounts[3]]).toEqual([
    number,
    formatOnScreen(received),
    refunded,
    hasReturns ? formatOnScreen(net) : undefined,
  ])
}

/** Customers read refunds and reversals apart. */
function sumReturnedCents(html: string): number {
  const amounts = ['Refunded', 'Reversed'].map((label) => findLabeledAmount(html, label) ?? '$0.00')
  return amounts.reduce((sum, amount) => sum + Number(amount.replace(/[$,.]/g, '')), 0)
}

/** Returns the amount beside a label on a page, in a list of facts or above it. */
function findLabeledAmount(html: string, label: string): string | undefined {
  return new RegExp(`>${label}</(?:dt|span)>\\s*<(?:dd|strong)[^>]*>(-?\\$[\\d,.]+)<`).exec(html)?.[1]
}

import { describe, expect, it } from 'vitest'
import { reviewFlagKinds } from '../../../contract/sales/payment-enums.ts'
import type { StoredOrder } from '../orders/orders.ts'
import {
  buildPaymentPendingEmail,
  buildReceiptEmail,
  buildRefundEmail,
  buildReviewFlagEmail,
  markAsRehearsal,
} from './payment-emails.ts'

const origin = 'https://example.com'
const order = {
  id: 'an-id',
  number: 1001,
  customer_email: 'dana@example.com',
  package_name: 'Standard\nBcc: everybody@example.com',
  price_cents: 99_900,
} as StoredOrder

describe('emails about a payment', () => {
  it('state the amount, the invoice number and the receipt page in the receipt', () => {
    const { to, subject, text } = buildReceiptEmail(order, { cents: 99_900, invoice: '12' }, origin)
    expect([to, subject]).toEqual(['dana@example.com', 'Receipt for order 1001'])
    expect(text.split('\n')).toEqual(
      expect.arrayContaining(['Paid: $999.00 USD', 'Invoice: 12', `${origin}/received-payment/an-id`]),
    )
  })

  it('never ask the customer to pay again while a payment is pending', () => {
    const { text } = buildPaymentPendingEmail(order, origin)
    expect(text).toContain('Please do not pay a second time.')
    expect(text).not.toContain('/pay-now')
  })

  it('state how much a refund returned and whether money is left', () => {
    const part = buildRefundEmail(order, { cents: 5, isAll: false }, origin)
    expect(part.subject).toBe('A refund for order 1001')
    expect(part.text).toContain('$0.05 USD went back')
    expect(part.text).toContain('The rest of what was paid stays with the order.')
    const all = buildRefundEmail(order, { cents: 99_900, isAll: true }, origin)
    expect(all.text).toContain('All that was paid for this order has gone back now.')
  })

  it('print the package name on one line', () => {
    for (const { text } of [
      buildReceiptEmail(order, { cents: 99_900, invoice: '12' }, origin),
      buildPaymentPendingEmail(order, origin),
      buildRefundEmail(order, { cents: 1, isAll: true }, origin),
    ])
      expect(text.split('\n')).toContain('Order 1001: Standard Bcc: everybody@example.com')
  })

  it('give the owner each reason for a review once, in plain words', () => {
    const { to, subject, text } = buildReviewFlagEmail(
      {
        to: 'owner@example.com',
        flags: [
          { kind: 'doublePaid' },
          { kind: 'review' },
          { kind: 'review' },
          { kind: 'dispute', dueAt: Date.UTC(2026, 11, 1, 12) },
        ],
        orderNumber: 1001,
      },
      origin,
    )
    expect([to, subject]).toEqual(['owner@example.com', 'The payment of order 1001 needs a look'])
    expect(text.split('\n').filter((line) => line.startsWith('- '))).toHaveLength(3)
    expect(text).toContain('It wants your answer by Dec 1, 2026, 12:00 PM UTC.')
    expect(text).toContain(`\n\n${origin}/payments-to-check`)
    const everything = buildReviewFlagEmail(
      { to: 'owner@example.com', flags: reviewFlagKinds.map((kind) => ({ kind })), orderNumber: undefined },
      origin,
    )
    expect(everything.subject).toBe('A payment needs a look')
    for (const flag of reviewFlagKinds.filter((one) => /[A-Z]/.test(one))) expect(everything.text).not.toContain(flag)
  })

  it('start with the rehearsal sentence if no money moved', () => {
    const { to, subject, text } = markAsRehearsal(buildReceiptEmail(order, { cents: 99_900, invoice: '12' }, origin))
    expect([to, subject]).toEqual(['dana@example.com', 'Receipt for order 1001'])
    expect(text.split('\n')[0]).toBe('Rehearsal: no money moves.')
  })
})

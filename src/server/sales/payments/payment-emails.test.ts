import { describe, expect, it } from 'vitest'
import { reviewFlagKinds } from '#contract/sales/payment-kinds.ts'
import {
  addRehearsalBannerToEmail,
  buildPaymentPendingEmail,
  buildReceiptEmail,
  buildRefundEmail,
  buildReviewFlagEmail,
} from './payment-emails.ts'

const TO = 'dana@example.com'
const order = { id: 'an-id', number: 1001, package_name: 'Standard\nBcc: everybody@example.com', price_cents: 99_900 }
const payment = { order, cents: 99_900, paidAt: 1, invoice: '12' }
const receipt = buildReceiptEmail(TO, { ...payment, hasQuestions: true })

describe('emails about a payment', () => {
  it('state the amount and the invoice in the receipt, and attach the invoice', () => {
    expect(receipt).toMatchObject({
      to: TO,
      subject: 'Receipt for order 1001',
      action: { path: '/my-order/an-id/brief' },
      attachment: { invoiceOfOrder: 'an-id' },
    })
    expect(receipt.intro).toContainEqual({
      facts: [
        ['Order', '1001'],
        ['Package', 'Standard Bcc: everybody@example.com'],
        ['Paid', '$999.00'],
        ['Date', { at: 1 }],
        ['Invoice', '12'],
      ],
    })
  })

  it('lead to the order instead of the questions if the order has none', () => {
    const email = buildReceiptEmail(TO, { ...payment, hasQuestions: false })
    expect(email.action).toEqual({ label: 'See your order', path: '/my-order/an-id' })
    expect(JSON.stringify(email)).not.toMatch(/question|answer/i)
  })

  it('never ask the customer to pay again while a payment is pending', () => {
    const email = JSON.stringify(buildPaymentPendingEmail(TO, order))
    expect(email).toContain('Please don’t pay again.')
    expect(email).not.toContain('/pay-now')
  })

  it('state how much a refund returned and whether money is left', () => {
    const part = buildRefundEmail(TO, { order, cents: 5, parts: [{ title: 'Citations', cents: 5 }], isAll: false, hasRest: true })
    expect(part.subject).toBe('Refund for order 1001')
    expect(part.intro).toContain('We refunded $0.05 to your original payment method.')
    expect(JSON.stringify(part)).toContain('partial refund')
    expect(JSON.stringify(part)).toContain('Citations: $0.05')
    expect(JSON.stringify(buildRefundEmail(TO, { order, cents: 99_900, parts: [], isAll: true, hasRest: false }))).toContain(
      'full refund',
    )
  })

  it('print the package name on one line', () => {
    for (const { intro } of [
      receipt,
      buildPaymentPendingEmail(TO, order),
      buildRefundEmail(TO, { order, cents: 1, parts: [], isAll: true, hasRest: false }),
    ])
      expect(JSON.stringify(intro)).toContain('["Package","Standard Bcc: everybody@example.com"]')
  })

  it('give the owner each reason for a review once, in plain words', () => {
    const dueAt = Date.UTC(2026, 11, 1, 12)
    const { subject, intro, action } = buildReviewFlagEmail('owner@example.com', {
      flags: [{ kind: 'doublePaid' }, { kind: 'review' }, { kind: 'review' }, { kind: 'dispute', dueAt }],
      orderNumber: 1001,
    })
    expect([subject, action?.path]).toEqual(['Check the payment for order 1001', '/payments-to-check'])
    expect(intro).toEqual([
      { list: [expect.any(String), expect.any(String), expect.any(String)] },
      { facts: [['Answer by', { at: dueAt }]] },
    ])
    const everything = buildReviewFlagEmail('owner@example.com', {
      flags: reviewFlagKinds.map((kind) => ({ kind })),
      orderNumber: undefined,
    })
    expect(everything.subject).toBe('Check a payment')
    for (const flag of reviewFlagKinds.filter((one) => /[A-Z]/.test(one))) expect(JSON.stringify(everything)).not.toContain(flag)
  })

  it('show the rehearsal sentence if no money moved', () => {
    expect(addRehearsalBannerToEmail(receipt)).toEqual({ ...receipt, banner: 'Rehearsal: no money moves.' })
  })
})

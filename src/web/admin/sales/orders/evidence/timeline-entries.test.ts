import { expect, test } from 'vitest'
import type { Order } from '#contract/sales/orders.ts'
import type { EvidenceTimelineStep, PaymentEvidenceReply, PaymentFactInEvidence } from '#contract/sales/payment-evidence.ts'
import { buildTimelineEntries, groupTimelineEntriesByDay } from './timeline-entries.ts'

const order = { customerName: 'Lee Sample', packageName: 'Premium', packagePrice: '1899' } as Order
const step = (kind: EvidenceTimelineStep['kind'], changes: Partial<EvidenceTimelineStep> = {}): EvidenceTimelineStep => ({
  at: 0,
  kind,
  subject: null,
  factKind: null,
  actor: null,
  reason: null,
  method: null,
  reference: null,
  paidOn: null,
  leadsTo: null,
  ...changes,
})
const fact = (kind: PaymentFactInEvidence['kind'], changes: Partial<PaymentFactInEvidence> = {}): PaymentFactInEvidence => ({
  transactionId: 't1',
  kind,
  amount: '1899.00',
  currency: 'USD',
  at: 0,
  isCounted: true,
  differences: [],
  ...changes,
})

function buildEntries(steps: EvidenceTimelineStep[], factsByNotice: PaymentFactInEvidence[][] = []) {
  const notices = factsByNotice.map((facts) => ({ facts }))
  const attempts = [{ _id: 'a1', gateway: 'paypal-standard' }]
  const evidence = { steps, attempts, notices, otherFacts: [], refunds: [] } as unknown as PaymentEvidenceReply
  return buildTimelineEntries(order, evidence).map(({ title, detail, tone }) => [title, detail, tone])
}

test('the timeline leads from the order to the payment and the delivery', () => {
  const entries = buildEntries(
    [
      step('placed'),
      step('handedOver', { subject: 'a1' }),
      step('cancelled', { actor: 'lee@example.com', leadsTo: 'Cancelled' }),
      step('fact', { subject: 't1', factKind: 'settled', leadsTo: 'Paid' }),
      step('delivered', { actor: 'ada@example.com' }),
    ],
    [[fact('settled')]],
  )
  expect(entries).toEqual([
    ['Order placed', 'Lee Sample, Premium, $1,899.00', 'plain'],
    ['Sent to PayPal', '', 'plain'],
    ['Customer pressed cancel', 'Shown as Cancelled from here', 'plain'],
    ['Payment received, $1,899.00', 'PayPal confirmed this. It paid the order.', 'good'],
    ['Delivered', 'By ada@example.com', 'plain'],
  ])
})

test('two reports of one payment have an entry each, whichever notice came first', () => {
  const steps = [step('fact', { subject: 't1', factKind: 'pending' }), step('fact', { subject: 't1', factKind: 'settled' })]
  const differences = [{ what: 'amount' as const, asked: '1899.00', told: '1.00' }]
  const facts = [[fact('settled', { amount: '1.00', currency: 'EUR', isCounted: false, differences })], [fact('pending')]]
  expect(buildEntries(steps, facts)).toEqual([
    ['Payment on its way, $1,899.00', 'PayPal announced it. The order isn’t paid until the money arrives.', 'plain'],
    [
      'Payment received, 1.00 EUR',
      'Amount doesn’t match: we asked for $1,899.00 and got 1.00 EUR. This payment doesn’t count.',
      'bad',
    ],
  ])
})

test('an entry of an admin’s action names the admin and the reason', () => {
  expect(buildEntries([step('paidByHand', { actor: 'ada@example.com', reason: 'Bank transfer' })])).toEqual([
    ['Marked as paid by hand', 'By ada@example.com: “Bank transfer”', 'good'],
  ])
})

test('entries are grouped by day', () => {
  const entries = buildTimelineEntries(order, {
    steps: [step('placed', { at: 1 }), step('delivered', { at: 2 }), step('reopened', { at: 30 })],
    attempts: [],
    notices: [],
    otherFacts: [],
    refunds: [],
  } as unknown as PaymentEvidenceReply)
  const days = groupTimelineEntriesByDay(entries, (at) => (at < 10 ? 'Monday' : 'Tuesday'))
  expect(days.map(({ day, steps }) => [day, steps.length])).toEqual([
    ['Monday', 2],
    ['Tuesday', 1],
  ])
})

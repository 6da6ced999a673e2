import { expect, test } from 'vitest'
import type { StoredOrder } from '../../orders/orders.ts'
import type { StoredPaymentFact } from '../ledger/store.ts'
import { MANUAL_GATEWAY } from '../payment-gateway.ts'
import type { PaymentDecision, StoredPaymentAttempt } from '../store.ts'
import { buildPaymentTimeline } from './timeline.ts'

const order = { id: 'o1', placed_at: 1 } as StoredOrder
const attempt = {
  id: 'a1',
  gateway: 'rehearsal',
  cents: 99_900,
  currency: 'USD',
  payee: 'pay@example.com',
  live: false,
  createdAt: 2,
}

function buildFact(kind: StoredPaymentFact['kind'], recordedAt: number): StoredPaymentFact {
  const terms = { cents: 99_900, currency: 'USD', payees: ['pay@example.com'], live: false }
  const source = { gateway: 'rehearsal', attemptId: 'a1', orderId: 'o1', noticeId: kind, received: 0, refunded: 0 }
  return { ...terms, ...source, transactionId: 't1', kind, at: recordedAt, recordedAt }
}

function listSteps(...facts: StoredPaymentFact[]) {
  const history = { order, events: [], attempts: [attempt as unknown as StoredPaymentAttempt], decisions: [], notices: [], facts }
  return buildPaymentTimeline(history).map(({ kind, factKind, leadsTo }) => [factKind ?? kind, leadsTo])
}

test('only the settled payment makes the order Paid, not the pending one that shares its transaction', () => {
  const started = [
    ['placed', null],
    ['handedOver', null],
  ]
  const pendingThenPaid = [...started, ['pending', null], ['settled', 'Paid']]
  expect(listSteps(buildFact('pending', 3), buildFact('settled', 4))).toEqual(pendingThenPaid)
  expect(listSteps(buildFact('pending', 3), buildFact('settled', 3))).toEqual(pendingThenPaid)
  expect(listSteps(buildFact('settled', 3), buildFact('pending', 4))).toEqual([
    ...started,
    ['settled', 'Paid'],
    ['pending', null],
  ])
})

test('a refund by hand has an entry of its own, and its mark has only the decision', () => {
  const manualAttempt = { ...attempt, id: 'h1', gateway: MANUAL_GATEWAY, payee: 'pay@example.com' }
  const fields = { gateway: MANUAL_GATEWAY, attemptId: 'h1', noticeId: null }
  const facts = [
    { ...buildFact('settled', 3), ...fields, transactionId: 'h1' },
    { ...buildFact('refunded', 5), ...fields, transactionId: 'm1', parentTransactionId: 'h1' },
  ]
  const decision = { id: 'h1', kind: 'paidByHand', subject: 'h1', at: 3, actor: 'ada@example.com', reason: 'A check' }
  const history = {
    ...{ order, events: [], notices: [], facts },
    attempts: [manualAttempt as unknown as StoredPaymentAttempt],
    decisions: [decision as unknown as PaymentDecision],
  }
  expect(buildPaymentTimeline(history).map(({ kind, factKind, leadsTo }) => [factKind ?? kind, leadsTo])).toEqual([
    ['placed', null],
    ['paidByHand', 'Paid'],
    ['refunded', 'Cancelled'],
  ])
})

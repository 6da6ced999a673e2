import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PaymentFactKind, paymentFactKinds } from '#contract/sales/payment-kinds.ts'
import { MANUAL_GATEWAY } from '../payment-gateway.ts'
import {
  type ComputedReviewFlagKind,
  computePaymentState,
  type OrderPaymentState,
  type PaymentDecisionEffects,
} from './compute-payment-state.ts'
import type { PaymentAttemptTerms } from './payment-fact.ts'
import { type PaymentFact, REFUND_AND_DISPUTE_FACT_KINDS } from './payment-fact.ts'

const PRICE = 99_900
const firstAttempt: PaymentAttemptTerms = {
  id: 'a1',
  gateway: 'g',
  cents: PRICE,
  currency: 'USD',
  payee: 'pay@example.com',
  live: true,
}
const secondAttempt: PaymentAttemptTerms = { ...firstAttempt, id: 'a2', payee: 'new@example.com' }
const sandboxAttempt: PaymentAttemptTerms = { ...firstAttempt, id: 'a3', live: false }
const manualAttempt: PaymentAttemptTerms = { ...firstAttempt, id: 'h1', gateway: MANUAL_GATEWAY, payee: 'ada@example.com' }
const secondManualAttempt: PaymentAttemptTerms = { ...manualAttempt, id: 'h2' }

function buildFact(kind: PaymentFactKind, transactionId: string, changes: Partial<PaymentFact> = {}): PaymentFact {
  const { id, cents, currency, payee, live } = changes.attemptId === 'a2' ? secondAttempt : firstAttempt
  return { kind, transactionId, attemptId: id, cents, currency, payees: [payee], live, at: 0, ...changes }
}

const settledFact = (id = 't1', changes?: Partial<PaymentFact>) => buildFact('settled', id, changes)
const followUpFact = (kind: PaymentFactKind, id: string, cents = PRICE, parentTransactionId = 't1') =>
  buildFact(kind, id, { cents, parentTransactionId })

const noDecisions = { isCancelled: false, undoneTransactions: new Set<string>(), acceptedTransactions: new Set<string>() }

function compute(
  facts: readonly PaymentFact[],
  isCancelled = false,
  effects: Partial<PaymentDecisionEffects> = {},
): OrderPaymentState {
  return computePaymentState({
    attempts: [firstAttempt, secondAttempt, sandboxAttempt, manualAttempt, secondManualAttempt],
    facts,
    ...noDecisions,
    isCancelled,
    ...effects,
  })
}

const disputeFact = (kind: PaymentFactKind, caseId = 'c1') => ({
  ...followUpFact(kind, `${caseId} t1`, 0),
  currency: '',
  payees: [],
  dispute: { caseId },
})
const manualPayment = settledFact('h1', { attemptId: 'h1', payees: ['ada@example.com'] })

const IS_CANCELLED = true
const sandboxFields = { attemptId: 'a3', live: false }

describe('an order is', () => {
  const table: [title: string, facts: PaymentFact[], isCancelled: boolean, status: string, flags: ComputedReviewFlagKind[]][] = [
    ['unpaid without facts', [], false, 'UnPaid', []],
    ['canceled by its customer', [], IS_CANCELLED, 'Cancelled', []],
    ['unpaid while a payment is pending', [buildFact('pending', 't1')], false, 'UnPaid', ['pending']],
    ['canceled while a payment is pending', [buildFact('pending', 't1')], IS_CANCELLED, 'Cancelled', ['pending']],
    ['unpaid after a failure', [buildFact('failed', 't1')], false, 'UnPaid', ['failed']],
    [
      'unpaid after a pending payment fails',
      [buildFact('pending', 't1'), buildFact('failed', 't1')],
      false,
      'UnPaid',
      ['failed'],
    ],
    [
      'pending if another try follows a failure',
      [buildFact('failed', 't1'), buildFact('pending', 't2')],
      false,
      'UnPaid',
      ['pending'],
    ],
    ['paid', [settledFact()], false, 'Paid', []],
    ['paid once a pending payment settles', [buildFact('pending', 't1'), settledFact()], false, 'Paid', []],
    ['paid despite a late failure', [settledFact(), buildFact('failed', 't1')], false, 'Paid', []],
    ['paid despite another failed try', [settledFact(), buildFact('failed', 't2')], false, 'Paid', []],
    ['paid despite another pending try', [settledFact(), buildFact('pending', 't2')], false, 'Paid', []],
    ['paid after a cancel', [settledFact()], IS_CANCELLED, 'Paid', ['paidAfterCancel']],
    ['paid to the payee of a later attempt', [settledFact('t1', { attemptId: 'a2' })], false, 'Paid', []],
    [
      'paid to another email address of the payee',
      [settledFact('t1', { payees: ['own@example.com', 'pay@example.com'] })],
      false,
      'Paid',
      [],
    ],
    ['paid to the payee in other letter case', [settledFact('t1', { payees: ['Pay@Example.com'] })], false, 'Paid', []],
    [
      'paid after a partial refund',
      [settledFact(), followUpFact('refunded', 'r1', 10_000)],
      false,
      'Paid',
      ['partiallyRefunded'],
    ],
    ['canceled after a full refund', [settledFact(), followUpFact('refunded', 'r1')], false, 'Cancelled', ['refunded']],
    [
      'canceled after a full refund in parts',
      [settledFact(), followUpFact('refunded', 'r1', 90_000), followUpFact('refunded', 'r2', 9_900)],
      false,
      'Cancelled',
      ['refunded'],
    ],
    ['canceled after a reversal', [settledFact(), followUpFact('reversed', 'v1')], false, 'Cancelled', ['reversed']],
    [
      'paid after a reversal ends',
      [settledFact(), followUpFact('reversed', 'v1'), followUpFact('reversalCancelled', 'e1')],
      false,
      'Paid',
      [],
    ],
    [
      'paid if the end of a reversal names the reversal',
      [settledFact(), followUpFact('reversed', 'v1'), followUpFact('reversalCancelled', 'e1', PRICE, 'v1')],
      false,
      'Paid',
      [],
    ],
    [
      'paid if a reversal ends and a fee is missing',
      [settledFact(), followUpFact('reversed', 'v1'), followUpFact('reversalCancelled', 'e1', PRICE - 2_000)],
      false,
      'Paid',
      [],
    ],
    [
      'canceled after a second reversal',
      [
        settledFact(),
        followUpFact('reversed', 'v1'),
        followUpFact('reversalCancelled', 'e1', PRICE - 2_000),
        followUpFact('reversed', 'v2'),
      ],
      false,
      'Cancelled',
      ['reversed'],
    ],
    ['paid twice', [settledFact(), settledFact('t2')], false, 'Paid', ['doublePaid']],
    [
      'paid after the refund of one of two payments',
      [settledFact(), settledFact('t2'), followUpFact('refunded', 'r1')],
      false,
      'Paid',
      [],
    ],
    ['unpaid if the amount differs', [settledFact('t1', { cents: 100 })], false, 'UnPaid', ['review']],
    ['unpaid if the currency differs', [settledFact('t1', { currency: 'EUR' })], false, 'UnPaid', ['review']],
    ['unpaid if the payee differs', [settledFact('t1', { payees: ['other@example.com'] })], false, 'UnPaid', ['review']],
    ['unpaid if test money meets a live attempt', [settledFact('t1', { live: false })], false, 'UnPaid', ['review']],
    ['unpaid if the attempt is unknown', [settledFact('t1', { attemptId: 'elsewhere' })], false, 'UnPaid', ['review']],
    ['paid despite another wrong amount', [settledFact(), settledFact('t2', { cents: 100 })], false, 'Paid', ['review']],
    [
      'canceled once by a reversal that is also listed as a refund',
      [settledFact(), followUpFact('refunded', 'v1'), followUpFact('reversed', 'v1')],
      false,
      'Cancelled',
      ['reversed'],
    ],
    [
      'paid after a part was reversed that is also listed as a refund',
      [settledFact(), followUpFact('reversed', 'v1', 15_000), followUpFact('refunded', 'v1', 15_000)],
      false,
      'Paid',
      ['reversed'],
    ],
    [
      'canceled once by a reversal that names only its payment',
      [
        settledFact(),
        followUpFact('reversed', 't1'),
        followUpFact('refunded', 'r1', 10_000),
        followUpFact('refunded', 'v1', 89_900),
      ],
      false,
      'Cancelled',
      ['reversed'],
    ],
    [
      'paid despite a movement of money that isn’t a refund',
      [settledFact(), followUpFact('adjusted', 'x1', -2_000)],
      false,
      'Paid',
      ['unaccounted'],
    ],
    ['unpaid after an unknown status', [buildFact('adjusted', 't1')], false, 'UnPaid', ['unaccounted']],
    ['paid once the unknown status is known', [buildFact('adjusted', 't1'), settledFact()], false, 'Paid', []],
    [
      'paid after a lost dispute whose money hasn’t gone back',
      [settledFact(), disputeFact('disputed'), disputeFact('disputeLost')],
      false,
      'Paid',
      ['unaccounted'],
    ],
    [
      'canceled after a lost dispute and its reversal',
      [settledFact(), disputeFact('disputeLost'), followUpFact('reversed', 'v1')],
      false,
      'Cancelled',
      ['reversed'],
    ],
    ['unpaid if a refund comes before its payment', [followUpFact('refunded', 'r1')], false, 'UnPaid', ['review']],
    [
      'canceled if refunds exceed the payment',
      [settledFact(), followUpFact('refunded', 'r1'), followUpFact('refunded', 'r2')],
      false,
      'Cancelled',
      ['refunded', 'review'],
    ],
    [
      'canceled if one refund is above the payment',
      [settledFact(), followUpFact('refunded', 'r1', PRICE + 1)],
      false,
      'Cancelled',
      ['refunded', 'review'],
    ],
    ['paid while a refund is pending', [settledFact(), followUpFact('refundPending', 'r1')], false, 'Paid', []],
    [
      'canceled once a pending refund completes',
      [settledFact(), followUpFact('refundPending', 'r1'), followUpFact('refunded', 'r1')],
      false,
      'Cancelled',
      ['refunded'],
    ],
    ['paid during a dispute', [settledFact(), disputeFact('disputed')], false, 'Paid', ['dispute']],
    ['paid after a dispute closes', [settledFact(), disputeFact('disputed'), disputeFact('disputeClosed')], false, 'Paid', []],
    [
      'canceled while PayPal holds back a disputed payment',
      [settledFact(), disputeFact('disputed'), followUpFact('reversed', 'v1')],
      false,
      'Cancelled',
      ['reversed', 'dispute'],
    ],
    [
      'paid again after a won dispute',
      [settledFact(), disputeFact('disputed'), followUpFact('reversed', 'v1'), disputeFact('disputeWon')],
      false,
      'Paid',
      [],
    ],
    [
      'paid again if two facts report a won dispute',
      [settledFact(), followUpFact('reversed', 'v1'), disputeFact('disputeWon'), followUpFact('reversalCancelled', 'e1')],
      false,
      'Paid',
      [],
    ],
    [
      'canceled after a second, lost dispute',
      [settledFact(), followUpFact('reversed', 'v1'), disputeFact('disputeWon'), disputeFact('disputeLost', 'c2')],
      false,
      'Cancelled',
      ['reversed'],
    ],
    ['unpaid if a dispute comes before its payment', [disputeFact('disputed')], false, 'UnPaid', ['dispute']],
    ['paid by hand', [manualPayment], false, 'Paid', []],
    [
      'canceled if the payment behind a mark by hand is refunded',
      [manualPayment, followUpFact('refunded', 'r1')],
      false,
      'Cancelled',
      ['refunded'],
    ],
    [
      'canceled if the payment behind a mark by hand is reversed',
      [manualPayment, followUpFact('reversed', 'v1')],
      false,
      'Cancelled',
      ['reversed'],
    ],
    [
      'paid by hand after the refund of another payment',
      [manualPayment, settledFact(), followUpFact('refunded', 'r1')],
      false,
      'Paid',
      ['partiallyRefunded'],
    ],
    [
      'paid by live money despite refunded test money',
      [settledFact(), settledFact('t2', sandboxFields), { ...followUpFact('refunded', 'r2', PRICE, 't2'), ...sandboxFields }],
      false,
      'Paid',
      [],
    ],
  ]
  it.each(table)('%s', (_title, facts, isCancelled, paymentStatus, flags) => {
    expect(compute(facts, isCancelled)).toMatchObject({ paymentStatus, flags })
  })
})

it('sums up receipts, refunds and mismatched payments', () => {
  const facts = [
    settledFact(),
    followUpFact('refunded', 'r1', 10_000),
    settledFact('t2', { cents: 100 }),
    settledFact('t3', { currency: 'EUR' }),
  ]
  expect(compute(facts)).toMatchObject({ settled: PRICE, returned: 10_000, notCounted: 100 + PRICE })
  expect(compute(facts).mismatched.map(({ transactionId }) => transactionId)).toEqual(['t2', 't3'])
})

it('counts refunds above the payment to the cent', () => {
  const facts = [settledFact(), followUpFact('refunded', 'r1', PRICE + 501)]
  expect(compute(facts)).toMatchObject({ settled: PRICE, returned: PRICE + 501, uncounted: [] })
})

it('counts a mark by hand until an admin takes it back', () => {
  const effects = { undoneTransactions: new Set(['h1']) }
  expect(compute([manualPayment], false, effects)).toMatchObject({
    paymentStatus: 'UnPaid',
    settled: 0,
    notCounted: 0,
    flags: [],
  })
  expect(compute([manualPayment, settledFact()], false, effects)).toMatchObject({
    paymentStatus: 'Paid',
    settled: PRICE,
    flags: [],
  })
})

it('counts refunds of a mark by hand beside refunds of a payment that no notice reported', () => {
  const manualRefund = { ...followUpFact('refunded', 'm1', 10_000, 'h1'), attemptId: 'h1', payees: ['ada@example.com'] }
  const providerRefund = followUpFact('refunded', 'r1', 20_000)
  expect(compute([manualPayment, manualRefund, providerRefund])).toMatchObject({
    paymentStatus: 'Paid',
    settled: PRICE,
    returned: 30_000,
    flags: ['partiallyRefunded'],
    uncounted: [],
  })
})

it('counts the refunds of a mark by hand on the mark that replaces it', () => {
  const manualRefund = { ...followUpFact('refunded', 'm1', 10_000, 'h1'), attemptId: 'h1', payees: ['ada@example.com'] }
  const replacement = settledFact('h2', { attemptId: 'h2', payees: ['ada@example.com'] })
  const undoneTransactions = new Set(['h1'])
  expect(compute([manualPayment, manualRefund], false, { undoneTransactions })).toMatchObject({ settled: 0, flags: ['review'] })
  expect(compute([manualPayment, manualRefund, replacement], false, { undoneTransactions })).toMatchObject({
    paymentStatus: 'Paid',
    settled: PRICE,
    returned: 10_000,
    flags: ['partiallyRefunded'],
  })
})

it('returns what is left of each payment, and its pending refunds until they complete', () => {
  const pending = followUpFact('refundPending', 'r1', 50_000)
  const { arrivedPayments } = compute([settledFact(), settledFact('t2'), pending])
  expect(arrivedPayments).toEqual([
    { transactionId: 't1', net: PRICE, pendingRefunds: [pending] },
    { transactionId: 't2', net: PRICE, pendingRefunds: [] },
  ])
  expect(compute([settledFact(), pending, followUpFact('refunded', 'r1', 50_000)]).arrivedPayments).toEqual([
    { transactionId: 't1', net: PRICE - 50_000, pendingRefunds: [] },
  ])
  const wonDispute = [settledFact(), followUpFact('reversed', 'v1'), disputeFact('disputeWon')]
  expect(compute(wonDispute).arrivedPayments).toEqual([{ transactionId: 't1', net: PRICE, pendingRefunds: [] }])
  expect(compute([manualPayment, followUpFact('refunded', 'r1', 30_000)]).arrivedPayments).toEqual([
    { transactionId: 'h1', net: PRICE - 30_000, pendingRefunds: [] },
  ])
})

it('counts an accepted payment at its true amount, and its refunds', () => {
  const mismatchedFacts = [settledFact('t1', { cents: 90_000, payees: ['other@example.com'] })]
  const effects = { acceptedTransactions: new Set(['t1']) }
  expect(compute(mismatchedFacts)).toMatchObject({ paymentStatus: 'UnPaid', settled: 0, flags: ['review'] })
  expect(compute(mismatchedFacts, false, effects)).toMatchObject({
    paymentStatus: 'Paid',
    settled: 90_000,
    flags: [],
    mismatched: [],
  })
  const refundedState = compute([...mismatchedFacts, followUpFact('refunded', 'r1', 90_000)], false, effects)
  expect(refundedState).toMatchObject({ paymentStatus: 'Cancelled', returned: 90_000, flags: ['refunded'] })
  const euroState = compute([settledFact('t1', { currency: 'EUR' })], false, effects)
  expect(euroState).toMatchObject({ paymentStatus: 'UnPaid', settled: 0, flags: ['review'] })
})

it('returns the latest deadline of an open dispute', () => {
  const disputeDue = (at: number) => ({
    ...disputeFact('disputed'),
    transactionId: `c1 t1 ${at}`,
    dispute: { caseId: 'c1', dueAt: at },
  })
  expect(compute([settledFact(), disputeDue(20), disputeDue(30), disputeDue(10)]).disputes).toEqual([{ caseId: 'c1', dueAt: 30 }])
})

it('counts a transaction once if two gateways report it', () => {
  expect(compute([settledFact(), { ...settledFact(), at: 7 }])).toMatchObject({ settled: PRICE, flags: [] })
})

it('never adds live money to test money', () => {
  const [testPayment, refund] = [
    settledFact('t2', sandboxFields),
    { ...followUpFact('refunded', 'r2', 100, 't2'), ...sandboxFields },
  ]
  expect(compute([testPayment, refund])).toMatchObject({ paymentStatus: 'Paid', isTest: true, settled: PRICE, returned: 100 })
  const mixedState = compute([testPayment, refund, settledFact()])
  expect(mixedState).toMatchObject({ isTest: false, settled: PRICE, returned: 0, notCounted: PRICE })
  expect(new Set(mixedState.uncounted)).toEqual(new Set([testPayment, refund]))
})

it('handles transactions that name each other as parents', () => {
  const facts = [followUpFact('refunded', 'x', 1, 'y'), followUpFact('refunded', 'y', 1, 'x')]
  expect(compute(facts)).toMatchObject({ paymentStatus: 'UnPaid', flags: ['review'] })
})

describe('facts in any order and any number', () => {
  const kinds = [...paymentFactKinds]
  const anyFact = fc.record({
    kind: fc.constantFrom(...kinds),
    transactionId: fc.constantFrom('t1', 't2', 'r1', 'v1', 'e1'),
    parentTransactionId: fc.constantFrom(undefined, 't1', 't2', 'v1'),
    attemptId: fc.constantFrom('a1', 'a2', 'a3', 'h1', 'elsewhere', undefined),
    cents: fc.constantFrom(PRICE, PRICE, 100, 10_000),
    currency: fc.constantFrom('USD', 'USD', 'EUR'),
    payees: fc.constantFrom([firstAttempt.payee], [secondAttempt.payee], [manualAttempt.payee], ['other@example.com']),
    dispute: fc.constantFrom(undefined, { caseId: 'c1', dueAt: 1 }, { caseId: 'c2' }),
    live: fc.constantFrom(true, true, false),
    at: fc.nat(),
  })
  // The database stores one fact for each transaction and kind.
  const anyFacts = fc.uniqueArray(anyFact, { selector: ({ kind, transactionId }) => `${kind} ${transactionId}`, maxLength: 12 })
  const subsetOf = (...ids: string[]) => fc.subarray(ids).map((some) => new Set(some))
  const decisions = fc.record({ undoneTransactions: subsetOf('t2', 'h1'), acceptedTransactions: subsetOf('t1', 't2') })
  const shuffled = anyFacts.chain((facts) =>
    fc.tuple(
      fc.constant(facts),
      fc.shuffledSubarray(facts, { minLength: facts.length, maxLength: facts.length }),
      fc.boolean(),
      decisions,
    ),
  )
  const sortFacts = (some: readonly PaymentFact[]) => some.map((one) => JSON.stringify(one)).toSorted()
  const toComparable = ({ mismatched, uncounted, ...rest }: OrderPaymentState) => ({
    ...rest,
    mismatched: sortFacts(mismatched),
    uncounted: sortFacts(uncounted),
  })

  it('give the same payment state', () => {
    fc.assert(
      fc.property(shuffled, ([facts, reorderedFacts, isCancelled, effects]) => {
        const [one, other] = [compute(facts, isCancelled, effects), compute(reorderedFacts, isCancelled, effects)]
        expect(toComparable(other)).toEqual(toComparable(one))
      }),
      { numRuns: 10_000 },
    )
  })

  it('count each movement of money once, however often and as whatever kind it is told', () => {
    const share = fc.integer({ min: 1, max: PRICE / 4 })
    const told = fc.constantFrom('refunded', 'reversed', 'both')
    const movements = fc.array(fc.record({ cents: share, told }), { maxLength: 3 })
    const listed = fc.constantFrom<'no' | 'bare' | 'listed' | 'bareAndListed'>('no', 'bare', 'listed', 'bareAndListed')
    const history = fc.record({ movements, rest: listed, adjustments: fc.nat(2) }).chain(({ movements, rest, adjustments }) => {
      const parts = movements.flatMap(({ cents, told }, nth) =>
        (told === 'both' ? (['refunded', 'reversed'] as const) : [told]).map((kind) => ({
          ...followUpFact(kind as PaymentFactKind, `m${nth}`, cents),
          at: nth,
        })),
      )
      const moved = movements.reduce((sum, { cents }) => sum + cents, 0)
      const bare = followUpFact('reversed', 't1')
      const twin = { ...followUpFact('refunded', 'rest', PRICE - moved), at: 9 }
      const last = { no: [], bare: [bare], listed: [twin], bareAndListed: [bare, twin] }[rest]
      const fees = Array.from({ length: adjustments }, (_, nth) => followUpFact('adjusted', `x${nth}`, -2_000))
      const facts = [settledFact(), ...parts, ...last, ...fees]
      const returned = rest === 'no' ? moved : PRICE
      const repeated = fc.shuffledSubarray([...facts, ...facts], { minLength: facts.length * 2, maxLength: facts.length * 2 })
      return fc.record({ facts: repeated, returned: fc.constant(returned), adjustments: fc.constant(adjustments) })
    })
    fc.assert(
      fc.property(history, ({ facts, returned, adjustments }) => {
        const state = compute(facts)
        expect(state).toMatchObject({ settled: PRICE, returned, mismatched: [] })
        expect(state.unaccounted).toHaveLength(adjustments)
        expect(state.entries.reduce((sum, entry) => sum + entry.received - entry.refunded, 0)).toBe(PRICE - returned)
      }),
      { numRuns: 2_000 },
    )
  })

  it('take a payment back without a trace in the sums, in any order', () => {
    const takenBack = { ...settledFact('h1', { attemptId: 'h1' }), kind: 'takenBack' as const, parentTransactionId: 'h1' }
    const facts = [manualPayment, takenBack, settledFact(), followUpFact('refunded', 'r1', 10_000)]
    fc.assert(
      fc.property(fc.shuffledSubarray(facts), (some) => {
        const { entries, settled, returned } = compute(some, false, { undoneTransactions: new Set(['h1']) })
        const sum = (name: 'received' | 'refunded') => entries.reduce((all, entry) => all + entry[name], 0)
        expect([sum('received'), sum('refunded')]).toEqual([settled, returned])
        const pair = some.includes(manualPayment) && some.includes(takenBack)
        expect(entries.filter(({ fact }) => fact.transactionId === 'h1')).toHaveLength(pair ? 2 : 0)
      }),
    )
  })

  it('neither lose nor invent a cent', () => {
    fc.assert(
      fc.property(anyFacts, fc.boolean(), (facts, isCancelled) => {
        const { paymentStatus, settled, returned, notCounted, uncounted, flags, arrivedPayments } = compute(facts, isCancelled)
        expect(arrivedPayments.reduce((sum, { net }) => sum + net, 0)).toBe(settled - returned)
        const cents = (some: readonly PaymentFact[], kind: PaymentFactKind) =>
          some.filter((one) => one.kind === kind).reduce((sum, one) => sum + one.cents, 0)
        expect(settled + notCounted).toBe(cents(facts, 'settled'))
        expect(notCounted).toBe(cents(uncounted, 'settled'))
        // An ended reversal takes nothing away.
        const back = (kind: PaymentFactKind) => cents(facts, kind) - cents(uncounted, kind)
        expect(returned).toBeGreaterThanOrEqual(back('refunded'))
        expect(returned).toBeLessThanOrEqual(back('refunded') + back('reversed'))
        if (returned > settled) expect(flags).toContain('review')
        expect(paymentStatus === 'Paid').toBe(settled > returned)
        if (settled === 0) expect(paymentStatus).toBe(isCancelled ? 'Cancelled' : 'UnPaid')
        // Follow-up facts take the attempt of their payment.
        const payments = facts.filter(({ kind }) => !REFUND_AND_DISPUTE_FACT_KINDS.has(kind))
        expect(flags.includes('review') || payments.every(({ attemptId }) => /^(a[123]|h1)$/.test(attemptId ?? ''))).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})

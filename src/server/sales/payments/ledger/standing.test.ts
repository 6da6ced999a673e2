import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FactKind, factKinds } from '../../../../contract/sales/payment-states.ts'
import { BY_HAND } from '../gateway.ts'
import { type Attempt, COMES_BACK, type Fact } from './fact.ts'
import { type Decisions, type Standing, type StandingFlag, standingOf } from './standing.ts'

const PRICE = 99_900
const first: Attempt = { id: 'a1', gateway: 'g', cents: PRICE, currency: 'USD', payee: 'pay@example.com', live: true }
const second: Attempt = { ...first, id: 'a2', payee: 'new@example.com' }
const inSandbox: Attempt = { ...first, id: 'a3', live: false }
const byHand: Attempt = { ...first, id: 'h1', gateway: BY_HAND, payee: 'ada@example.com' }

function fact(kind: FactKind, transactionId: string, changes: Partial<Fact> = {}): Fact {
  const { id, cents, currency, payee, live } = changes.attemptId === 'a2' ? second : first
  return { kind, transactionId, attemptId: id, cents, currency, payees: [payee], live, at: 0, ...changes }
}

const settled = (id = 't1', changes?: Partial<Fact>) => fact('settled', id, changes)
const back = (kind: FactKind, id: string, cents = PRICE, parentTransactionId = 't1') =>
  fact(kind, id, { cents, parentTransactionId })

const nothing = { isCancelled: false, takenBack: new Set<string>(), accepted: new Set<string>() }

function standing(facts: readonly Fact[], isCancelled = false, decided: Partial<Decisions> = {}): Standing {
  return standingOf({ attempts: [first, second, inSandbox, byHand], facts, ...nothing, isCancelled, ...decided })
}

const disputed = (kind: FactKind, caseId = 'c1') => ({
  ...back(kind, `${caseId} t1`, 0),
  currency: '',
  payees: [],
  dispute: { caseId },
})
const settledByHand = settled('h1', { attemptId: 'h1', payees: ['ada@example.com'] })

const CANCELLED = true
/** A hand-off to the sandbox, and its payment there. */
const inTest = { attemptId: 'a3', live: false }

describe('an order stands', () => {
  const table: [what: string, facts: Fact[], isCancelled: boolean, status: string, flags: StandingFlag[]][] = [
    ['unpaid with nothing known', [], false, 'UnPaid', []],
    ['cancelled by its owner', [], CANCELLED, 'Cancelled', []],
    ['unpaid while a payment is looked at', [fact('pending', 't1')], false, 'UnPaid', ['pending']],
    ['cancelled while a payment is looked at', [fact('pending', 't1')], CANCELLED, 'Cancelled', ['pending']],
    ['unpaid after a failure', [fact('failed', 't1')], false, 'UnPaid', ['failed']],
    [
      'unpaid after a payment that was looked at failed',
      [fact('pending', 't1'), fact('failed', 't1')],
      false,
      'UnPaid',
      ['failed'],
    ],
    ['pending where another try follows a failure', [fact('failed', 't1'), fact('pending', 't2')], false, 'UnPaid', ['pending']],
    ['paid', [settled()], false, 'Paid', []],
    ['paid once a pending payment settles', [fact('pending', 't1'), settled()], false, 'Paid', []],
    ['paid though a failure comes late', [settled(), fact('failed', 't1')], false, 'Paid', []],
    ['paid though another try failed', [settled(), fact('failed', 't2')], false, 'Paid', []],
    ['paid though another try is looked at', [settled(), fact('pending', 't2')], false, 'Paid', []],
    ['paid after a cancel', [settled()], CANCELLED, 'Paid', ['paidAfterCancel']],
    ['paid to the payee that a later form named', [settled('t1', { attemptId: 'a2' })], false, 'Paid', []],
    [
      'paid to the payee by another of its addresses',
      [settled('t1', { payees: ['own@example.com', 'pay@example.com'] })],
      false,
      'Paid',
      [],
    ],
    ['paid to the payee in other capitals', [settled('t1', { payees: ['Pay@Example.com'] })], false, 'Paid', []],
    ['paid where a part went back', [settled(), back('refunded', 'r1', 10_000)], false, 'Paid', ['partiallyRefunded']],
    ['cancelled where all went back', [settled(), back('refunded', 'r1')], false, 'Cancelled', ['refunded']],
    [
      'cancelled where all went back in parts',
      [settled(), back('refunded', 'r1', 90_000), back('refunded', 'r2', 9_900)],
      false,
      'Cancelled',
      ['refunded'],
    ],
    ['cancelled where it was reversed', [settled(), back('reversed', 'v1')], false, 'Cancelled', ['reversed']],
    ['paid where a reversal ended', [settled(), back('reversed', 'v1'), back('reversalCancelled', 'e1')], false, 'Paid', []],
    [
      'paid where the end of a reversal names the reversal',
      [settled(), back('reversed', 'v1'), back('reversalCancelled', 'e1', PRICE, 'v1')],
      false,
      'Paid',
      [],
    ],
    [
      'paid where a reversal ended and less a fee came back',
      [settled(), back('reversed', 'v1'), back('reversalCancelled', 'e1', PRICE - 2_000)],
      false,
      'Paid',
      [],
    ],
    [
      'cancelled where it was reversed again',
      [settled(), back('reversed', 'v1'), back('reversalCancelled', 'e1', PRICE - 2_000), back('reversed', 'v2')],
      false,
      'Cancelled',
      ['reversed'],
    ],
    ['paid twice', [settled(), settled('t2')], false, 'Paid', ['doublePaid']],
    ['paid where one of two went back', [settled(), settled('t2'), back('refunded', 'r1')], false, 'Paid', []],
    ['unpaid by another amount', [settled('t1', { cents: 100 })], false, 'UnPaid', ['review']],
    ['unpaid by another currency', [settled('t1', { currency: 'EUR' })], false, 'UnPaid', ['review']],
    ['unpaid by a payment to somebody else', [settled('t1', { payees: ['other@example.com'] })], false, 'UnPaid', ['review']],
    ['unpaid by play money', [settled('t1', { live: false })], false, 'UnPaid', ['review']],
    ['unpaid by a hand-off of another order', [settled('t1', { attemptId: 'elsewhere' })], false, 'UnPaid', ['review']],
    ['paid beside a wrong amount', [settled(), settled('t2', { cents: 100 })], false, 'Paid', ['review']],
    ['unpaid where a refund comes before its payment', [back('refunded', 'r1')], false, 'UnPaid', ['review']],
    [
      'cancelled where more went back than came',
      [settled(), back('refunded', 'r1'), back('refunded', 'r2')],
      false,
      'Cancelled',
      ['refunded', 'review'],
    ],
    [
      'canceled if one refund is above the payment',
      [settled(), back('refunded', 'r1', PRICE + 1)],
      false,
      'Cancelled',
      ['refunded', 'review'],
    ],
    ['paid while a refund is on its way', [settled(), back('refundPending', 'r1')], false, 'Paid', []],
    [
      'canceled once a pending refund completes',
      [settled(), back('refundPending', 'r1'), back('refunded', 'r1')],
      false,
      'Cancelled',
      ['refunded'],
    ],
    ['paid while its payment is disputed', [settled(), disputed('disputed')], false, 'Paid', ['dispute']],
    ['paid once a dispute is closed', [settled(), disputed('disputed'), disputed('disputeClosed')], false, 'Paid', []],
    [
      'canceled while PayPal holds back a disputed payment',
      [settled(), disputed('disputed'), back('reversed', 'v1')],
      false,
      'Cancelled',
      ['reversed', 'dispute'],
    ],
    [
      'paid again where a dispute was won',
      [settled(), disputed('disputed'), back('reversed', 'v1'), disputed('disputeWon')],
      false,
      'Paid',
      [],
    ],
    [
      'paid again where both say that a dispute was won',
      [settled(), back('reversed', 'v1'), disputed('disputeWon'), back('reversalCancelled', 'e1')],
      false,
      'Paid',
      [],
    ],
    [
      'canceled after a second, lost dispute',
      [settled(), back('reversed', 'v1'), disputed('disputeWon'), disputed('disputeLost', 'c2')],
      false,
      'Cancelled',
      ['reversed'],
    ],
    ['unpaid where a dispute comes before its payment', [disputed('disputed')], false, 'UnPaid', ['dispute']],
    ['paid by hand', [settledByHand], false, 'Paid', []],
    [
      'canceled if the payment behind a mark by hand is refunded',
      [settledByHand, back('refunded', 'r1')],
      false,
      'Cancelled',
      ['refunded'],
    ],
    [
      'canceled if the payment behind a mark by hand is reversed',
      [settledByHand, back('reversed', 'v1')],
      false,
      'Cancelled',
      ['reversed'],
    ],
    [
      'paid beside a mark by hand where the other payment went back',
      [settledByHand, settled(), back('refunded', 'r1')],
      false,
      'Paid',
      ['partiallyRefunded'],
    ],
    [
      'paid by live money, regardless of test money',
      [settled(), settled('t2', inTest), { ...back('refunded', 'r2', PRICE, 't2'), ...inTest }],
      false,
      'Paid',
      [],
    ],
  ]
  it.each(table)('%s', (_what, facts, isCancelled, paymentStatus, flags) => {
    expect(standing(facts, isCancelled)).toMatchObject({ paymentStatus, flags })
  })
})

it('counts what came, what went back, and what was not asked for', () => {
  const facts = [settled(), back('refunded', 'r1', 10_000), settled('t2', { cents: 100 }), settled('t3', { currency: 'EUR' })]
  expect(standing(facts)).toMatchObject({ settled: PRICE, returned: 10_000, notCounted: 100 + PRICE })
  expect(standing(facts).doubtful.map(({ transactionId }) => transactionId)).toEqual(['t2', 't3'])
})

it('counts refunds above the payment to the cent', () => {
  const facts = [settled(), back('refunded', 'r1', PRICE + 501)]
  expect(standing(facts)).toMatchObject({ settled: PRICE, returned: PRICE + 501, uncounted: [] })
})

it('counts a mark by hand until it is taken back', () => {
  const decided = { takenBack: new Set(['h1']) }
  expect(standing([settledByHand], false, decided)).toMatchObject({
    paymentStatus: 'UnPaid',
    settled: 0,
    notCounted: 0,
    flags: [],
  })
  expect(standing([settledByHand, settled()], false, decided)).toMatchObject({ paymentStatus: 'Paid', settled: PRICE, flags: [] })
})

it('counts an accepted payment at its true amount, and its refunds', () => {
  const wrong = [settled('t1', { cents: 90_000, payees: ['other@example.com'] })]
  const decided = { accepted: new Set(['t1']) }
  expect(standing(wrong)).toMatchObject({ paymentStatus: 'UnPaid', settled: 0, flags: ['review'] })
  expect(standing(wrong, false, decided)).toMatchObject({ paymentStatus: 'Paid', settled: 90_000, flags: [], doubtful: [] })
  const refunded = standing([...wrong, back('refunded', 'r1', 90_000)], false, decided)
  expect(refunded).toMatchObject({ paymentStatus: 'Cancelled', returned: 90_000, flags: ['refunded'] })
  const euros = standing([settled('t1', { currency: 'EUR' })], false, decided)
  expect(euros).toMatchObject({ paymentStatus: 'UnPaid', settled: 0, flags: ['review'] })
})

it('names the last deadline of an open dispute', () => {
  const due = (at: number) => ({ ...disputed('disputed'), transactionId: `c1 t1 ${at}`, dispute: { caseId: 'c1', dueAt: at } })
  expect(standing([settled(), due(20), due(30), due(10)]).disputes).toEqual([{ caseId: 'c1', dueAt: 30 }])
})

it('counts a transaction once that two gateways report', () => {
  expect(standing([settled(), { ...settled(), at: 7 }])).toMatchObject({ settled: PRICE, flags: [] })
})

it('never adds up live money and test money', () => {
  const [tested, refund] = [settled('t2', inTest), { ...back('refunded', 'r2', 100, 't2'), ...inTest }]
  expect(standing([tested, refund])).toMatchObject({ paymentStatus: 'Paid', isTest: true, settled: PRICE, returned: 100 })
  const both = standing([tested, refund, settled()])
  expect(both).toMatchObject({ isTest: false, settled: PRICE, returned: 0, notCounted: PRICE })
  expect(new Set(both.uncounted)).toEqual(new Set([tested, refund]))
})

it('ends where transactions name each other in a circle', () => {
  const facts = [back('refunded', 'x', 1, 'y'), back('refunded', 'y', 1, 'x')]
  expect(standing(facts)).toMatchObject({ paymentStatus: 'UnPaid', flags: ['review'] })
})

describe('facts in any order and any number', () => {
  const kinds = [...factKinds]
  const anyFact = fc.record({
    kind: fc.constantFrom(...kinds),
    transactionId: fc.constantFrom('t1', 't2', 'r1', 'v1', 'e1'),
    parentTransactionId: fc.constantFrom(undefined, 't1', 't2', 'v1'),
    attemptId: fc.constantFrom('a1', 'a2', 'a3', 'h1', 'elsewhere', undefined),
    cents: fc.constantFrom(PRICE, PRICE, 100, 10_000),
    currency: fc.constantFrom('USD', 'USD', 'EUR'),
    payees: fc.constantFrom([first.payee], [second.payee], [byHand.payee], ['other@example.com']),
    dispute: fc.constantFrom(undefined, { caseId: 'c1', dueAt: 1 }, { caseId: 'c2' }),
    live: fc.constantFrom(true, true, false),
    at: fc.nat(),
  })
  // As the table of facts keeps them: one for each transaction and kind.
  const anyFacts = fc.uniqueArray(anyFact, { selector: ({ kind, transactionId }) => `${kind} ${transactionId}`, maxLength: 12 })
  const someOf = (...ids: string[]) => fc.subarray(ids).map((some) => new Set(some))
  const decisions = fc.record({ takenBack: someOf('t2', 'h1'), accepted: someOf('t1', 't2') })
  const shuffled = anyFacts.chain((facts) =>
    fc.tuple(
      fc.constant(facts),
      fc.shuffledSubarray(facts, { minLength: facts.length, maxLength: facts.length }),
      fc.boolean(),
      decisions,
    ),
  )
  const sorted = (some: readonly Fact[]) => some.map((one) => JSON.stringify(one)).toSorted()
  const comparable = ({ doubtful, uncounted, ...rest }: Standing) => ({
    ...rest,
    doubtful: sorted(doubtful),
    uncounted: sorted(uncounted),
  })

  it('make one standing', () => {
    fc.assert(
      fc.property(shuffled, ([facts, otherwise, isCancelled, decided]) => {
        const [one, other] = [standing(facts, isCancelled, decided), standing(otherwise, isCancelled, decided)]
        expect(comparable(other)).toEqual(comparable(one))
      }),
      { numRuns: 10_000 },
    )
  })

  it('lose no cent and invent none', () => {
    fc.assert(
      fc.property(anyFacts, fc.boolean(), (facts, isCancelled) => {
        const { paymentStatus, settled, returned, notCounted, uncounted, flags } = standing(facts, isCancelled)
        const cents = (some: readonly Fact[], kind: FactKind) =>
          some.filter((one) => one.kind === kind).reduce((sum, one) => sum + one.cents, 0)
        expect(settled + notCounted).toBe(cents(facts, 'settled'))
        expect(notCounted).toBe(cents(uncounted, 'settled'))
        // A reversal that ended takes nothing away. All other returned money is gone.
        const back = (kind: FactKind) => cents(facts, kind) - cents(uncounted, kind)
        expect(returned).toBeGreaterThanOrEqual(back('refunded'))
        expect(returned).toBeLessThanOrEqual(back('refunded') + back('reversed'))
        if (returned > settled) expect(flags).toContain('review')
        expect(paymentStatus === 'Paid').toBe(settled > returned)
        if (settled === 0) expect(paymentStatus).toBe(isCancelled ? 'Cancelled' : 'UnPaid')
        // What comes back is its payment's, whatever it says itself.
        const payments = facts.filter(({ kind }) => !COMES_BACK.has(kind))
        expect(flags.includes('review') || payments.every(({ attemptId }) => /^(a[123]|h1)$/.test(attemptId ?? ''))).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})

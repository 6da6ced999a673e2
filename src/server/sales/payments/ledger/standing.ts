import type { PaymentStatus } from '../../../../contract/sales/order-states.ts'
import type { FactKind, PaymentFlag } from '../../../../contract/sales/payment-states.ts'
import { BY_HAND } from '../gateway.ts'
import type { Intent } from '../store.ts'
import { type Entry, entriesOf, largestFirst } from './entries.ts'
import { type Attempt, COMES_BACK, type Comparison, compare, DISPUTE_KINDS, type Fact } from './fact.ts'

/** The flags that follow from what is known of one order. */
export type StandingFlag = Exclude<
  PaymentFlag,
  'refused' | 'notCaptured' | 'refundUnclear' | 'orphan' | 'forged' | 'unreadable' | 'unverified'
>

/** How an order stands; amounts in cents. */
export type Standing = {
  paymentStatus: PaymentStatus
  flags: StandingFlag[]
  /** Whether test money counts. If live money arrived, only live money counts. */
  isTest: boolean
  settled: number
  /** What refunds and open reversals took back. It can exceed `settled`. */
  returned: number
  /** What arrived and was not what was asked for. */
  notCounted: number
  /** What each fact adds: they sum up to `settled` and `returned`. */
  entries: readonly Entry[]
  /** The facts that change none of these amounts. */
  uncounted: readonly Fact[]
  /** The facts behind a review: not as asked for, or more back than ever came. */
  doubtful: readonly Fact[]
  /** The open disputes, sorted by case id. */
  disputes: readonly Dispute[]
}

/** What people decided about an order's payments. */
export type Decisions = {
  isCancelled: boolean
  /** The transactions of marks by hand that an admin took back. */
  takenBack: ReadonlySet<string>
  /** The transactions that don't match and that an admin accepted. */
  accepted: ReadonlySet<string>
}

export function decisionsOf(intents: readonly Pick<Intent, 'kind' | 'subject'>[]): Decisions {
  const about = (wanted: Intent['kind']) =>
    new Set(intents.flatMap(({ kind, subject }) => (kind === wanted && subject !== null ? [subject] : [])))
  return {
    isCancelled: intents.some(({ kind }) => kind === 'cancel'),
    takenBack: about('paidByHandTakenBack'),
    accepted: about('mismatchAccepted'),
  }
}

/** All that decides how an order stands; of the facts one for each transaction and kind. */
export type History = Decisions & { attempts: readonly Attempt[]; facts: readonly Fact[] }

/** A dispute that the provider has not closed. `dueAt` is the latest deadline, epoch ms. */
export type Dispute = { caseId: string; dueAt: number | undefined }

/** One payment with what became of it. */
type Payment = {
  facts: readonly Fact[]
  isTest: boolean
  isByHand: boolean
  settled: number
  refunded: number
  reversed: number
  net: number
  isPending: boolean
  hasFailed: boolean
  entries: readonly Entry[]
  uncounted: readonly Fact[]
  doubtful: readonly Fact[]
}

type Sums = {
  net: number
  settled: number
  payments: readonly Payment[]
  isCancelled: boolean
  disputes: readonly Dispute[]
}

/** The first rule that holds gives the status. */
const STATUS: readonly (readonly [PaymentStatus, (sums: Sums) => boolean])[] = [
  // Money that is here outweighs everything else: a cancel before it, a late failure after it.
  ['Paid', ({ net }) => net > 0],
  // It was here, and all of it went back.
  ['Cancelled', ({ settled }) => settled > 0],
  ['Cancelled', ({ isCancelled }) => isCancelled],
  ['UnPaid', () => true],
]

/** Every rule that holds raises its flag. */
const FLAGS: Readonly<Record<StandingFlag, (sums: Sums) => boolean>> = {
  pending: ({ settled, payments }) => settled === 0 && payments.some(({ isPending }) => isPending),
  failed: ({ settled, payments, isCancelled }) =>
    settled === 0 && !isCancelled && payments.some(({ hasFailed }) => hasFailed) && !payments.some(({ isPending }) => isPending),
  paidAfterCancel: ({ net, isCancelled }) => net > 0 && isCancelled,
  // Beside a mark by hand, the refunded payment may be the one that the mark stands for.
  partiallyRefunded: ({ net, payments }) =>
    payments.some((one) => one.net > 0 && one.refunded > 0) ||
    (net > 0 && payments.some(({ isByHand }) => isByHand) && payments.some(({ refunded }) => refunded > 0)),
  refunded: ({ net, settled, payments }) => settled > 0 && net <= 0 && payments.every(({ reversed }) => reversed === 0),
  reversed: ({ payments }) => payments.some(({ reversed }) => reversed > 0),
  doublePaid: ({ payments }) => payments.filter(({ net }) => net > 0).length > 1,
  dispute: ({ disputes }) => disputes.length > 0,
  review: ({ payments }) => payments.some(({ doubtful }) => doubtful.length > 0),
}

export const STANDING_FLAGS = Object.keys(FLAGS) as StandingFlag[]

/**
 * How an order stands by all that is known of its payments. A function of the set: the order in which facts arrive
 * makes no difference, and no clock is asked.
 */
export function standingOf({ attempts, facts: told, isCancelled, takenBack, accepted }: History): Standing {
  const facts = told.filter(({ transactionId }) => !takenBack.has(transactionId))
  const byId = new Map(attempts.map((attempt) => [attempt.id, attempt]))
  const compareWithHandOff = (fact: Fact) => {
    const attempt = byId.get(fact.attemptId ?? '')
    return attempt && compare(fact, attempt)
  }
  const isByHand = (fact: Fact) => byId.get(fact.attemptId ?? '')?.gateway === BY_HAND
  const groups = [...byPayment(facts, isByHand).values()]
  const all = groups.map((group) => paymentOf(withHandOff(group), { accepted, isByHand, compareWithHandOff }))
  const isLive = all.some((one) => one.settled > 0 && !one.isTest)
  const isLeftOut = (one: Payment) => isLive && one.settled > 0 && one.isTest
  const payments = all.filter((one) => !isLeftOut(one))
  const [settled, net] = [sum(payments.map((one) => one.settled)), sum(payments.map((one) => one.net))]
  const disputes = openDisputes(facts)
  const sums = { net, settled, payments, isCancelled, disputes }
  const [status] = STATUS.find(([, holds]) => holds(sums)) as (typeof STATUS)[number]
  const withdrawn = told.filter(({ transactionId }) => takenBack.has(transactionId))
  const uncounted = [...withdrawn, ...all.flatMap((one) => (isLeftOut(one) ? one.facts : one.uncounted))]
  return {
    paymentStatus: status,
    flags: STANDING_FLAGS.filter((flag) => FLAGS[flag](sums)),
    isTest: !isLive && settled > 0,
    settled,
    returned: settled - net,
    notCounted: sum(uncounted.filter((fact) => fact.kind === 'settled' && !withdrawn.includes(fact)).map(({ cents }) => cents)),
    entries: payments.flatMap((one) => one.entries),
    uncounted,
    doubtful: payments.flatMap(({ doubtful }) => doubtful),
    disputes,
  }
}

/** Returns the facts that make up the amounts, one for each kind and transaction. */
export function countedFacts<One extends Fact>(facts: readonly One[], { uncounted }: Standing): One[] {
  const isCounted = (fact: One) => !uncounted.some((one) => one.transactionId === fact.transactionId && one.kind === fact.kind)
  return [...new Map(facts.filter(isCounted).map((fact) => [`${fact.kind} ${fact.transactionId}`, fact])).values()]
}

/** Groups facts by payment, one for each kind and transaction. The end of a reversal may name the reversal, not the payment. */
function byPayment(all: readonly Fact[], isByHand: (fact: Fact) => boolean): Map<string, Fact[]> {
  // Two gateways may report the same transaction. Sorting picks the same report whichever came first.
  const sorted = all.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  const facts = [...new Map(sorted.map((fact) => [`${fact.kind} ${fact.transactionId}`, fact])).values()]
  const parents = new Map<string, string>()
  for (const { transactionId, parentTransactionId: parent } of facts) {
    // Of several that contradict each other always the same, whichever came first.
    const known = parents.get(transactionId)
    if (parent !== undefined && (known === undefined || parent < known)) parents.set(transactionId, parent)
  }
  // A payment is its own, whatever else is told under its name.
  for (const { kind, transactionId } of facts) if (!COMES_BACK.has(kind)) parents.delete(transactionId)
  const rootOf = (id: string, seen: readonly string[] = []): string => {
    const parent = parents.get(id)
    return parent === undefined || seen.includes(parent) ? id : rootOf(parent, [...seen, id])
  }
  const groups = Map.groupBy(facts, ({ transactionId }) => rootOf(transactionId))
  // A refund of an unreported payment belongs to the mark by hand, if there is one.
  const [marked] = facts.filter(isByHand).map(({ transactionId }) => transactionId)
  if (marked === undefined) return groups
  const isTold = (root: string) => groups.get(root)?.some(({ kind }) => !COMES_BACK.has(kind))
  return Map.groupBy(facts, ({ transactionId }) => (isTold(rootOf(transactionId)) ? rootOf(transactionId) : marked))
}

/** What comes back is told with or without the hand-off: it is that of the payment, whatever it says itself. */
function withHandOff(group: readonly Fact[]): Fact[] {
  const named = group.filter(({ kind }) => !COMES_BACK.has(kind)).map(({ attemptId }) => attemptId)
  // Of several always the same, whichever came first.
  const attemptId = named.filter((id) => id !== undefined).toSorted()[0]
  return group.map((fact) => (COMES_BACK.has(fact.kind) && attemptId !== undefined ? { ...fact, attemptId } : fact))
}

type Known = Pick<Decisions, 'accepted'> & {
  isByHand: (fact: Fact) => boolean
  compareWithHandOff: (fact: Fact) => Comparison | undefined
}

function paymentOf(group: readonly Fact[], { accepted, isByHand, compareWithHandOff }: Known): Payment {
  const isAccepted = group.some(({ transactionId }) => accepted.has(transactionId))
  const isAsAsked = (fact: Fact) => {
    const same = compareWithHandOff(fact)
    if (!same) return false
    // Refunds and the like match by the payment that they name. `doubtful` below judges their amounts.
    if (COMES_BACK.has(fact.kind) || isAccepted) return same.currency && same.account
    return Object.values(same).every(Boolean)
  }
  const facts = group.filter(({ kind }) => MOVES.has(kind))
  const counted = Map.groupBy(facts.filter(isAsAsked), ({ kind }) => kind)
  const of = (kind: FactKind) => counted.get(kind) ?? []
  const total = (kind: FactKind) => sum(of(kind).map(({ cents }) => cents))
  const settled = total('settled')
  const refunds = total('refunded')
  // The provider doesn't say which reversal has ended, so assume that the largest ones stay.
  const open = openReversals(group, of('reversed').length, of('reversalCancelled').length)
  const reversals = sum(
    largestFirst(of('reversed'))
      .slice(0, open)
      .map(({ cents }) => cents),
  )
  // A refund counts only once its payment has arrived.
  const hasArrived = settled > 0
  const isBack = ({ kind }: Fact) => COMES_BACK.has(kind)
  return {
    facts: group,
    isTest: of('settled').some(({ live }) => !live),
    isByHand: group.some(isByHand),
    settled,
    refunded: hasArrived ? refunds : 0,
    reversed: hasArrived ? reversals : 0,
    net: hasArrived ? settled - refunds - reversals : 0,
    isPending: !hasArrived && of('failed').length === 0 && of('pending').length > 0,
    hasFailed: !hasArrived && of('failed').length > 0,
    entries: hasArrived ? entriesOf(group, counted, open) : [],
    uncounted: facts.filter((fact) => !isAsAsked(fact) || (!hasArrived && isBack(fact))),
    doubtful: facts.filter((fact) => !isAsAsked(fact) || (refunds + reversals > settled && isBack(fact))),
  }
}

/** The facts that move money. Disputes and pending refunds move none. */
const MOVES: ReadonlySet<FactKind> = new Set(['settled', 'pending', 'failed', 'refunded', 'reversed', 'reversalCancelled'])

/**
 * Returns how many reversals are open. Each end closes one, by count, because the returned amount may lack a fee. A won
 * dispute closes one too, except a reversal that belongs to a lost dispute.
 */
function openReversals(group: readonly Fact[], reversed: number, ended: number): number {
  const cases = (kind: FactKind) => new Set(group.filter((fact) => fact.kind === kind).map(caseOf)).size
  const won = Math.min(cases('disputeWon'), Math.max(0, reversed - cases('disputeLost')))
  return Math.max(0, reversed - Math.max(ended, won))
}

function openDisputes(facts: readonly Fact[]): Dispute[] {
  const cases = Map.groupBy(
    facts.filter(({ kind }) => DISPUTE_KINDS.has(kind)),
    caseOf,
  )
  const open = [...cases].filter(([, told]) => told.every(({ kind }) => kind === 'disputed'))
  return open
    .map(([caseId, told]) => {
      const deadlines = told.flatMap(({ dispute }) => dispute?.dueAt ?? [])
      return { caseId, dueAt: deadlines.length > 0 ? Math.max(...deadlines) : undefined }
    })
    .toSorted((a, b) => (a.caseId < b.caseId ? -1 : 1))
}

function caseOf({ dispute, transactionId }: Fact): string {
  return dispute?.caseId ?? transactionId
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}

import type { PaymentStatus } from '../../../contract/order-states.ts'
import type { FactKind, PaymentFlag } from '../../../contract/payment-states.ts'
import { type Attempt, COMES_BACK, type Comparison, compare, type Fact } from './fact.ts'

/** The flags that follow from what is known of one order. */
export type StandingFlag = Exclude<PaymentFlag, 'orphan' | 'forged' | 'unreadable' | 'unverified'>

/** How an order stands; amounts in cents. */
export type Standing = {
  paymentStatus: PaymentStatus
  flags: StandingFlag[]
  /** Whether the money that counts is test money: live money outweighs it, and the two are never added up. */
  isTest: boolean
  settled: number
  /** What went back, by refunds and by reversals that still stand: more than came where the provider says so. */
  returned: number
  /** What arrived and was not what was asked for. */
  notCounted: number
  /** The facts that change none of these amounts. */
  uncounted: readonly Fact[]
  /** The facts behind a review: not as asked for, or more back than ever came. */
  doubtful: readonly Fact[]
}

/** All that decides how an order stands; of the facts one for each transaction and kind. */
export type History = { attempts: readonly Attempt[]; facts: readonly Fact[]; isCancelled: boolean }

/** One payment with what became of it. */
type Payment = {
  facts: readonly Fact[]
  isTest: boolean
  settled: number
  refunded: number
  reversed: number
  net: number
  isPending: boolean
  hasFailed: boolean
  uncounted: readonly Fact[]
  doubtful: readonly Fact[]
}

type Sums = { net: number; settled: number; payments: readonly Payment[]; isCancelled: boolean }

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
  partiallyRefunded: ({ payments }) => payments.some(({ net, refunded }) => net > 0 && refunded > 0),
  refunded: ({ net, settled, payments }) => settled > 0 && net <= 0 && payments.every(({ reversed }) => reversed === 0),
  reversed: ({ payments }) => payments.some(({ reversed }) => reversed > 0),
  doublePaid: ({ payments }) => payments.filter(({ net }) => net > 0).length > 1,
  review: ({ payments }) => payments.some(({ doubtful }) => doubtful.length > 0),
}

/**
 * How an order stands by all that is known of its payments. A function of the set: the order in which facts arrive
 * makes no difference, and no clock is asked.
 */
export function standingOf({ attempts, facts, isCancelled }: History): Standing {
  const byId = new Map(attempts.map((attempt) => [attempt.id, attempt]))
  const compareWithHandOff = (fact: Fact) => {
    const attempt = byId.get(fact.attemptId ?? '')
    return attempt && compare(fact, attempt)
  }
  const all = [...byPayment(facts).values()].map((group) => paymentOf(withHandOff(group), compareWithHandOff))
  const isLive = all.some((one) => one.settled > 0 && !one.isTest)
  const isLeftOut = (one: Payment) => isLive && one.settled > 0 && one.isTest
  const payments = all.filter((one) => !isLeftOut(one))
  const [settled, net] = [sum(payments.map((one) => one.settled)), sum(payments.map((one) => one.net))]
  const sums = { net, settled, payments, isCancelled }
  const [status] = STATUS.find(([, holds]) => holds(sums)) as (typeof STATUS)[number]
  const uncounted = all.flatMap((one) => (isLeftOut(one) ? one.facts : one.uncounted))
  return {
    paymentStatus: status,
    flags: (Object.keys(FLAGS) as StandingFlag[]).filter((flag) => FLAGS[flag](sums)),
    isTest: !isLive && settled > 0,
    settled,
    returned: settled - net,
    notCounted: sum(uncounted.filter(({ kind }) => kind === 'settled').map(({ cents }) => cents)),
    uncounted,
    doubtful: payments.flatMap(({ doubtful }) => doubtful),
  }
}

/** The facts that make up the amounts of a standing. */
export function countedFacts<One extends Fact>(facts: readonly One[], { uncounted }: Standing): One[] {
  return facts.filter((fact) => !uncounted.some((one) => one.transactionId === fact.transactionId && one.kind === fact.kind))
}

/** The facts of each payment. The end of a reversal may name the reversal, which names the payment. */
function byPayment(facts: readonly Fact[]): Map<string, Fact[]> {
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
  return Map.groupBy(facts, ({ transactionId }) => rootOf(transactionId))
}

/** What comes back is told with or without the hand-off: it is that of the payment, whatever it says itself. */
function withHandOff(group: readonly Fact[]): Fact[] {
  const named = group.filter(({ kind }) => !COMES_BACK.has(kind)).map(({ attemptId }) => attemptId)
  // Of several always the same, whichever came first.
  const attemptId = named.filter((id) => id !== undefined).toSorted()[0]
  return group.map((fact) => (COMES_BACK.has(fact.kind) && attemptId !== undefined ? { ...fact, attemptId } : fact))
}

function paymentOf(facts: readonly Fact[], compareWithHandOff: (fact: Fact) => Comparison | undefined): Payment {
  const isAsAsked = (fact: Fact) => {
    const same = compareWithHandOff(fact)
    if (!same) return false
    // What comes back is known by the payment that it names; how much is told below.
    return COMES_BACK.has(fact.kind) ? same.currency && same.account : Object.values(same).every(Boolean)
  }
  const counted = Map.groupBy(facts.filter(isAsAsked), ({ kind }) => kind)
  const of = (kind: FactKind) => counted.get(kind) ?? []
  const total = (kind: FactKind) => sum(of(kind).map(({ cents }) => cents))
  const settled = total('settled')
  const refunds = total('refunded')
  // Each end of a reversal ends one, by count: what comes back may be less a fee. Which ones is not told; the largest stay.
  const open = Math.max(0, of('reversed').length - of('reversalCancelled').length)
  const reversals = sum(
    of('reversed')
      .map(({ cents }) => cents)
      .toSorted((a, b) => b - a)
      .slice(0, open),
  )
  // A refund waits for the payment that it names.
  const hasArrived = settled > 0
  const isBack = ({ kind }: Fact) => COMES_BACK.has(kind)
  return {
    facts,
    isTest: of('settled').some(({ live }) => !live),
    settled,
    refunded: hasArrived ? refunds : 0,
    reversed: hasArrived ? reversals : 0,
    net: hasArrived ? settled - refunds - reversals : 0,
    isPending: !hasArrived && of('failed').length === 0 && of('pending').length > 0,
    hasFailed: !hasArrived && of('failed').length > 0,
    uncounted: facts.filter((fact) => !isAsAsked(fact) || (!hasArrived && isBack(fact))),
    doubtful: facts.filter((fact) => !isAsAsked(fact) || (refunds + reversals > settled && isBack(fact))),
  }
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}

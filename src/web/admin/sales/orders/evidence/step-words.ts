import { dollarsAndCents } from '../../../../../contract/grammar/money.ts'
import type { Order } from '../../../../../contract/sales/orders.ts'
import type { EvidenceFact, EvidenceStep, PaymentEvidence } from '../../../../../contract/sales/payment-evidence.ts'
import type { FactKind } from '../../../../../contract/sales/payment-states.ts'
import { moneyIn } from '../../payments/flag-text.tsx'

/** One line of the timeline in words, and how it is marked. */
export type ToldStep = EvidenceStep & {
  title: string
  detail: string
  look: 'plain' | 'good' | 'bad'
  /** What it told, of a step that is about a payment. */
  fact?: EvidenceFact
}

/** What happened to an order's money, line by line. */
export function tellSteps(order: Order, evidence: PaymentEvidence): ToldStep[] {
  const nextFact = factsInTurn(evidence)
  return evidence.steps.map((step) => {
    const fact = step.kind === 'fact' ? nextFact(step.subject) : undefined
    return { ...step, look: 'plain', fact, ...TELL[step.kind]({ step, order, evidence, fact }) }
  })
}

type Known = { step: EvidenceStep; order: Order; evidence: PaymentEvidence; fact: EvidenceFact | undefined }
type Words = Pick<ToldStep, 'title' | 'detail'> & Partial<Pick<ToldStep, 'look'>>

/** Each kind of line; one that is forgotten does not compile. */
const TELL: Readonly<Record<EvidenceStep['kind'], (known: Known) => Words>> = {
  placed: ({ order: { customerName, packageName, packagePrice } }) => ({
    title: 'Order placed',
    detail: `${customerName}, ${packageName}, ${dollarsAndCents(packagePrice)}`,
  }),
  handedOver: ({ step, evidence: { attempts } }) => ({
    title: `Sent to ${gatewayName(attempts.find(({ _id }) => _id === step.subject)?.gateway)}`,
    detail: '',
  }),
  cancelled: ({ step }) => ({
    title: 'Customer pressed cancel',
    detail: step.leadsTo === 'Cancelled' ? 'Shown as Cancelled from here' : by(step),
  }),
  fact: ({ step: { subject, leadsTo }, fact }) => {
    const transaction = `Transaction ${subject}`
    if (!fact) return { title: 'Told of a payment', detail: transaction }
    const title = Number(fact.amount) === 0 ? FACTS[fact.kind] : `${FACTS[fact.kind]}, ${moneyIn(fact.amount, fact.currency)}`
    if (!fact.isCounted) return { title, detail: `${transaction}. Not counted: not what was asked for`, look: 'bad' }
    if (fact.kind !== 'settled') return { title, detail: transaction }
    return { title, detail: `${transaction}${leadsTo === 'Paid' ? '. The money is here' : ''}`, look: 'good' }
  },
  paidByHand: ({ step }) => ({
    title: 'Marked as paid by hand',
    detail: [
      because(step),
      step.method && `Method: ${step.method}`,
      step.reference && `reference ${step.reference}`,
      step.paidOn && `paid on ${step.paidOn}`,
    ]
      .filter(Boolean)
      .join(', '),
    look: 'good',
  }),
  paidByHandTakenBack: ({ step }) => ({ title: 'Undid the mark as paid', detail: because(step), look: 'bad' }),
  mismatchAccepted: ({ step }) => ({ title: 'Accepted a payment that doesn’t match', detail: because(step), look: 'good' }),
  delivered: ({ step }) => ({ title: 'Delivered', detail: by(step) }),
  reopened: ({ step }) => ({ title: 'Set back to Pending', detail: by(step) }),
}

function by({ actor }: EvidenceStep): string {
  return actor === null ? '' : `By ${actor}`
}

/** Returns the actor and the reason. */
function because(step: EvidenceStep): string {
  return [by(step), step.reason && `“${step.reason}”`].filter(Boolean).join(': ')
}

/** The lines by the day on which they happened; a day in words by the given clock. */
export function byDay(steps: readonly ToldStep[], dayOf: (at: number) => string): { day: string; steps: ToldStep[] }[] {
  const days: { day: string; steps: ToldStep[] }[] = []
  for (const step of steps) {
    const day = dayOf(step.at)
    const last = days.at(-1)
    if (last?.day === day) last.steps.push(step)
    else days.push({ day, steps: [step] })
  }
  return days
}

/** One transaction may be told of more than once, pending and then settled: each line takes the next of its facts. */
function factsInTurn({ notices, otherFacts }: PaymentEvidence) {
  const waiting = [...notices.flatMap(({ facts }) => facts), ...otherFacts]
  return (transactionId: string | null) => {
    const place = waiting.findIndex((fact) => fact.transactionId === transactionId)
    return place === -1 ? undefined : waiting.splice(place, 1)[0]
  }
}

/** What a provider reported, in words. */
export const FACTS: Readonly<Record<FactKind, string>> = {
  settled: 'Settled',
  pending: 'On its way',
  failed: 'Failed',
  refundPending: 'Refund on its way',
  refunded: 'Refunded',
  reversed: 'Reversed',
  reversalCancelled: 'Reversal ended',
  disputed: 'Disputed',
  disputeWon: 'Dispute won',
  disputeLost: 'Dispute lost',
  disputeClosed: 'Dispute closed',
}

/** Where a payment was asked for, by the id of the gateway. */
const GATEWAYS: Readonly<Record<string, string>> = {
  'paypal-standard': 'PayPal',
  'paypal-orders': 'PayPal',
  rehearsal: 'the rehearsal checkout',
}

function gatewayName(id: string | undefined): string {
  return GATEWAYS[id ?? ''] ?? id ?? 'the payment provider'
}

/** Returns the name of the provider that was asked for the last payment. */
export function providerOf({ attempts }: Pick<PaymentEvidence, 'attempts'>): string {
  return gatewayName(attempts.findLast(({ gateway }) => gateway !== 'by-hand')?.gateway)
}

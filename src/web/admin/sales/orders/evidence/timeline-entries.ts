import { formatDollars } from '#contract/core/money.ts'
import type { Order } from '#contract/sales/orders.ts'
import type { EvidenceTimelineStep, PaymentEvidenceReply, PaymentFactInEvidence } from '#contract/sales/payment-evidence.ts'
import type { PaymentFactKind } from '#contract/sales/payment-kinds.ts'
import {
  describePaymentDifference,
  describePaymentFact,
  getGatewayName,
  getLastCheckoutProviderName,
} from './payment-fact-texts.ts'

export type TimelineEntry = EvidenceTimelineStep & {
  title: string
  detail: string
  tone: 'plain' | 'good' | 'bad'
}

export function buildTimelineEntries(order: Order, evidence: PaymentEvidenceReply): TimelineEntry[] {
  const facts = [...evidence.notices.flatMap((notice) => notice.facts), ...evidence.otherFacts]
  return evidence.steps.map((step) => {
    const fact = facts.find(({ transactionId, kind }) => transactionId === step.subject && kind === step.factKind)
    return { ...step, tone: 'plain', ...ENTRY_BUILDERS[step.kind]({ step, order, evidence, fact }) }
  })
}

type EntryInput = {
  step: EvidenceTimelineStep
  order: Order
  evidence: PaymentEvidenceReply
  /** The payment fact of a step of kind `fact`. */
  fact: PaymentFactInEvidence | undefined
}
type EntryCopy = Pick<TimelineEntry, 'title' | 'detail'> & Partial<Pick<TimelineEntry, 'tone'>>

/** The type makes a missing kind a compile error. */
const ENTRY_BUILDERS: Readonly<Record<EvidenceTimelineStep['kind'], (input: EntryInput) => EntryCopy>> = {
  placed: ({ order: { customerName, packageName, packagePrice } }) => ({
    title: 'Order placed',
    detail: `${customerName}, ${packageName}, ${formatDollars(packagePrice)}`,
  }),
  handedOver: ({ step, evidence: { attempts } }) => ({
    title: `Sent to ${getGatewayName(attempts.find(({ _id }) => _id === step.subject)?.gateway)}`,
    detail: '',
  }),
  cancelled: ({ step }) => ({
    title: 'Customer pressed cancel',
    detail: step.leadsTo === 'Cancelled' ? 'Shown as Cancelled from here' : formatActor(step),
  }),
  fact: ({ step: { leadsTo }, evidence, fact }) => {
    const provider = capitalize(getLastCheckoutProviderName(evidence))
    if (!fact) return { title: 'Payment reported', detail: `${provider} reported a payment.` }
    const title = describePaymentFact(fact)
    if (!fact.isCounted) return { title, detail: describeMismatch(fact), tone: 'bad' }
    // The fact of a refund by hand has the id of its request.
    if (evidence.refunds.some(({ _id }) => _id === fact.transactionId))
      return { title, detail: 'You send the money back the way it came.' }
    if (fact.kind !== 'settled') return { title, detail: FACT_DETAILS[fact.kind](provider) }
    return { title, detail: `${provider} confirmed this.${leadsTo === 'Paid' ? ' It paid the order.' : ''}`, tone: 'good' }
  },
  paidByHand: ({ step }) => ({
    title: 'Marked as paid by hand',
    detail: [
      formatActorAndReason(step),
      step.method && `Method: ${step.method}`,
      step.reference && `reference ${step.reference}`,
      step.paidOn && `paid on ${step.paidOn}`,
    ]
      .filter(Boolean)
      .join(', '),
    tone: 'good',
  }),
  paidByHandTakenBack: ({ step }) => ({ title: 'Undid the mark as paid', detail: formatActorAndReason(step), tone: 'bad' }),
  mismatchAccepted: ({ step }) => ({
    title: 'Accepted a payment that doesn’t match',
    detail: formatActorAndReason(step),
    tone: 'good',
  }),
  mismatchAcceptedTakenBack: ({ step }) => ({
    title: 'Undid the acceptance of a payment',
    detail: formatActorAndReason(step),
    tone: 'bad',
  }),
  delivered: ({ step }) => ({ title: 'Delivered', detail: formatActor(step) }),
  reopened: ({ step }) => ({ title: 'Set back to Pending', detail: formatActor(step) }),
}

function formatActor({ actor }: EvidenceTimelineStep): string {
  return actor === null ? '' : `By ${actor}`
}

function formatActorAndReason(step: EvidenceTimelineStep): string {
  return [formatActor(step), step.reason && `“${step.reason}”`].filter(Boolean).join(': ')
}

/** Groups entries by day. `formatDay` decides the time zone. */
export function groupTimelineEntriesByDay(
  steps: readonly TimelineEntry[],
  formatDay: (at: number) => string,
): { day: string; steps: TimelineEntry[] }[] {
  const days: { day: string; steps: TimelineEntry[] }[] = []
  for (const step of steps) {
    const day = formatDay(step.at)
    const last = days.at(-1)
    if (last?.day === day) last.steps.push(step)
    else days.push({ day, steps: [step] })
  }
  return days
}

/** What a report means for the order. The ids are under Technical details. */
const FACT_DETAILS: Readonly<Record<Exclude<PaymentFactKind, 'settled'>, (provider: string) => string>> = {
  pending: (provider) => `${provider} announced it. The order isn’t paid until the money arrives.`,
  failed: (provider) => `${provider} says that no money moved.`,
  refundPending: (provider) => `${provider} hasn’t confirmed it yet.`,
  refundFailed: (provider) => `${provider} couldn’t send the money back. You still have it.`,
  refunded: (provider) => `${provider} confirmed this.`,
  reversed: (provider) => `${provider} took the money back from you.`,
  reversalCancelled: (provider) => `${provider} gave the money back to you.`,
  disputed: (provider) => `The customer complained to ${provider}. Answer there.`,
  disputeWon: () => 'You keep the money.',
  disputeLost: () => 'The money goes back to the customer.',
  disputeClosed: (provider) => `${provider} closed the case.`,
  adjusted: (provider) => `${provider} reported it. Your totals don’t include it.`,
  takenBack: () => 'An admin took the payment back.',
}

function describeMismatch({ differences, currency }: PaymentFactInEvidence): string {
  const reasons = differences.map((difference) => describePaymentDifference(difference, currency))
  return [...reasons, 'This payment doesn’t count.'].join(' ')
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

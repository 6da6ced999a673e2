import { formatDollars } from '../../../../../contract/core/money.ts'
import type { Order } from '../../../../../contract/sales/orders.ts'
import type { PaymentFactKind } from '../../../../../contract/sales/payment-enums.ts'
import type { EvidenceFact, EvidenceTimelineStep, PaymentEvidence } from '../../../../../contract/sales/payment-evidence.ts'
import { formatMoney } from '../../payments/review-flag-summary.tsx'

export type TimelineEntry = EvidenceTimelineStep & {
  title: string
  detail: string
  tone: 'plain' | 'good' | 'bad'
  /** The payment fact of a step of kind `fact`. */
  fact?: EvidenceFact
}

export function buildTimelineEntries(order: Order, evidence: PaymentEvidence): TimelineEntry[] {
  const facts = [...evidence.notices.flatMap((notice) => notice.facts), ...evidence.otherFacts]
  return evidence.steps.map((step) => {
    const fact = facts.find(({ transactionId, kind }) => transactionId === step.subject && kind === step.factKind)
    return { ...step, tone: 'plain', fact, ...ENTRY_BUILDERS[step.kind]({ step, order, evidence, fact }) }
  })
}

type EntryInput = { step: EvidenceTimelineStep; order: Order; evidence: PaymentEvidence; fact: EvidenceFact | undefined }
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
  fact: ({ step: { subject, leadsTo }, fact }) => {
    const transaction = `Transaction ${subject}`
    if (!fact) return { title: 'Told of a payment', detail: transaction }
    const title =
      Number(fact.amount) === 0 ? FACT_LABELS[fact.kind] : `${FACT_LABELS[fact.kind]}, ${formatMoney(fact.amount, fact.currency)}`
    if (!fact.isCounted) return { title, detail: `${transaction}. Not counted: not what was asked for`, tone: 'bad' }
    if (fact.kind !== 'settled') return { title, detail: transaction }
    return { title, detail: `${transaction}${leadsTo === 'Paid' ? '. The money is here' : ''}`, tone: 'good' }
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
export function groupByDay(
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

export const FACT_LABELS: Readonly<Record<PaymentFactKind, string>> = {
  settled: 'Received',
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

/** A payment provider's name by the id of its gateway. */
const GATEWAY_NAMES: Readonly<Record<string, string>> = {
  'paypal-standard': 'PayPal',
  'paypal-orders': 'PayPal',
  rehearsal: 'the rehearsal checkout',
}

function getGatewayName(id: string | undefined): string {
  return GATEWAY_NAMES[id ?? ''] ?? id ?? 'the payment provider'
}

/** Returns the name of the provider of the last checkout attempt, without marks by hand. */
export function getProviderName({ attempts }: Pick<PaymentEvidence, 'attempts'>): string {
  return getGatewayName(attempts.findLast(({ gateway }) => gateway !== 'by-hand')?.gateway)
}

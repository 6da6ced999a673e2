import type { EvidenceFact, EvidenceNotice, PaymentEvidence } from '../../../../../contract/sales/payment-evidence.ts'
import type { FactKind } from '../../../../../contract/sales/payment-states.ts'
import { gatewayName } from './gateway-names.ts'

/** What a notice, or one thing that it told, amounts to. */
export type Verdict = { tone: 'success' | 'warning' | 'error' | 'neutral'; chip: string; lead: string; rest: string }

/** Of a notice that tells nothing to count; undefined where its facts speak for themselves. */
export function noticeVerdict({ state, reason, facts }: EvidenceNotice, provider: string): Verdict | undefined {
  const why = reason ? ` ${sentence(reason)}` : ''
  if (state === 'waiting')
    return {
      tone: 'warning',
      chip: 'Not checked yet',
      lead: 'Not counted yet.',
      rest: `It waits until ${provider} has said whether it is its own.${why}`,
    }
  if (state === 'forged')
    return {
      tone: 'error',
      chip: 'Not authentic',
      lead: 'Not counted.',
      rest: `${capital(provider)} says that it never sent this.`,
    }
  if (state === 'unreadable')
    return { tone: 'error', chip: 'Not understood', lead: 'Not counted.', rest: `It is authentic, but could not be read.${why}` }
  if (facts.length > 0) return undefined
  return { tone: 'neutral', chip: 'Nothing new', lead: 'Nothing to count.', rest: 'It tells nothing that was not known before.' }
}

/** Of one thing that was told. `isOpen`: a review of it waits to be closed. */
export function factVerdict(
  fact: EvidenceFact,
  { leadsTo, provider, isOpen }: { leadsTo: PaymentEvidence['steps'][number]['leadsTo']; provider: string; isOpen: boolean },
): Verdict {
  const { compared, isCounted, kind } = fact
  const differing = compared.filter(({ isSame }) => !isSame).length
  const chip =
    compared.length === 0
      ? 'Nothing to compare with'
      : differing === 0
        ? 'Everything matched'
        : `${differing} of ${compared.length} did not match`
  if (!isCounted) {
    const next = isOpen ? ` Look at this transaction at ${provider}, then close the review with a note.` : ''
    return { tone: 'error', chip, lead: 'Not counted.', rest: `The order is unchanged.${next}` }
  }
  const outcome = leadsTo === null ? '' : ` This made the order ${leadsTo}.`
  const tone = compared.length === 0 ? 'neutral' : differing === 0 ? 'success' : 'error'
  return { tone, chip, lead: '', rest: `${COUNTED[kind]}${outcome}` }
}

/** What a fact that is as it was asked for means. */
const COUNTED: Readonly<Record<FactKind, string>> = {
  settled: 'Counted: the money arrived.',
  pending: 'Noted: the payment is on its way, and nothing has arrived yet.',
  failed: 'Noted: the payment failed, and no money arrived.',
  refundPending: 'Noted: a refund is on its way, and nothing has gone back yet.',
  refunded: 'Counted: this money went back to the customer.',
  reversed: 'Counted: the provider took this money back.',
  reversalCancelled: 'Counted: the provider gave the money back to you.',
  disputed: 'Noted: the customer disputes this payment.',
  disputeWon: 'Noted: the dispute was decided for you.',
  disputeLost: 'Noted: the dispute was decided for the customer.',
  disputeClosed: 'Noted: the dispute is closed.',
}

/** Who was asked for the last payment. */
export function providerOf({ attempts }: Pick<PaymentEvidence, 'attempts'>): string {
  return gatewayName(attempts.findLast(({ gateway }) => gateway !== 'by-hand')?.gateway)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

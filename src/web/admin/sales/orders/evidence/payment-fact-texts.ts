import { formatAmountWithCurrency } from '#contract/core/money.ts'
import type { PaymentEvidenceReply, PaymentFactInEvidence } from '#contract/sales/payment-evidence.ts'
import type { PaymentFactKind } from '#contract/sales/payment-kinds.ts'

/** Returns what happened, with the amount if there is one: `Payment received, $999.00`. */
export function describePaymentFact({ kind, amount, currency }: PaymentFactInEvidence): string {
  return Number(amount) === 0 ? FACT_LABELS[kind] : `${FACT_LABELS[kind]}, ${formatAmountWithCurrency(amount, currency)}`
}

const FACT_LABELS: Readonly<Record<PaymentFactKind, string>> = {
  settled: 'Payment received',
  pending: 'Payment on its way',
  failed: 'Payment failed',
  refundPending: 'Refund on its way',
  refundFailed: 'Refund failed',
  refunded: 'Refunded',
  reversed: 'Payment taken back',
  reversalCancelled: 'Payment returned to you',
  disputed: 'Payment disputed',
  disputeWon: 'Dispute won',
  disputeLost: 'Dispute lost',
  disputeClosed: 'Dispute closed',
  adjusted: 'Other movement of money',
  takenBack: 'No longer counted',
}

const DIFFERENCE_LABELS = { payee: 'Payee', amount: 'Amount', currency: 'Currency', account: 'Account' } as const

/** Says how a payment differs from our request: `Amount doesn’t match: we asked for $999.00 and got $1.00.` */
export function describePaymentDifference(
  { what, asked, told }: PaymentFactInEvidence['differences'][number],
  currency: string,
): string {
  const format = (value: string, code: string) =>
    value === '' ? 'nothing' : what === 'amount' ? formatAmountWithCurrency(value, code) : value
  return `${DIFFERENCE_LABELS[what]} doesn’t match: we asked for ${format(asked, 'USD')} and got ${format(told, currency)}.`
}

/** Returns the name of the provider of the last checkout attempt, without marks by hand. */
export function getLastCheckoutProviderName({ attempts }: Pick<PaymentEvidenceReply, 'attempts'>): string {
  return getGatewayName(attempts.findLast(({ gateway }) => gateway !== 'by-hand')?.gateway)
}

/** A payment provider's name by the id of its gateway. */
const GATEWAY_NAMES: Readonly<Record<string, string>> = {
  'paypal-standard': 'PayPal',
  'paypal-orders': 'PayPal',
  rehearsal: 'the rehearsal checkout',
}

export function getGatewayName(id: string | undefined): string {
  return GATEWAY_NAMES[id ?? ''] ?? id ?? 'the payment provider'
}

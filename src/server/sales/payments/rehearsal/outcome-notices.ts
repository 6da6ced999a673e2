import type { RehearsalOutcome } from '#contract/sales/rehearsal-checkout.ts'
import { createTransactionId, type RehearsalIpnEvent } from './rehearsal-ipn-signer.ts'

/** The notices to send now and later, and the form field with the browser's next page: `return` unless it is set. */
type OutcomePlan = {
  immediateIpns?: RehearsalIpnEvent[]
  delayedIpns?: RehearsalIpnEvent[]
  returnField?: 'cancel_return'
}

const DOLLAR = 100

export const rehearsalOutcomeNotices: Readonly<Record<RehearsalOutcome, (cents: number) => OutcomePlan>> = {
  pay: (cents) => ({ immediateIpns: [buildCompletedPayment(cents)] }),
  payLater: (cents) => {
    const payment = buildCompletedPayment(cents)
    return { immediateIpns: [{ ...payment, status: 'Pending' }], delayedIpns: [payment] }
  },
  fail: (cents) => ({ immediateIpns: [{ ...buildCompletedPayment(cents), status: 'Failed' }] }),
  payTwice: (cents) => ({ immediateIpns: [buildCompletedPayment(cents), buildCompletedPayment(cents)] }),
  wrongAmount: (cents) => ({ immediateIpns: [buildCompletedPayment(cents === DOLLAR ? 2 * DOLLAR : DOLLAR)] }),
  partRefund: (cents) => {
    const payment = buildCompletedPayment(cents)
    const refund = {
      status: 'Refunded',
      transactionId: createTransactionId(),
      cents: -Math.ceil(cents / 2),
      parent: payment.transactionId,
    }
    return { immediateIpns: [payment, refund] }
  },
  lateNotice: (cents) => ({ delayedIpns: [buildCompletedPayment(cents)] }),
  cancel: () => ({ returnField: 'cancel_return' }),
  cancelThenPay: (cents) => ({ delayedIpns: [buildCompletedPayment(cents)], returnField: 'cancel_return' }),
}

function buildCompletedPayment(cents: number): RehearsalIpnEvent {
  return { status: 'Completed', transactionId: createTransactionId(), cents }
}

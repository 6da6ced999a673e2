import type { Outcome } from '../../../../contract/sales/rehearsal.ts'
import { newTransactionId, type Told } from './notice.ts'

/** What is told at once and what a while later, and where the browser goes meanwhile. */
export type Plan = { now: Told[]; later: Told[]; to: 'return' | 'cancel_return' }

const DOLLAR = 100

/** What each outcome consists of, for a price in cents. */
export const plans: Readonly<Record<Outcome, (cents: number) => Plan>> = {
  pay: (cents) => ({ now: [completed(cents)], later: [], to: 'return' }),
  payLater: (cents) => {
    const one = completed(cents)
    return { now: [{ ...one, status: 'Pending' }], later: [one], to: 'return' }
  },
  fail: (cents) => ({ now: [{ ...completed(cents), status: 'Failed' }], later: [], to: 'return' }),
  payTwice: (cents) => ({ now: [completed(cents), completed(cents)], later: [], to: 'return' }),
  wrongAmount: (cents) => ({ now: [completed(cents === DOLLAR ? 2 * DOLLAR : DOLLAR)], later: [], to: 'return' }),
  partRefund: (cents) => {
    const one = completed(cents)
    const back = {
      status: 'Refunded',
      transactionId: newTransactionId(),
      cents: -Math.ceil(cents / 2),
      parent: one.transactionId,
    }
    return { now: [one, back], later: [], to: 'return' }
  },
  lateNotice: (cents) => ({ now: [], later: [completed(cents)], to: 'return' }),
  cancel: () => ({ now: [], later: [], to: 'cancel_return' }),
  cancelThenPay: (cents) => ({ now: [], later: [completed(cents)], to: 'cancel_return' }),
}

function completed(cents: number): Told {
  return { status: 'Completed', transactionId: newTransactionId(), cents }
}

import { type PaymentFact, REFUND_AND_DISPUTE_FACT_KINDS } from './payment-fact.ts'

/** The terms of a checkout attempt, frozen because the payee and the price may change later. */
export type PaymentAttemptTerms = {
  id: string
  gateway: string
  cents: number
  currency: string
  payee: string
  /** Further identifiers of the payee's account, from the provider's reply at the start. */
  payeeIdentifiers?: readonly string[]
  live: boolean
}

/** Which terms of the attempt a fact matches. */
export type PaymentAttemptComparison = Record<'payee' | 'amount' | 'currency' | 'account', boolean>

/** Compares a fact with its attempt. A refund or reversal may have a smaller amount. */
export function compareWithAttempt(fact: PaymentFact, attempt: PaymentAttemptTerms): PaymentAttemptComparison {
  return {
    payee: isPayeeOfAttempt(fact.payees, attempt),
    amount: REFUND_AND_DISPUTE_FACT_KINDS.has(fact.kind) ? fact.cents <= attempt.cents : fact.cents === attempt.cents,
    currency: fact.currency === attempt.currency,
    account: fact.live === attempt.live,
  }
}

/** Compares identifiers without regard to case. */
export function isPayeeOfAttempt(identifiers: readonly string[], { payee, payeeIdentifiers = [] }: PaymentAttemptTerms): boolean {
  const expected = new Set([payee, ...payeeIdentifiers].map((identifier) => identifier.toLowerCase()))
  return identifiers.some((identifier) => expected.has(identifier.toLowerCase()))
}

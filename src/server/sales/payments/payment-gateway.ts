import type { RefusalNextStep } from '../../../contract/sales/payments.ts'
import type { PaymentAttempt, PaymentFact } from './ledger/payment-fact.ts'

/** The provider of payments that an admin saw come another way. */
export const MANUAL_GATEWAY = 'by-hand'

/** One hand-off of an order to a payment provider. */
export type CheckoutAttempt = PaymentAttempt & {
  orderId: string
  /** The price as the order has it, such as `999`. */
  amount: string
  /** What is paid for, in words. */
  title: string
  /** What the provider called this hand-off when it was begun before. */
  reference: string | null
}

/** How the customer's browser gets to the provider: by a form that it posts, or by an address that was made for this attempt. */
export type CheckoutStart =
  | { form: { action: string; fields: Readonly<Record<string, string>> } }
  | { redirect: string; reference: string; payeeNames: readonly string[] }

/** A notice as it came: its untouched bytes, and the request's headers. */
export type RawPaymentNotice = { bytes: Buffer; headers: Headers }

/** Whether a notice is the provider's own; `retry` where that could not be found out. */
export type NoticeVerdict = 'authentic' | 'forged' | 'retry'

/** What a customer has approved and the provider has not taken yet. */
export type PaymentApproval = {
  /** What the provider calls the order. */
  reference: string
  /** Another one for each approval of the same order. */
  id: string
  cents: number
  currency: string
  payees: readonly string[]
}

/** What a provider reports: facts, and an approval that waits to be captured. */
export type ProviderReport = { facts: PaymentFact[]; approval?: PaymentApproval | undefined }

/** What a capture came to; `refusal` is the provider's own name for why it did not take the payment. */
export type CaptureResult = { facts: PaymentFact[]; refusal?: string | undefined }

/** Why a provider did not take a payment: what the customer reads and can do next, and what the owner has to know. */
export type ProviderRefusal = { customer: string; next: RefusalNextStep; owner?: string }

export type QueryableAttempt = PaymentAttempt & { reference: string }

/** A payment provider. What it tells becomes facts; nothing else of it is known outside its own folder. */
export type PaymentGateway = {
  id: string
  /**
   * `form`: `begin` costs nothing and asks nobody, so a page may be drawn with its answer. `press`: it asks the
   * provider, so it is called when the customer presses.
   */
  begins: 'form' | 'press'
  /** No money moves: the checkout is our own. */
  isRehearsal: boolean
  /** Whether real money moves. */
  isLive: boolean
  /** The origin to which a form, or what it is answered with, takes the browser: the page's `form-action` names it. */
  formTarget: string
  /**
   * Answers the same for the same hand-off. A `reference` is to be kept with the attempt before the browser is sent
   * on. Throws a `Refusal` with 503 where the provider cannot be asked, `HandOffEnded` where the hand-off can't be paid
   * any more, and `HandOffRefused` where the provider doesn't want it.
   */
  begin: (attempt: CheckoutAttempt) => Promise<CheckoutStart>
  /** The same for each copy of one notice. */
  createNoticeKey: (raw: RawPaymentNotice) => string
  verifyNotice: (raw: RawPaymentNotice, signal: AbortSignal) => Promise<NoticeVerdict>
  /**
   * What an authentic notice tells; no facts where it is about no payment. Asks the provider where the notice doesn't
   * say enough, and changes nothing there. Throws an `UnreadableNotice`, or, where the provider can't be asked, anything
   * else: the notice is read again later.
   */
  readFacts: (raw: RawPaymentNotice, signal: AbortSignal) => Promise<ProviderReport>
  /** Asks the provider how an attempt stands, and changes nothing there. Throws where the provider can't be asked. */
  reconcile?: (attempt: QueryableAttempt, signal: AbortSignal) => Promise<ProviderReport>
  /** Takes what the customer approved, once per approval. Called by the queue's worker only. Throws to be tried again. */
  capture?: (attempt: QueryableAttempt, approval: PaymentApproval, signal: AbortSignal) => Promise<CaptureResult>
  /** Explains a `refusal` of this provider. */
  explainRefusal?: (refusal: string) => ProviderRefusal
  /**
   * Refunds a part of a payment, or all of it. The same request id is the same refund, however often it is asked for.
   * Returns what the provider told; nothing where it tells later. Throws a `RefundRefused`, or anything else where the
   * provider is to be asked again.
   */
  refund?: (payment: PaymentFact, cents: number, requestId: string, signal: AbortSignal) => Promise<PaymentFact[]>
  /** Where the owner looks after a payment at the provider, and refunds it where `refund` is missing. */
  buildPaymentUrl?: (transactionId: string) => string
}

/** The provider's answer that it makes no refund; the sentence is for the owner. */
export class RefundRefusedError extends Error {}

/** An authentic notice that says less, or something else, than its protocol promises: kept, and shown to the owner. */
export class UnreadableNoticeError extends Error {}

/** A hand-off that the provider closed without a payment: the order needs another one. */
export class AttemptClosedError extends Error {}

/** A hand-off that the provider refused; the message is the provider's name for why. */
export class AttemptRefusedError extends Error {}

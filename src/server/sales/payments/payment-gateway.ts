import type { PaymentRefusalNextStep } from '#contract/sales/customer-payment.ts'
import type { PaymentAttemptTerms, PaymentFact } from './ledger/payment-fact.ts'

/** The gateway id of payments that an admin marks by hand. */
export const MANUAL_GATEWAY = 'by-hand'

/** A checkout attempt with the data that a provider needs. */
export type GatewayCheckoutInput = PaymentAttemptTerms & {
  orderId: string
  /** The order's price, such as `999`. */
  amount: string
  /** The item name at the provider. */
  title: string
  /** The provider's id of its order, if an earlier start made one. */
  reference: string | null
}

/** How the browser gets to the provider: it posts a form, or follows a URL that belongs to this attempt. */
export type CheckoutStart =
  | { form: { action: string; fields: Readonly<Record<string, string>> } }
  | { redirect: string; reference: string; payeeIdentifiers: readonly string[] }

/** A notice with the untouched bytes and headers of its request. */
export type RawPaymentNotice = { bytes: Buffer; headers: Headers }

/** `retry`: the provider gave no usable answer. */
export type NoticeVerdict = 'authentic' | 'forged' | 'retry'

/** The customer's approval of a payment that the site has not captured. */
export type PaymentApproval = {
  /** The provider's order id. */
  reference: string
  /** Differs for each approval of the same order. */
  id: string
  cents: number
  currency: string
  payees: readonly string[]
}

/** A provider's report: payment facts, and an approval that waits for its capture. */
export type ProviderReport = { facts: PaymentFact[]; approval?: PaymentApproval | undefined }

/** The result of a capture. `refusal` is the provider's code for a refused payment. */
export type CaptureResult = { facts: PaymentFact[]; refusal?: string | undefined }

/** The texts for a refused payment. `owner` is missing if the owner has nothing to do. */
export type PaymentRefusalTexts = { customer: string; next: PaymentRefusalNextStep; owner?: string }

export type QueryableAttempt = PaymentAttemptTerms & { reference: string }

/** A payment provider. It turns the provider's replies into facts, so that other folders don't know its protocol. */
export type PaymentGateway = {
  id: string
  /** `form`: `begin` makes no request, so a page may render its form. `press`: call `begin` when the customer presses. */
  begins: 'form' | 'press'
  /** The checkout is our own and moves no money (P-100). */
  isRehearsal: boolean
  /** Whether real money moves. */
  isLive: boolean
  /** The provider's origin, for the `form-action` policy of the pay page. */
  formTarget: string
  /**
   * Returns the same start for the same attempt. Store its `reference` before the browser follows. Throws a 503 if the
   * provider gives no answer. Throws an `AttemptClosedError` or `PaymentAttemptRefusedError` if the customer can't pay this
   * attempt.
   */
  begin: (attempt: GatewayCheckoutInput) => Promise<CheckoutStart>
  /** Returns the same key for each copy of a notice. */
  createNoticeKey: (raw: RawPaymentNotice) => string
  verifyNotice: (raw: RawPaymentNotice, signal: AbortSignal) => Promise<NoticeVerdict>
  /**
   * Reads an authentic notice. Returns no facts if it isn't about a payment. May query the provider, but changes nothing
   * there. Throws an `UnreadableNoticeError`. After any other error, the queue reads the notice again.
   */
  readFacts: (raw: RawPaymentNotice, signal: AbortSignal) => Promise<ProviderReport>
  /** Queries the provider about an attempt, and changes nothing there. Throws if the provider gives no answer. */
  reconcile?: (attempt: QueryableAttempt, signal: AbortSignal) => Promise<ProviderReport>
  /** Captures an approved payment, once per approval. Only the queue's worker calls it. It retries after an error. */
  capture?: (attempt: QueryableAttempt, approval: PaymentApproval, signal: AbortSignal) => Promise<CaptureResult>
  explainRefusal?: (refusal: string) => PaymentRefusalTexts
  /**
   * Refunds a payment, in part or in full. A repeat with the same request id makes no second refund. Returns no facts if
   * the provider reports later. Throws a `RefundRefusedError`. The queue retries after any other error.
   */
  refund?: (payment: PaymentFact, cents: number, requestId: string, signal: AbortSignal) => Promise<PaymentFact[]>
  /** Returns the owner's page of a payment at the provider. Without `refund`, the owner refunds there. */
  buildPaymentUrl?: (transactionId: string) => string
}

/** The provider refuses a refund. The owner reads the message. */
export class RefundRefusedError extends Error {}

/** An authentic notice breaks its protocol. The owner reads the message. */
export class UnreadableNoticeError extends Error {}

/** The provider closed an attempt without a payment. The order needs another attempt. */
export class AttemptClosedError extends Error {}

/** The provider refused an attempt. The message is the provider's code for the reason. */
export class PaymentAttemptRefusedError extends Error {}

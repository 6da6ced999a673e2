import type { Attempt, Fact } from './ledger/fact.ts'

/** The provider of payments that an admin saw come another way. */
export const BY_HAND = 'by-hand'

/** One hand-off of an order to a payment provider. */
export type HandOff = Attempt & {
  orderId: string
  /** The price as the order has it, such as `999`. */
  amount: string
  /** What is paid for, in words. */
  title: string
  /** What the provider called this hand-off when it was begun before. */
  reference: string | null
}

/** How the customer's browser gets to the provider: by a form that it posts, or by an address that was made for this attempt. */
export type Begun =
  | { form: { action: string; fields: Readonly<Record<string, string>> } }
  | { redirect: string; reference: string }

/** A notice as it came: its untouched bytes, and the request's headers. */
export type RawNotice = { bytes: Buffer; headers: Headers }

/** Whether a notice is the provider's own; `retry` where that could not be found out. */
export type Verdict = 'authentic' | 'forged' | 'retry'

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
   * on. Throws a `Refusal` with 503 where the provider cannot be asked.
   */
  begin: (handOff: HandOff) => Promise<Begun>
  /** The same for each copy of one notice. */
  key: (raw: RawNotice) => string
  verify: (raw: RawNotice, signal: AbortSignal) => Promise<Verdict>
  /**
   * What an authentic notice tells; nothing where it is about no payment. One that does not say enough by itself is
   * asked about, and what the customer has approved is collected. Throws an `UnreadableNotice`, or, where the provider
   * cannot be asked, anything else: it is to be read again later.
   */
  facts: (raw: RawNotice, signal: AbortSignal) => Promise<Fact[]>
  /**
   * Asks the provider how an attempt stands, and collects what the customer has approved; only some can. To be called
   * for the newest attempt with a reference when its customer comes back, and when an admin asks; however often and in
   * however many processes, it collects once. Throws where the provider cannot be asked.
   */
  reconcile?: (attempt: Attempt & { reference: string }, signal: AbortSignal) => Promise<Fact[]>
  /**
   * Refunds a part of a payment, or all of it. The same request id is the same refund, however often it is asked for.
   * Returns what the provider told; nothing where it tells later. Throws a `RefundRefused`, or anything else where the
   * provider is to be asked again.
   */
  refund?: (payment: Fact, cents: number, requestId: string, signal: AbortSignal) => Promise<Fact[]>
  /** Where the owner looks after a payment at the provider, and refunds it where `refund` is missing. */
  paymentPage?: (transactionId: string) => string
}

/** The provider's answer that it makes no refund; the sentence is for the owner. */
export class RefundRefused extends Error {}

/** An authentic notice that says less, or something else, than its protocol promises: kept, and shown to the owner. */
export class UnreadableNotice extends Error {}

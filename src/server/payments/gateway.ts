import type { Attempt, Fact } from './ledger/fact.ts'

/** One hand-off of an order to a payment provider. */
export type HandOff = Attempt & {
  orderId: string
  /** The price as the order has it, such as `999`. */
  amount: string
  /** What is paid for, in words. */
  title: string
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
  begin: (handOff: HandOff) => Promise<Begun>
  /** The same for each copy of one notice. */
  key: (raw: RawNotice) => string
  verify: (raw: RawNotice, signal: AbortSignal) => Promise<Verdict>
  /** What an authentic notice tells; nothing where it is about no payment. Throws an `UnreadableNotice`. */
  facts: (raw: RawNotice) => Fact[]
  /** Asks the provider how an attempt stands; only some can answer. */
  reconcile?: (attempt: Attempt & { reference: string }, signal: AbortSignal) => Promise<Fact[]>
}

/** An authentic notice that says less, or something else, than its protocol promises: kept, and shown to the owner. */
export class UnreadableNotice extends Error {}

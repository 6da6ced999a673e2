import type { RefundedPart } from '../orders/orders.ts'

/** The text of an invoice or a credit note, frozen at its issue. Days look like `2026-06-15`. */
export type SalesDocumentContent = {
  /** `logo` is its URL. Documents from before the logo was printed have none. */
  seller: {
    name: string
    legalName?: string
    logo?: string
    addresses: readonly string[]
    phones: readonly string[]
    email?: string
  }
  /** The company stands above the name of a person. */
  buyer: { name: string; company?: string; purchaseOrder?: string; address: string; country: string; email: string }
  order: { number: number; placedOn: string }
  line: { packageName: string; points: readonly string[]; cents: number }
  /** On an invoice: the accepted amount minus the price, in cents. */
  adjustmentCents?: number
  currency: 'USD'
  issuedOn: string
  /** The day of the payment. On a credit note, the day of the refund, the reversal or the reversal's end. */
  paidOn: string
  payment?: { method: string; transactionId: string }
  /** On a credit note only. */
  credit?: CreditNoteReason
  /** The customer paid in our own checkout, which moves no money (P-100). */
  isRehearsal: boolean
}

/**
 * Why a credit note exists. `takenBack`: an admin took back the payment. `invoice` is its invoice's number. `cancels` is the
 * number of a credit note that it cancels. `parts` are the parts of the order that a refund is for.
 */
export type CreditNoteReason = {
  kind: 'refund' | 'reversal' | 'reversalEnded' | 'takenBack'
  invoice: string
  cancels?: string
  parts?: readonly RefundedPart[]
}

/**
 * An invoice or a credit note. `id` is the stored number, negative for test money. `number` is the printed one, such as `1001`
 * or `TEST-1`. `issuedAt` is in epoch ms.
 */
export type SalesDocument = { id: number; number: string; issuedAt: number; content: SalesDocumentContent }

/** `paidAt` in epoch ms. */
export type Invoice = SalesDocument & { orderId: string; paidAt: number }

/** A credit note; `refundedAt` in epoch ms. `cents` is below zero if it cancels another one. */
export type CreditNote = SalesDocument & { transactionId: string; cents: number; refundedAt: number }

/** Money that moved by the provider's report; `at` in epoch ms, `cents` above zero. */
export type MoneyMovement = { gateway: string; transactionId: string; at: number; cents: number }

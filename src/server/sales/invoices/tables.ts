declare module '#platform/db/tables.ts' {
  interface DatabaseTables {
    /** The invoice of each order. */
    invoice: InvoiceTable
    /** The invoices whose payment was taken back. A credit note cancels each. */
    cancelled_invoice: InvoiceTable & { transaction_id: string }
    credit_note: CreditNoteTable
    /** One row per series: its last number, and its first. */
    invoice_sequence: { id: number; last_number: number; first_number: number }
  }
}

export type InvoiceTable = {
  /** Negative for a test invoice: -1 is TEST-1. */
  number: number
  order_id: string
  issued_at: number
  paid_at: number
  /** The printed content as JSON. It stays the same when the order or the business changes. */
  content: string
  /** The PDF from its first rendering. Null before. */
  pdf: Uint8Array | null
}

/** One row for each counted refund and reversal, and one more when a reversal ends. */
export type CreditNoteTable = {
  /** Negative for test money: -1 is TEST-CN-1. */
  number: number
  order_id: string
  /** The provider of the refund or reversal, and its id there. */
  gateway: string
  transaction_id: string
  /** Counts the credit notes of one refund or reversal from 1. The second one cancels the first. */
  sequence: number
  /** Negative if it cancels an earlier credit note. */
  cents: number
  issued_at: number
  refunded_at: number
  content: string
  pdf: Uint8Array | null
}

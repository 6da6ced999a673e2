declare module '#platform/db/tables.ts' {
  interface DatabaseTables {
    quote: QuoteTable
  }
}

/** An order that the team made for a client. */
export type QuoteTable = {
  id: string
  /** The client's email, in lower case. */
  email: string
  customer_name: string
  title: string
  package_name: string
  price: string
  /** JSON: what the order will contain. */
  parts: string
  note: string
  /** The last day to accept, such as 2026-12-10, or empty. */
  valid_until: string
  state: 'open' | 'withdrawn' | 'accepted'
  version: number
  /** JSON: for each change, oldest first, the version it made and the names of what changed. */
  changes: string
  order_id: string | null
  updated_at: number
}

/** A part as the work of the order copies it. */
export type StoredQuotePart = { title: string; details: string; needs_approval: number; due_day: number; weight: number }

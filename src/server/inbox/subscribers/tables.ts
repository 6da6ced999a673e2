declare module '#platform/db/tables.ts' {
  interface DatabaseTables {
    subscriber: SubscriberTable
  }
}

export type SubscriberTable = {
  id: string
  /** Lower case and unique. */
  email: string
  /** When the person subscribed, last time. */
  created_at: number
  /** When a visitor last entered the email. Null if the row is older than confirmations. */
  requested_at: number | null
  /** When the last confirmation link was mailed, its hash, and its expiry. */
  confirmation_sent_at: number | null
  confirmation_token_hash: string | null
  confirmation_expires_at: number | null
  confirmed_at: number | null
  /** When the person unsubscribed. Earlier times no longer count. */
  ended_at: number | null
}

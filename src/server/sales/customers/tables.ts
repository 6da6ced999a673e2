declare module '#platform/db/tables.ts' {
  interface DatabaseTables {
    customer_note: CustomerNoteTable
    customer_follow_up: CustomerFollowUpTable
  }
}

/** A note of the team about a person, by email in lower case. */
export type CustomerNoteTable = {
  id: string
  email: string
  text: string
  author: string
  created_at: number
}

/** When to get in touch with a person again. `due_on` is YYYY-MM-DD. */
export type CustomerFollowUpTable = { email: string; due_on: string; note: string; set_by: string }

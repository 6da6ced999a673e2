declare module '#platform/db/tables.ts' {
  interface DatabaseTables {
    brief: BriefTable
    sent_brief: SentBriefTable
  }
}

/** The questions and answers of an order. */
export type BriefTable = {
  order_id: string
  /** JSON: the questions as they were at the first payment. */
  questions: string
  /** JSON: the answers by question id. */
  answers: string
  version: number
  /** Null until the client sends the answers, and after the team reopens them. */
  sent_at: number | null
  reopened_reason: string | null
}

/** A version of a brief that the client sent. */
export type SentBriefTable = {
  order_id: string
  version: number
  sent_at: number
  /** JSON: a list of question ids, questions and answers. */
  answers: string
}

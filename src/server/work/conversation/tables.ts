import type { ConversationSide } from '#contract/work/conversation.ts'
import type { JobColumns } from '#platform/db/tables.ts'

declare module '#platform/db/tables.ts' {
  interface DatabaseTables {
    order_conversation: OrderConversationTable
    order_message: OrderMessageTable
    order_message_burst: OrderMessageBurstTable
  }
}

/** The counters of an order's messages. Reading a counter costs the same for every length of the conversation. */
export type OrderConversationTable = {
  order_id: string
  customer_email: string
  /** All messages with the team's notes, those without the notes, and those from the customer. */
  messages: number
  public_messages: number
  customer_messages: number
  /** How many messages of the customer the team has read, and how many of the team the customer has read. */
  read_by_team: number
  read_by_customer: number
  unread_by_team: number
  unread_by_customer: number
  /** Without the notes. */
  last_message_at: number
  /** When the customer wrote the first message that the team hasn't answered. */
  waiting_since: number | null
}

export type OrderMessageTable = {
  id: string
  order_id: string
  /** From 1, in order of arrival. */
  number: number
  /** The same without the team's notes. Null for a note. */
  public_number: number | null
  /** How many messages of the conversation were from the customer, up to this one. */
  customer_messages: number
  side: ConversationSide
  /** Email of the person who wrote it. */
  author: string
  text: string
  /** JSON: ids of files. */
  files: string
  sent_at: number
}

/** Messages of one side that gather for one email, and the job that writes it. */
export type OrderMessageBurstTable = JobColumns & {
  id: string
  order_id: string
  side: ConversationSide
  /** The public number of the first message. */
  first_number: number
}

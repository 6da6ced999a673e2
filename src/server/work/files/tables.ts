import type { ConversationSide } from '#contract/work/conversation.ts'

declare module '#platform/db/tables.ts' {
  interface DatabaseTables {
    order_file: OrderFileTable
    order_file_total: OrderFileTotalTable
    order_file_chunk: { file_id: string; position: number; bytes: Uint8Array }
    order_file_preview: { file_id: string; bytes: Uint8Array }
  }
}

export type OrderFileTable = {
  id: string
  order_id: string
  /** Of the content and the name together. Older rows hold that of the content. */
  sha256: string
  name: string
  /** The media type of the content. */
  type: string
  size: number
  side: ConversationSide
  author: string
  /** 1 if the customer may see it. */
  is_shared: number
  has_preview: number
  started_at: number
  /** Null until all chunks are stored. The file is hidden before. */
  added_at: number | null
}

/** What an order's files add up to. */
export type OrderFileTotalTable = { order_id: string; files: number; bytes: number }

import type { TableName } from './db/tables.ts'
import type { Queue } from './queue/queue.ts'

/** What every module says of itself to whoever puts them together (modules.ts), beside what others may call. */
export type Module = {
  /** Its tables that hold what people entered: a row in one of them means that the database is in use. */
  dataTables: readonly TableName[]
  /** Begins what is done without being asked; returns at once. */
  start?: () => void
  /** Waits for what is under way, up to a bound of its own. */
  close?: () => Promise<void>
  /** The module's background queues. */
  queue?: Queue
  queues?: readonly Queue[]
}

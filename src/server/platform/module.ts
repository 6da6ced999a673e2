import type { CounterScan } from './db/counter-correction.ts'
import type { Tx } from './db/database-writer.ts'
import type { AgedRows, RemovalBatch } from './db/remove-oldest-rows.ts'
import type { TableName } from './db/tables.ts'
import type { EndpointHandler } from './http/endpoint-handler.ts'
import type { JobQueue } from './queue/queue.ts'

/** What a module provides to the server, beside the functions that other modules call. `modules.ts` collects it. */
export type ServerModule = {
  /** Its folder in src/server, such as `sales/orders`. */
  name: string
  /** Its calls. */
  handlers?: () => readonly EndpointHandler[]
  /** Its tables with what people entered: a row in one of them means that the database is in use. */
  dataTables?: readonly TableName[]
  /** Its other tables: keys, counters, jobs, and rows that only add to a row of a data table. */
  stateTables?: readonly TableName[]
  /** What of its tables and files is removed one day, by the name of the job. */
  retention?: Readonly<Record<string, RetentionRule>>
  /** Totals that it keeps with its writes and that can be counted again, by the name of the job. */
  counters?: Readonly<Record<string, CounterScan>>
  /** Its background queues. */
  queues?: readonly JobQueue[]
  /** Begins background work; returns at once. */
  start?: () => void
  /** Waits for work under way, up to a limit of its own. */
  close?: () => Promise<void>
}

/** What other modules may call of the module that a function creates. */
export type ModuleApi<Create extends (...parts: never[]) => ServerModule> = Omit<ReturnType<Create>, keyof ServerModule>

/** `docs/retention.md` has a row for each rule, and a test compares them. */
export type RetentionRule = {
  what: string
  days: number
  /** The event that the days count from. */
  since: string
  why: string
} & RemovalMethod

type RemovalMethod =
  | { rows: AgedRows }
  /** Removes one batch and returns its size. */
  | { removeRows: (tx: Tx, batch: RemovalBatch) => Promise<number> }
  /** Removes files from before that time, in epoch ms. */
  | { removeFiles: (before: number) => Promise<void> }

/** Merges what modules provide by name. Throws if two use one name. */
export function collectFromModules<T>(
  modules: readonly ServerModule[],
  getProvided: (module: ServerModule) => Readonly<Record<string, T>> | undefined,
): Readonly<Record<string, T>> {
  const owners = new Map<string, string>()
  const collected: Record<string, T> = {}
  for (const module of modules) {
    for (const [key, value] of Object.entries(getProvided(module) ?? {})) {
      const owner = owners.get(key)
      if (owner) throw new Error(`${owner} and ${module.name} (src/server) both provide "${key}": rename one of them.`)
      owners.set(key, module.name)
      collected[key] = value
    }
  }
  return collected
}

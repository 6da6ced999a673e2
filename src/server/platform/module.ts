import type { FindCorrectionsFunction } from './db/counter-differences.ts'
import type { Tx } from './db/database-writer.ts'
import type { AgedRows, RowRemovalLimits } from './db/remove-rows-older-than.ts'
import type { EmailChange, TableName } from './db/tables.ts'
import type { EndpointHandler } from './http/define-handler.ts'
import type { JobQueue } from './queue/queue.ts'

/** What a module provides to the server. Functions for other modules come in addition. `modules.ts` collects it. */
export type ServerModule = {
  /** The module's folder in src/server, such as `sales/orders`. */
  name: string
  handlers?: readonly EndpointHandler[]
  /** The tables with data that people entered. A row in one of them means that the database is in use. */
  dataTables?: readonly TableName[]
  /** All other tables: keys, counters, jobs, and rows that only extend a row of a data table. */
  stateTables?: readonly TableName[]
  /** Why the tables hold nothing that a person may ask for. A module with tables has this, or `erasePerson` and an export. */
  noPersonalData?: string
  /** Deletes what the tables hold about a person, or says why it stays. The newest module erases first. */
  erasePerson?: string | ((tx: Tx, email: string) => Promise<PersonErasure>)
  /** Reads what the tables hold about a person, by the name in the file that the person gets. Or says why not. */
  exportPerson?: string | Readonly<Record<string, (email: string) => Promise<unknown>>>
  /** Reads what the tables hold about one order, as its customer sees it. It takes the place of `exportPerson`. */
  exportOrder?: Readonly<Record<string, (orderId: string, customer: Customer) => Promise<unknown>>>
  /** Moves what the tables hold about a person to another email (P-371). */
  followEmailChange?: (tx: Tx, change: EmailChange) => Promise<void>
  /** Rules for the deletion of old rows and files, by job name. */
  retention?: Readonly<Record<string, RetentionRule>>
  /** Counters that writes keep up to date and that can be recounted, by job name. */
  counters?: Readonly<Record<string, FindCorrectionsFunction>>
  queues?: readonly JobQueue[]
  /** Values for `/metrics`, by their name there. */
  gauges?: Readonly<Record<string, Gauge>>
  /** Begins background work and returns at once. */
  start?: () => void
  /** Waits for running work, up to the module's own time limit. */
  close?: () => Promise<void>
}

/** `counts` go into the audit log. */
type PersonErasure = { counts?: Readonly<Record<string, number>>; afterCommit?: () => Promise<void> }

/** Reads as a customer, so that no reply holds what only the team knows. */
export type Customer = { email: string; isAdmin: false }

/** The cost of `read` must not grow with the history of the site. */
export type Gauge = { help: string; read: () => Promise<number> }

/** The functions that other modules may call. `Create` is the function that creates the module. */
export type ModuleFunctions<Create extends (...parts: never[]) => ServerModule> = Omit<ReturnType<Create>, keyof ServerModule>

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
  | { removeRows: (tx: Tx, batch: RowRemovalLimits) => Promise<number> }
  /** Deletes files older than a time in epoch ms. */
  | { removeFiles: (before: number) => Promise<void> }

/** Merges the named values of all modules. Throws if two modules use the same name. */
export function collectFromModules<T, M extends { name: string } = ServerModule>(
  modules: readonly M[],
  getProvided: (module: M) => Readonly<Record<string, T>> | undefined,
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

import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'
import type { Write } from './write.ts'

/** An open database. Reads go through `read`, writes through `write`; `main` is for libraries that bring their own queries. */
export type Database = {
  type: 'sqlite' | 'postgres'
  main: Kysely<Tables>
  read: Kysely<Tables>
  write: Write
  contentVersion: ContentVersion
  close: () => Promise<void>
}

/** A number that every content write raises, in whichever process it happens. */
export type ContentVersion = {
  /** The version as of now, or undefined where only a query can tell. */
  current: () => number | undefined
  refresh: () => Promise<number>
  /**
   * The same, asked for once per turn of the event loop where asking costs something. Only for answers
   * that leave at once: it may miss what another process commits in the same few microseconds.
   */
  thisTurn: () => number | undefined
  /** Begins to follow other processes. Called once the tables exist. */
  start?: () => Promise<void>
  /** This process has committed a content write. */
  announced?: (version: number) => void
}

/** PostgreSQL's channel on which a content write tells the other processes the new version. */
export const CONTENT_CHANNEL = 'content_version'

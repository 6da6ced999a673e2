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
  /** Brings the schema up to date; once, before anything else. */
  prepare: () => Promise<void>
  close: () => Promise<void>
}

/** A number that every content write raises, in whichever process it happens. */
export type ContentVersion = {
  /** The version as of now, or undefined where only a query can tell. */
  current: () => number | undefined
  /** The version as of now or later than this call; throws where the database is away. */
  refresh: () => Promise<number>
  /**
   * The same as `current`, asked for once per turn of the event loop. Only for answers that leave at
   * once: it may miss what another process commits in the same few microseconds.
   */
  thisTurn: () => number | undefined
  /** This process has committed a content write. */
  announced?: () => void
}

import type { Kysely } from 'kysely'
import type { ContentVersion } from './content-version.ts'
import type { ProcessLock } from './process-lock.ts'
import type { Tables } from './tables.ts'
import type { Write } from './write.ts'

/** An open database. Reads go through `read`, writes through `write`; `main` is for libraries that bring their own queries. */
export type Database = {
  type: 'sqlite' | 'postgres'
  main: Kysely<Tables>
  read: Kysely<Tables>
  write: Write
  contentVersion: ContentVersion
  /** Tells which processes on this database live. */
  processLock: ProcessLock
  /** Brings the schema up to date; once, before anything else. */
  prepare: () => Promise<void>
  close: () => Promise<void>
}

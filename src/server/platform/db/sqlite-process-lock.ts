import { randomInt } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDatabaseBusy } from './database-errors.ts'
import { MOST_PROCESS_NUMBER, type ProcessLock } from './process-lock.ts'

/**
 * A file of its own beside the database for each process, locked as SQLite locks its databases: the system lets go of
 * that with the process. Whoever can share the database can share these.
 */
export function fileLock(dataDir: string): ProcessLock {
  const fileOf = (name: string) => join(dataDir, `process-${name}.lock`)
  const ours = String(randomInt(1, MOST_PROCESS_NUMBER))
  let held: DatabaseSync | undefined

  function hold(): boolean {
    if (held) return true
    try {
      held = new DatabaseSync(fileOf(ours))
      held.exec('pragma journal_mode = memory; begin exclusive')
    } catch {
      // No room for a file, for instance: claims end with their leases.
      held?.close()
      held = undefined
    }
    return held !== undefined
  }

  return {
    name: async () => (hold() ? ours : undefined),
    async endedOf(names) {
      if (!hold()) return []
      return names.filter((name) => name !== ours && isFree(fileOf(name)))
    },
    async release() {
      if (!held) return
      held.close()
      held = undefined
      rmSync(fileOf(ours), { force: true })
    },
  }
}

/** Whether nobody holds the lock; its file is removed then. */
function isFree(file: string): boolean {
  if (!existsSync(file)) return true
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 0 })
    try {
      database.prepare('select 1 from sqlite_schema').get()
    } finally {
      database.close()
    }
  } catch (error) {
    // What cannot be opened says nothing about its process, unless another one was quicker.
    return !isDatabaseBusy(error) && !existsSync(file)
  }
  rmSync(file, { force: true })
  return true
}

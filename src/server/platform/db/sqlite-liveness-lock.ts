import { randomInt } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDatabaseBusyError } from './database-errors.ts'
import { type LivenessLock, MAX_PROCESS_LOCK_NUMBER } from './liveness-lock.ts'

/**
 * Proves life by a locked file per process, beside the database. SQLite locks it, and the system unlocks it when the
 * process ends. It works wherever processes can share the database.
 */
export function createSqliteLivenessLock(dataDir: string): LivenessLock {
  const getLockPath = (name: string) => join(dataDir, `process-${name}.lock`)
  const ownName = String(randomInt(1, MAX_PROCESS_LOCK_NUMBER))
  let lockFile: DatabaseSync | undefined

  function takeLock(): boolean {
    if (lockFile) return true
    try {
      lockFile = new DatabaseSync(getLockPath(ownName))
      lockFile.exec('pragma journal_mode = memory; begin exclusive')
    } catch {
      // For example on a full disk. Claims then end with their leases.
      lockFile?.close()
      lockFile = undefined
    }
    return lockFile !== undefined
  }

  return {
    name: async () => (takeLock() ? ownName : undefined),
    async findEnded(names) {
      if (!takeLock()) return []
      return names.filter((name) => name !== ownName && removeIfFree(getLockPath(name)))
    },
    async release() {
      if (!lockFile) return
      lockFile.close()
      lockFile = undefined
      rmSync(getLockPath(ownName), { force: true })
    },
  }
}

/** Returns whether no process holds the lock. Removes the file then. */
function removeIfFree(file: string): boolean {
  if (!existsSync(file)) return true
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 0 })
    try {
      database.prepare('select 1 from sqlite_schema').get()
    } finally {
      database.close()
    }
  } catch (error) {
    // A file that can't be opened proves nothing, unless another process has just removed it.
    return !isDatabaseBusyError(error) && !existsSync(file)
  }
  rmSync(file, { force: true })
  return true
}

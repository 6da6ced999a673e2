import { randomInt } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDatabaseBusyError } from './database-errors.ts'
import { MAX_PROCESS_NUMBER, type ProcessLock } from './process-lock.ts'

/**
 * A file of its own beside the database for each process, locked as SQLite locks its databases: the system lets go of
 * that with the process. Whoever can share the database can share these.
 */
export function createFileProcessLock(dataDir: string): ProcessLock {
  const getLockPath = (name: string) => join(dataDir, `process-${name}.lock`)
  const ownName = String(randomInt(1, MAX_PROCESS_NUMBER))
  let lockFile: DatabaseSync | undefined

  function takeLock(): boolean {
    if (lockFile) return true
    try {
      lockFile = new DatabaseSync(getLockPath(ownName))
      lockFile.exec('pragma journal_mode = memory; begin exclusive')
    } catch {
      // No room for a file, for instance: claims end with their leases.
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

/** Whether nobody holds the lock; its file is removed then. */
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
    // What cannot be opened says nothing about its process, unless another one was quicker.
    return !isDatabaseBusyError(error) && !existsSync(file)
  }
  rmSync(file, { force: true })
  return true
}

import { existsSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createDatabaseFileMovedError } from './database-errors.ts'
import { copyDatabaseToSalvageFile } from './salvage-removed-database.ts'
import type { SqliteConnections } from './sqlite-connections.ts'

/** How often the guard looks at the files while nothing is written, in ms. */
const CHECK_INTERVAL = 1_000
/** How long the database may be missing before its content is salvaged, in ms. It may come back before that. */
const SALVAGE_AFTER = 5_000

/** `log replaced`: the database is in place, but its `-wal` or `-shm` file is not the open one. */
type FileState = 'in place' | 'log replaced' | 'away'

type DatabaseFileGuard = {
  /** Throws if a write would be lost now. Takes microseconds. The caller must have no open transaction. */
  check: () => void
  /** Stops the timer. Returns the path of the salvaged database if the files are not in place. */
  end: () => Promise<string | undefined>
}

/** `printedState`: the last printed state; each change is printed once. `awaySince`: in ms of `performance.now()`. */
type GuardState = {
  database: string
  connections: SqliteConnections
  openInodes: (number | undefined)[]
  printedState: FileState
  awaySince: number | undefined
  salvage: Promise<string> | undefined
}

/**
 * Keeps saved data when another program removes or replaces the files of the open database (docs/decisions/0025). After
 * the loss of the log, it checkpoints and starts a new log. While the database itself is missing, it refuses every save.
 * Saves continue once the same file is back. If the file stays away, its content goes into a salvage file.
 */
export function guardDatabaseFiles(database: string, connections: SqliteConnections): DatabaseFileGuard {
  const guard: GuardState = {
    database,
    connections,
    openInodes: readInodes(database),
    printedState: 'in place',
    awaySince: undefined,
    salvage: undefined,
  }
  const timer = setInterval(() => checkFiles(guard), CHECK_INTERVAL).unref()
  return {
    check() {
      if (!ensureInPlace(guard)) throw createDatabaseFileMovedError(database)
    },
    async end() {
      clearInterval(timer)
      return ensureInPlace(guard) || (readFileState(guard) === 'log replaced' && tryCheckpoint(guard))
        ? undefined
        : startSalvage(guard)
    },
  }
}

function checkFiles(guard: GuardState): void {
  const { database, connections, awaySince } = guard
  // The write with the open transaction calls `check` at its end.
  if (connections.writer.isTransaction) return
  if (ensureInPlace(guard)) return
  const isLate = awaySince !== undefined && performance.now() - awaySince > SALVAGE_AFTER
  // Don't recreate a missing folder: the original may come back under this name.
  if (isLate && existsSync(dirname(database))) void startSalvage(guard).catch(() => {})
}

function readFileState({ database, openInodes }: GuardState): FileState {
  const currentInodes = readInodes(database)
  if (currentInodes.every((inode, index) => inode === openInodes[index])) return 'in place'
  return currentInodes[0] !== undefined && currentInodes[0] === openInodes[0] ? 'log replaced' : 'away'
}

function ensureInPlace(guard: GuardState): boolean {
  const state = readFileState(guard)
  if (state === 'in place') reportInPlace(guard)
  else if (state === 'log replaced') return tryRenewLog(guard)
  else reportMissing(guard)
  return state === 'in place'
}

function printOnce(guard: GuardState, state: FileState, sentence: string): void {
  if (guard.printedState !== state) process.stderr.write(`${sentence}\n`)
  guard.printedState = state
}

function reportInPlace(guard: GuardState): void {
  printOnce(guard, 'in place', `Rankstead can save again: ${guard.database} is back.`)
  guard.awaySince = undefined
  // The database is back, so it holds everything that the salvage file holds.
  void guard.salvage?.then((path) => rm(path, { force: true })).catch(() => {})
  guard.salvage = undefined
}

function tryRenewLog(guard: GuardState): boolean {
  const { database, connections } = guard
  try {
    connections.checkpoint()
    connections.renewLog()
  } catch {
    printOnce(
      guard,
      'log replaced',
      `Rankstead cannot save: ${database}-wal or ${database}-shm was removed or replaced while several processes used ` +
        `them. Stop all of them and start them again. No saved data is lost.`,
    )
    return false
  }
  guard.openInodes = readInodes(database)
  process.stderr.write(
    `${database}-wal or ${database}-shm was removed or replaced while the site was running. Rankstead wrote everything ` +
      'into the database and continues. Nothing is lost. These files belong to the database: leave them in place.\n',
  )
  guard.printedState = 'in place'
  return true
}

function reportMissing(guard: GuardState): void {
  guard.awaySince ??= performance.now()
  if (guard.printedState === 'away') return
  printOnce(
    guard,
    'away',
    `Rankstead cannot save: ${guard.database} was removed, moved or replaced while the site was running. Put the same file ` +
      'back, and it saves again. If you stop the site, it writes a copy of its data into the same folder.',
  )
  // After this, a moved file is complete without its log.
  tryCheckpoint(guard)
}

function tryCheckpoint({ connections }: GuardState): boolean {
  try {
    connections.checkpoint()
    return true
  } catch {
    return false
  }
}

function startSalvage(guard: GuardState): Promise<string> {
  if (!guard.salvage) {
    const attempt = copyDatabaseToSalvageFile(guard.connections.reader(), guard.database)
    guard.salvage = attempt
    attempt.catch(() => {
      // The next check tries again.
      if (guard.salvage === attempt) guard.salvage = undefined
    })
  }
  return guard.salvage
}

/** Returns the inodes of the database, its log and its index. Undefined for a file that can't be read. */
function readInodes(database: string): (number | undefined)[] {
  return ['', '-wal', '-shm'].map((ending) => {
    try {
      return statSync(database + ending, { throwIfNoEntry: false })?.ino
    } catch {
      // The folder is gone or inaccessible, or the disk failed this time.
      return undefined
    }
  })
}

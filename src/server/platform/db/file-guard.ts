import { existsSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { movedError } from './database-errors.ts'
import { writeSalvageFile } from './salvage.ts'
import type { Connections } from './sqlite-connections.ts'

/** How often the guard looks at the files while nothing is written, in ms. */
const LOOK_EVERY = 1_000
/** How long the database may be missing before its content is salvaged, in ms. It may come back before that. */
const SALVAGE_AFTER = 5_000

/** `log replaced`: the database is in place, but its `-wal` or `-shm` file is not the open one. */
type State = 'in place' | 'log replaced' | 'away'

export type FileGuard = {
  /** Throws if a write would be lost now. Takes microseconds. The caller must have no open transaction. */
  check: () => void
  /** Stops the timer. Returns the path of the salvaged database if the files are not in place. */
  end: () => Promise<string | undefined>
}

/** `said`: the last state that was printed; each is printed once. `awaySince`: in ms of `performance.now()`. */
type Guard = {
  database: string
  connections: Connections
  opened: (number | undefined)[]
  said: State
  awaySince: number | undefined
  salvage: Promise<string> | undefined
}

/**
 * Keeps saved data when another program removes or replaces the files of the open database (docs/decisions/0087). A
 * removed log is written into the database and begun again. While the database itself is missing, every save is refused.
 * Saves go on once the same file is back. If it stays away, its content is written to a salvage file.
 */
export function guardFiles(database: string, connections: Connections, onLook: () => void): FileGuard {
  const guard: Guard = {
    database,
    connections,
    opened: inodesOf(database),
    said: 'in place',
    awaySince: undefined,
    salvage: undefined,
  }
  const timer = setInterval(() => lookAgain(guard, onLook), LOOK_EVERY).unref()
  return {
    check() {
      if (!isInPlace(guard)) throw movedError(database)
    },
    async end() {
      clearInterval(timer)
      return isInPlace(guard) || (stateOf(guard) === 'log replaced' && checkpoint(guard)) ? undefined : startSalvage(guard)
    },
  }
}

function lookAgain(guard: Guard, onLook: () => void): void {
  const { database, connections, awaySince } = guard
  // The write that has the open transaction calls `check` at its end.
  if (connections.writer.isTransaction) return
  if (isInPlace(guard)) {
    onLook()
    return
  }
  const isLate = awaySince !== undefined && performance.now() - awaySince > SALVAGE_AFTER
  // Don't recreate a missing folder: the original may come back under this name.
  if (isLate && existsSync(dirname(database))) void startSalvage(guard).catch(() => {})
}

function stateOf({ database, opened }: Guard): State {
  const found = inodesOf(database)
  if (found.every((inode, index) => inode === opened[index])) return 'in place'
  return found[0] !== undefined && found[0] === opened[0] ? 'log replaced' : 'away'
}

function isInPlace(guard: Guard): boolean {
  const state = stateOf(guard)
  if (state === 'in place') settle(guard)
  else if (state === 'log replaced') return renewLog(guard)
  else wait(guard)
  return state === 'in place'
}

function say(guard: Guard, state: State, sentence: string): void {
  if (guard.said !== state) process.stderr.write(`${sentence}\n`)
  guard.said = state
}

function settle(guard: Guard): void {
  say(guard, 'in place', `Rankstead saves again: ${guard.database} is in its place.`)
  guard.awaySince = undefined
  // The database is back, so it holds everything that the salvage file holds.
  void guard.salvage?.then((path) => rm(path, { force: true })).catch(() => {})
  guard.salvage = undefined
}

function renewLog(guard: Guard): boolean {
  const { database, connections } = guard
  try {
    connections.checkpoint()
    connections.renewLog()
  } catch {
    say(
      guard,
      'log replaced',
      `Rankstead saves nothing: ${database}-wal or ${database}-shm was removed or replaced while several processes used ` +
        `them. Stop all of them and start them again. Nothing that was saved is lost.`,
    )
    return false
  }
  guard.opened = inodesOf(database)
  process.stderr.write(
    `${database}-wal or ${database}-shm was removed or replaced while the site was running. Rankstead wrote everything ` +
      'into the database and goes on. Nothing is lost. These files belong to the database: leave them in place.\n',
  )
  guard.said = 'in place'
  return true
}

function wait(guard: Guard): void {
  guard.awaySince ??= performance.now()
  if (guard.said === 'away') return
  say(
    guard,
    'away',
    `Rankstead saves nothing: ${guard.database} was removed, moved or replaced while the site was running. Put the same file ` +
      'back, and it saves again. If you stop the site, it writes all that it had saved beside that place.',
  )
  // A moved file is complete without its log after this.
  checkpoint(guard)
}

/** Returns whether it succeeded. */
function checkpoint({ connections }: Guard): boolean {
  try {
    connections.checkpoint()
    return true
  } catch {
    return false
  }
}

function startSalvage(guard: Guard): Promise<string> {
  if (!guard.salvage) {
    const attempt = writeSalvageFile(guard.connections.reader(), guard.database)
    guard.salvage = attempt
    attempt.catch(() => {
      // The next look tries again.
      if (guard.salvage === attempt) guard.salvage = undefined
    })
  }
  return guard.salvage
}

/** Returns the inodes of the database, its log and its index; undefined for a file that can't be read. */
function inodesOf(database: string): (number | undefined)[] {
  return ['', '-wal', '-shm'].map((ending) => {
    try {
      return statSync(database + ending, { throwIfNoEntry: false })?.ino
    } catch {
      // The folder itself is gone or closed to us, or the disk did not answer this time.
      return undefined
    }
  })
}

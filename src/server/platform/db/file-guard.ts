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

/**
 * Keeps saved data when another program removes or replaces the files of the open database (docs/decisions/0087). A
 * removed log is written into the database and begun again. While the database itself is missing, every save is refused.
 * Saves go on once the same file is back. If it stays away, its content is written to a salvage file.
 */
export function guardFiles(database: string, connections: Connections, onLook: () => void): FileGuard {
  const { writer } = connections
  let opened = inodesOf(database)
  /** The last state that was printed. Each state is printed once. */
  let said: State = 'in place'
  let awaySince: number | undefined
  let salvage: Promise<string> | undefined

  function look(): State {
    const found = inodesOf(database)
    if (found.every((inode, index) => inode === opened[index])) return 'in place'
    return found[0] !== undefined && found[0] === opened[0] ? 'log replaced' : 'away'
  }

  function say(state: State, sentence: string): void {
    if (said !== state) process.stderr.write(`${sentence}\n`)
    said = state
  }

  function isInPlace(): boolean {
    const state = look()
    if (state === 'in place') settle()
    else if (state === 'log replaced') return renewLog()
    else wait()
    return state === 'in place'
  }

  function settle(): void {
    say('in place', `Rankstead saves again: ${database} is in its place.`)
    awaySince = undefined
    // The database is back, so it holds everything that the salvage file holds.
    void salvage?.then((path) => rm(path, { force: true })).catch(() => {})
    salvage = undefined
  }

  function renewLog(): boolean {
    try {
      connections.checkpoint()
      connections.renewLog()
    } catch {
      say(
        'log replaced',
        `Rankstead saves nothing: ${database}-wal or ${database}-shm was removed or replaced while several processes used ` +
          `them. Stop all of them and start them again. Nothing that was saved is lost.`,
      )
      return false
    }
    opened = inodesOf(database)
    process.stderr.write(
      `${database}-wal or ${database}-shm was removed or replaced while the site was running. Rankstead wrote everything ` +
        'into the database and goes on. Nothing is lost. These files belong to the database: leave them in place.\n',
    )
    said = 'in place'
    return true
  }

  function wait(): void {
    awaySince ??= performance.now()
    if (said === 'away') return
    say(
      'away',
      `Rankstead saves nothing: ${database} was removed, moved or replaced while the site was running. Put the same file ` +
        'back, and it saves again. If you stop the site, it writes all that it had saved beside that place.',
    )
    // A moved file is complete without its log after this.
    isCheckpointed()
  }

  function isCheckpointed(): boolean {
    try {
      connections.checkpoint()
      return true
    } catch {
      return false
    }
  }

  function lookAgain(): void {
    // The write that has the open transaction calls `check` at its end.
    if (writer.isTransaction) return
    if (isInPlace()) {
      onLook()
      return
    }
    const isLate = awaySince !== undefined && performance.now() - awaySince > SALVAGE_AFTER
    // Don't recreate a missing folder: the original may come back under this name.
    if (isLate && existsSync(dirname(database))) void startSalvage().catch(() => {})
  }

  function startSalvage(): Promise<string> {
    if (!salvage) {
      const attempt = writeSalvageFile(connections.reader(), database)
      salvage = attempt
      attempt.catch(() => {
        // The next look tries again.
        if (salvage === attempt) salvage = undefined
      })
    }
    return salvage
  }

  const timer = setInterval(lookAgain, LOOK_EVERY).unref()
  return {
    check() {
      if (!isInPlace()) throw movedError(database)
    },
    async end() {
      clearInterval(timer)
      return isInPlace() || (look() === 'log replaced' && isCheckpointed()) ? undefined : startSalvage()
    },
  }
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

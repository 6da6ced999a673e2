import { existsSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { movedError } from './database-errors.ts'
import { writeSalvage } from './salvage.ts'
import type { Connections } from './sqlite-connections.ts'

/** How often the files are looked at while nothing is written, in ms. */
const LOOK_EVERY = 1_000
/** How long a database may be away until what it held is written beside its place, in ms: it may come back before. */
const SALVAGE_AFTER = 5_000

/** `log replaced`: the database is in its place, and the log or the index beside it is not the one that is open. */
type State = 'in place' | 'log replaced' | 'away'

export type FileGuard = {
  /** Throws where what is written now would be lost. Costs microseconds; no transaction may be open. */
  check: () => void
  /** Ends the looks. Returns the path of the salvaged database where the files are not in place. */
  end: () => Promise<string | undefined>
}

/**
 * Keeps what was saved when the files of the open database are removed or replaced, which would be gone with the process
 * (docs/decisions/0087). A log that is gone is written into the database and begun again. While the database itself is
 * away nothing is saved; it is saved again once the same file is back, and otherwise written beside its place.
 */
export function guardFiles(database: string, connections: Connections, onLook: () => void): FileGuard {
  const { writer } = connections
  let opened = inodesOf(database)
  /** What was said last, so that it is said once. */
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
    // What was written beside it is all in the database.
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
    // A file that was moved is then complete by itself.
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
    // Whoever ends an open transaction looks for itself.
    if (writer.isTransaction) return
    if (isInPlace()) {
      onLook()
      return
    }
    const isLate = awaySince !== undefined && performance.now() - awaySince > SALVAGE_AFTER
    // A folder that is away may come back under this name.
    if (isLate && existsSync(dirname(database))) void startSalvage().catch(() => {})
  }

  function startSalvage(): Promise<string> {
    if (!salvage) {
      const attempt = writeSalvage(connections.reader(), database)
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

/** Returns the inodes of the database, its log and its index; undefined for one that can't be looked at. */
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

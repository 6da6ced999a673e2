import type { Transaction } from 'kysely'
import type { DatabaseTables } from './tables.ts'

type Tx = Transaction<DatabaseTables>

/**
 * The locks in the order in which a write takes them. Two writes that take them in different orders could wait for each other
 * until the database ends one of them. This is the only list that names locks of all areas.
 */
const LOCK_ORDER = [
  'content version',
  'release',
  'job',
  'order counters',
  'brief',
  'order work',
  'carried deliverable',
  'conversation',
  'order files',
  'user records',
  'account',
  'daily counts',
] as const

export type LockName = (typeof LOCK_ORDER)[number]

/** The locks of the current write of each transaction. */
const takenLocks = new WeakMap<Tx, Set<LockName>>()
let isOrderChecked = false

/** Makes `takeLock` throw for a lock that is out of order. Tests call it. */
export function checkLockOrder(): void {
  isOrderChecked = true
}

/** Returns whether the current write has taken this lock. Use it only for a lock on one row. */
export function hasTakenLock(tx: Tx, name: LockName): boolean {
  return takenLocks.get(tx)?.has(name) === true
}

/** Runs the statement that locks rows until the end of the transaction. A write may take a lock that it has again. */
export async function takeLock<T>(tx: Tx, name: LockName, lockRows: () => Promise<T>): Promise<T> {
  const taken = takenLocks.get(tx)
  if (taken && !taken.has(name)) {
    const later = isOrderChecked && [...taken].find((one) => LOCK_ORDER.indexOf(one) > LOCK_ORDER.indexOf(name))
    if (later) throw new Error(`The lock "${name}" comes before "${later}" in LOCK_ORDER (lock-order.ts). Take it first.`)
    taken.add(name)
  }
  return lockRows()
}

/** Begins the next write of a transaction. The writes of a group don't wait for each other (`commit-write-group.ts`). */
export function beginLocks(tx: Tx): void {
  takenLocks.set(tx, new Set())
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { Refusal } from '../../contract/refusal.ts'
import { isDatabaseBusy } from './faults.ts'
import { withPatience } from './patience.ts'
import type { Tables } from './tables.ts'

export type Tx = Transaction<Tables>

/**
 * Runs `work` inside a transaction and answers after its COMMIT. A failing work is undone alone.
 * Work must not call `write` again, and must not wait for anything but the database.
 */
export type Write = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

type Job = { work: (tx: Tx) => Promise<unknown>; resolve: (value: never) => void; reject: (reason: unknown) => void }
type Outcome = { value: unknown } | { reason: unknown }

/** How many writes may share one transaction. */
const MAX_GROUP = 256

/**
 * Group commit: the writes that arrive while the event loop turns, or while a group is being
 * committed, share the next transaction, each under a savepoint of its own.
 */
export function createWriter(db: Kysely<Tables>): Write {
  let waiting: Job[] = []
  let isRunning = false

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.slice(0, MAX_GROUP)
      waiting = waiting.slice(MAX_GROUP)
      await commitTogether(db, group)
      // Lets the requests of this turn come in, so that they share the next transaction.
      await nextTurn()
    }
    isRunning = false
  }

  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push({ work, resolve, reject })
      if (isRunning) return
      isRunning = true
      setImmediate(drain)
    })
}

async function commitTogether(db: Kysely<Tables>, group: readonly Job[]): Promise<void> {
  try {
    const outcomes = await withPatience(() => db.transaction().execute((tx) => runAll(tx, group)))
    for (const [index, { resolve, reject }] of group.entries()) {
      const outcome = outcomes[index]
      if (outcome && 'value' in outcome) resolve(outcome.value as never)
      else reject(outcome?.reason)
    }
  } catch (fault) {
    const refusal = new Refusal(503, 'Nothing was saved: the database cannot be written right now. Please try again in a moment.')
    refusal.cause = fault
    for (const { reject } of group) reject(refusal)
  }
}

async function runAll(tx: Tx, group: readonly Job[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const { work } of group) {
    await sql`savepoint write_job`.execute(tx)
    const outcome = await work(tx).then(
      (value): Outcome => ({ value }),
      (reason): Outcome => ({ reason }),
    )
    // Undone with the whole group and tried again: the other side's work goes on meanwhile.
    if ('reason' in outcome && isDatabaseBusy(outcome.reason)) throw outcome.reason
    if ('reason' in outcome) await sql`rollback to write_job`.execute(tx)
    await sql`release write_job`.execute(tx)
    outcomes.push(outcome)
  }
  return outcomes
}

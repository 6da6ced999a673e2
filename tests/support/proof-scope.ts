import type { TestDatabase } from './test-databases.ts'

/** Whether proofs run at their full size (`WHOLE_PROOFS=1`), as before a release, or in the short form of every day. */
export const runsFullProofs = process.env.WHOLE_PROOFS === '1'

/** A size of the full proof, or the one that stands for it every day. */
export function pickSize<T>({ short, whole }: { short: T; whole: T }): T {
  return runsFullProofs ? whole : short
}

/**
 * All of them on the embedded database. On PostgreSQL, of what is decided without asking the database what kind it is,
 * one of every kind; in whole proofs all of them, too.
 */
export function sampleForDatabase<T>({ name }: TestDatabase, all: readonly T[], getKind: (one: T) => unknown): readonly T[] {
  return name === 'SQLite' || runsFullProofs ? all : pickOnePerKind(all, getKind)
}

/** The last one of each kind. */
export function pickOnePerKind<T>(all: readonly T[], getKind: (one: T) => unknown): readonly T[] {
  return [...new Map(all.map((one) => [JSON.stringify(getKind(one)), one])).values()]
}

import type { TestDatabase } from './test-databases.ts'

/** Whether proofs run at full size (`WHOLE_PROOFS=1`), as before a release. */
export const runsFullProofs = process.env.WHOLE_PROOFS === '1'

/** Picks the size of a full proof, or its short form. */
export function pickSize<T>({ short, whole }: { short: T; whole: T }): T {
  return runsFullProofs ? whole : short
}

/** A limit in ms that full proofs assert, on an idle machine. Short proofs share theirs, so no time is too long there. */
export const limitTime = (ms: number) => pickSize({ short: Number.POSITIVE_INFINITY, whole: ms })

/**
 * Returns all items on SQLite and in full proofs, else one item of each kind.
 * Use it for code that doesn't depend on the database.
 */
export function sampleCasesOnPostgres<T>({ name }: TestDatabase, all: readonly T[], getKind: (one: T) => unknown): readonly T[] {
  return name === 'SQLite' || runsFullProofs ? all : pickOnePerKind(all, getKind)
}

/** Returns the last item of each kind. */
export function pickOnePerKind<T>(all: readonly T[], getKind: (one: T) => unknown): readonly T[] {
  return [...new Map(all.map((one) => [JSON.stringify(getKind(one)), one])).values()]
}

import type { TestDatabase } from './databases.ts'

/**
 * How often a proof is repeated. As often as it says on the embedded database; on PostgreSQL, where each round is a
 * conversation, a tenth of that, unless `WHOLE_PROOFS=1` asks for all.
 */
export function howMany(rounds: number, { name }: TestDatabase): number {
  return name === 'SQLite' || process.env.WHOLE_PROOFS === '1' ? rounds : rounds / 10
}

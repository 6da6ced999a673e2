import { createOutcomeUnknownError } from './database-errors.ts'
import type { IdempotencyKey } from './idempotency.ts'
import type { LostCommitError } from './postgres-lost-commit.ts'

/** How many lost writes a process remembers. */
const MAX_ENTRIES = 1_000

type LostWrite = { value: unknown; error: LostCommitError }

/** Remembers writes whose COMMIT was lost, so that a repeat doesn't save them twice. Each process remembers its own. */
export function createLostCommitMemory() {
  const entries = new Map<string, LostWrite>()

  return {
    add(key: IdempotencyKey, value: unknown, error: LostCommitError): void {
      const [oldest] = entries.keys()
      if (entries.size >= MAX_ENTRIES && oldest !== undefined) entries.delete(oldest)
      entries.set(key.identify().id, { value, error })
    },

    /**
     * Returns undefined if no such write was lost. Otherwise resolves to its value, or to undefined if it was undone. Throws
     * a 503 while the database can't tell.
     */
    find({ identify }: IdempotencyKey): Promise<{ value: unknown } | undefined> | undefined {
      if (entries.size === 0) return undefined
      const { id } = identify()
      const entry = entries.get(id)
      return entry && resolveEntry(id, entry)
    },
  }

  async function resolveEntry(id: string, { value, error }: LostWrite): Promise<{ value: unknown } | undefined> {
    const outcome = await error.findOutcome()
    if (outcome === undefined) throw createOutcomeUnknownError(error)
    entries.delete(id)
    return outcome === 'committed' ? { value } : undefined
  }
}

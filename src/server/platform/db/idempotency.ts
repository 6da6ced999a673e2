import { sql, type Transaction } from 'kysely'
import { UserError } from '#contract/core/user-error.ts'
import type { DatabaseTables } from './tables.ts'

/** Identifies a request. `identify` computes the hashes each time: few writes need them. */
export type IdempotencyKey = {
  /** Whether the sender sent a key. */
  isSent: boolean
  identify: () => RequestIdentity
}

/**
 * `id` hashes the sender, the call and the key, `fingerprint` hashes the input. If the sender sent no key, the fingerprint
 * stands in for it, and only recognizes the repeat of a write whose COMMIT was lost.
 */
type RequestIdentity = { id: string; fingerprint: string }

/** How long an outcome is stored at least, in ms. */
const KEPT_DURATION = 24 * 60 * 60_000

/** How many expired outcomes one request may remove. Each request adds one. */
const MAX_REMOVED_PER_REQUEST = 8

const DIFFERENT_INPUT =
  'This Idempotency-Key was already used for another request. Repeat that request to get its result, or use another key.'

/**
 * Runs `work` once per idempotency key. A repeat with the same input returns the stored result. A repeat with different
 * input throws a 422. A repeat during the first run waits for it, also across processes. Failures store nothing. The
 * result must be plain JSON without secrets.
 */
export async function runIdempotently<T>(
  tx: Transaction<DatabaseTables>,
  { identify }: IdempotencyKey,
  work: () => Promise<T>,
  hasRowLocks: boolean,
): Promise<T> {
  const now = Date.now()
  const { id, fingerprint } = identify()
  const isFirst = await tx
    .insertInto('idempotent_request')
    .values({ id, fingerprint, outcome: null, expires_at: now + KEPT_DURATION })
    // The row's existence decides, not its expiry time: a wrong clock must not run the work twice.
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!isFirst) return readStoredOutcome(tx, { id, fingerprint })
  const value = await work()
  const outcome = JSON.stringify(value ?? null)
  await tx.updateTable('idempotent_request').set({ outcome }).where('id', '=', id).execute()
  await removeExpired(tx, now, hasRowLocks)
  return value
}

async function readStoredOutcome<T>(tx: Transaction<DatabaseTables>, { id, fingerprint }: RequestIdentity): Promise<T> {
  const stored = await tx.selectFrom('idempotent_request').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (stored.fingerprint !== fingerprint) throw new UserError(422, DIFFERENT_INPUT)
  return JSON.parse(stored.outcome ?? 'null')
}

/** Removes some expired rows, so that the table holds about one day of requests. */
async function removeExpired(tx: Transaction<DatabaseTables>, now: number, hasRowLocks: boolean): Promise<void> {
  const skip = hasRowLocks ? sql`for update skip locked` : sql``
  await sql`
    delete from idempotent_request where id in (
      select id from (
        select id from idempotent_request where expires_at <= ${now} order by expires_at limit ${MAX_REMOVED_PER_REQUEST} ${skip}
      ) as ended
    )`.execute(tx)
}

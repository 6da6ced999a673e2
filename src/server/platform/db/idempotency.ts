import { sql, type Transaction } from 'kysely'
import { UserError } from '../../../contract/core/user-error.ts'
import type { DatabaseTables } from './tables.ts'

/** What tells a request from all others: hashes of who asks for what under which key, and of the input that comes with it. */
export type IdempotencyKey = { id: string; fingerprint: string }

/** How long an outcome is kept at least, in ms. */
const KEPT_DURATION = 24 * 60 * 60_000

/** Outcomes whose time is over that one request may remove; each adds one. */
const MAX_REMOVED_PER_REQUEST = 8

const DIFFERENT_INPUT =
  'This Idempotency-Key came with something else before. Send the same again to learn what became of it, or use another key.'

/**
 * Does `work` unless that was done under the same key before, and answers what was answered then; throws a 422 where it
 * came with another input. Whoever comes while the first is under way waits for it, in whichever process. What fails
 * keeps nothing. The outcome must be plain JSON without a secret.
 */
export async function runIdempotently<T>(
  tx: Transaction<DatabaseTables>,
  idempotencyKey: IdempotencyKey,
  work: () => Promise<T>,
  hasRowLocks: boolean,
): Promise<T> {
  const now = Date.now()
  const isFirst = await tx
    .insertInto('idempotent_request')
    .values({ ...idempotencyKey, outcome: null, expires_at: now + KEPT_DURATION })
    // Bound by its being there and by no clock: one that is wrong must not let anything happen twice.
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!isFirst) return readStoredOutcome(tx, idempotencyKey)
  const value = await work()
  const outcome = JSON.stringify(value ?? null)
  await tx.updateTable('idempotent_request').set({ outcome }).where('id', '=', idempotencyKey.id).execute()
  await removeExpired(tx, now, hasRowLocks)
  return value
}

async function readStoredOutcome<T>(tx: Transaction<DatabaseTables>, { id, fingerprint }: IdempotencyKey): Promise<T> {
  const stored = await tx.selectFrom('idempotent_request').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (stored.fingerprint !== fingerprint) throw new UserError(422, DIFFERENT_INPUT)
  return JSON.parse(stored.outcome ?? 'null')
}

/** Removes some rows whose time is over, so that the table is as large as what was made in a day. */
async function removeExpired(tx: Transaction<DatabaseTables>, now: number, hasRowLocks: boolean): Promise<void> {
  const skip = hasRowLocks ? sql`for update skip locked` : sql``
  await sql`
    delete from idempotent_request where id in (
      select id from (
        select id from idempotent_request where expires_at <= ${now} order by expires_at limit ${MAX_REMOVED_PER_REQUEST} ${skip}
      ) as ended
    )`.execute(tx)
}

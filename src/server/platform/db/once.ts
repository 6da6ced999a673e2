import { sql, type Transaction } from 'kysely'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import type { Tables } from './tables.ts'

/** What tells a request from all others: hashes of who asks for what under which key, and of the input that comes with it. */
export type Once = { id: string; fingerprint: string }

/** How long an outcome is kept at least, in ms. */
const KEPT_FOR = 24 * 60 * 60_000

/** Outcomes whose time is over that one request may remove; each adds one. */
const CLEANED_AT_ONCE = 8

const OTHER_INPUT =
  'This Idempotency-Key came with something else before. Send the same again to learn what became of it, or use another key.'

/**
 * Does `work` unless that was done under the same key before, and answers what was answered then; throws a 422 where it
 * came with another input. Whoever comes while the first is under way waits for it, in whichever process. What fails
 * keeps nothing. The outcome must be plain JSON without a secret.
 */
export async function workOnce<T>(tx: Transaction<Tables>, once: Once, work: () => Promise<T>, hasRowLocks: boolean): Promise<T> {
  const now = Date.now()
  const isFirst = await tx
    .insertInto('request_outcome')
    .values({ ...once, outcome: null, kept_until: now + KEPT_FOR })
    // Bound by its being there and by no clock: one that is wrong must not let anything happen twice.
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!isFirst) return outcomeOf(tx, once)
  const value = await work()
  const outcome = JSON.stringify(value ?? null)
  await tx.updateTable('request_outcome').set({ outcome }).where('id', '=', once.id).execute()
  await clean(tx, now, hasRowLocks)
  return value
}

async function outcomeOf<T>(tx: Transaction<Tables>, { id, fingerprint }: Once): Promise<T> {
  const kept = await tx.selectFrom('request_outcome').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (kept.fingerprint !== fingerprint) throw new Refusal(422, OTHER_INPUT)
  return JSON.parse(kept.outcome ?? 'null')
}

/** Removes some rows whose time is over, so that the table is as large as what was made in a day. */
async function clean(tx: Transaction<Tables>, now: number, hasRowLocks: boolean): Promise<void> {
  const skip = hasRowLocks ? sql`for update skip locked` : sql``
  await sql`
    delete from request_outcome where id in (
      select id from (
        select id from request_outcome where kept_until <= ${now} order by kept_until limit ${CLEANED_AT_ONCE} ${skip}
      ) as ended
    )`.execute(tx)
}

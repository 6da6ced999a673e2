import { randomUUIDv7 } from 'node:crypto'
import { type NotNull, sql } from 'kysely'
import { before, type Page, type Paging } from '../../../contract/grammar/paging.ts'
import { latestPlausible } from '../../platform/db/clock.ts'
import { type OldRows, removeOldest } from '../../platform/db/old-rows.ts'
import type { Reader, SubscriberTable } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/write.ts'
import { LINK_LASTS } from './mails.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

/** How many rows of an export are in memory at a time. */
const CHUNK = 1_000

/** Times are epoch milliseconds. */
export type ListedSubscriber = Pick<SubscriberTable, 'id' | 'email' | 'created_at' | 'confirmed_at'>
export type ConfirmedSubscriber = Pick<SubscriberTable, 'id' | 'email'> & { confirmed_at: number }

/** Newest first. Whoever has left stays in the table, so that nobody writes to them, and is never listed. */
export async function listSubscribers(db: Reader, page: Paging): Promise<Page<ListedSubscriber>> {
  const listed = db.selectFrom('subscriber').where('ended_at', 'is', null)
  const records = await listed
    .select(['id', 'email', 'created_at', 'confirmed_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.size)
    .offset(before(page))
    .execute()
  const { total } = await listed.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { records, total: Number(total) }
}

/** All who have confirmed, oldest first, some at a time. */
export async function* confirmedSubscribers(db: Reader): AsyncGenerator<ConfirmedSubscriber[]> {
  let chunk = await confirmedAfter(db, { confirmed_at: 0, id: '' })
  while (chunk.length > 0) {
    yield chunk
    const last = chunk.at(-1)
    chunk = last && chunk.length === CHUNK ? await confirmedAfter(db, last) : []
  }
}

function confirmedAfter(
  db: Reader,
  { confirmed_at, id }: Pick<ConfirmedSubscriber, 'confirmed_at' | 'id'>,
): Promise<ConfirmedSubscriber[]> {
  return db
    .selectFrom('subscriber')
    .select(['id', 'email', 'confirmed_at'])
    .$narrowType<{ confirmed_at: NotNull }>()
    .where('confirmed_at', 'is not', null)
    .where('ended_at', 'is', null)
    .where((eb) => eb(eb.refTuple('confirmed_at', 'id'), '>', eb.tuple(confirmed_at, id)))
    .orderBy('confirmed_at')
    .orderBy('id')
    .limit(CHUNK)
    .execute()
}

/**
 * Makes the address one that waits for its confirmation, unless it is on the list already. `mayMail`: the link with
 * this hash counts from now on and is to be mailed, at most one an hour however often and by whomever it is asked.
 */
export async function askForConfirmation(tx: Tx, email: string, linkHash: string): Promise<{ id: string; mayMail: boolean }> {
  const now = Date.now()
  const unasked = { mailed_at: null, link_hash: null, link_ends_at: null, confirmed_at: null, ended_at: null }
  const added = { id: randomUUIDv7(), email, created_at: now, asked_at: now, ...unasked }
  const { id, created_at, mailed_at, confirmed_at, ended_at } = await tx
    .insertInto('subscriber')
    .values(added)
    // Written every time, so that the answer takes as long for an address that is known.
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ asked_at: now }))
    .returningAll()
    .executeTakeFirstOrThrow()
  const hasLeft = ended_at !== null
  if (confirmed_at !== null && !hasLeft) return { id, mayMail: false }
  const mayMail = mailed_at === null || mailed_at <= now - HOUR || mailed_at > latestPlausible(now)
  await tx
    .updateTable('subscriber')
    .set({
      created_at: hasLeft ? now : created_at,
      confirmed_at: null,
      ended_at: null,
      ...(mayMail && { mailed_at: now, link_hash: linkHash, link_ends_at: now + LINK_LASTS * DAY }),
    })
    .where('id', '=', id)
    .execute()
  return { id, mayMail }
}

/** Confirms whoever was mailed the link with this hash last; undefined where it is unknown, used or over. */
export function confirm(tx: Tx, linkHash: string): Promise<{ id: string; email: string } | undefined> {
  const now = Date.now()
  return tx
    .updateTable('subscriber')
    .set({ confirmed_at: now })
    .where('link_hash', '=', linkHash)
    .where('link_ends_at', '>', now)
    .where('confirmed_at', 'is', null)
    .where('ended_at', 'is', null)
    .returning(['id', 'email'])
    .executeTakeFirst()
}

/** Takes somebody off the list; nothing happens where they are on it no longer. */
export async function end(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('subscriber').set({ ended_at: Date.now() }).where('id', '=', id).where('ended_at', 'is', null).execute()
}

/** Removes addresses that nobody confirmed. Whoever has left stays, so that nobody writes to them; so do those who were never asked. */
export async function removeUnconfirmed(tx: Tx, old: OldRows): Promise<number> {
  const unconfirmed = sql`confirmed_at is null and ended_at is null`
  return (await removeOldest(tx, { table: 'subscriber', key: ['id'], at: 'asked_at', and: unconfirmed }, old)).length
}

import { randomUUIDv7 } from 'node:crypto'
import { type NotNull, sql } from 'kysely'
import type { ListPage, PageAndSize } from '#contract/core/paging.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import { readInBatches } from '#platform/db/read-in-batches.ts'
import { readListPage } from '#platform/db/read-list-page.ts'
import { type RowRemovalLimits, removeRowsOlderThan } from '#platform/db/remove-rows-older-than.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { computeLatestPlausibleTime } from '#platform/db/wrong-clock-protection.ts'
import { CONFIRMATION_LINK_DAYS } from './subscription-links.ts'
import type { SubscriberTable } from './tables.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

/** Times are epoch milliseconds. */
export type ListedSubscriber = Pick<SubscriberTable, 'id' | 'email' | 'created_at' | 'confirmed_at'>
export type ConfirmedSubscriber = Pick<SubscriberTable, 'id' | 'email'> & { confirmed_at: number }

/** Lists subscribers, newest first. Unsubscribed people stay in the table, but this list leaves them out. */
export async function listSubscribers(db: DatabaseReader, page: PageAndSize): Promise<ListPage<ListedSubscriber>> {
  const subscribers = db
    .selectFrom('subscriber')
    .select(['id', 'email', 'created_at', 'confirmed_at'])
    .where('ended_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  return readListPage(subscribers, page)
}

/** Returns undefined if the email was never subscribed. */
export function findSubscriber(db: DatabaseReader, email: string) {
  return db.selectFrom('subscriber').select(['confirmed_at', 'ended_at']).where('email', '=', email).executeTakeFirst()
}

/** Streams confirmed subscribers in batches, oldest first. */
export function streamConfirmedSubscribers(db: DatabaseReader): AsyncGenerator<ConfirmedSubscriber[]> {
  return readInBatches<ConfirmedSubscriber>((last, limit) =>
    db
      .selectFrom('subscriber')
      .select(['id', 'email', 'confirmed_at'])
      .$narrowType<{ confirmed_at: NotNull }>()
      .where('confirmed_at', 'is not', null)
      .where('ended_at', 'is', null)
      .where((eb) => eb(eb.refTuple('confirmed_at', 'id'), '>', eb.tuple(last?.confirmed_at ?? 0, last?.id ?? '')))
      .orderBy('confirmed_at')
      .orderBy('id')
      .limit(limit)
      .execute(),
  )
}

/**
 * Adds an unconfirmed subscriber, unless the email is confirmed already. If `shouldSendEmail` is true, the link with
 * this hash is now valid and the caller must email it. That happens at most once an hour per email.
 */
export async function saveUnconfirmedSubscriber(
  tx: Tx,
  email: string,
  linkHash: string,
): Promise<{ id: string; shouldSendEmail: boolean }> {
  const now = Date.now()
  const initialState = {
    confirmation_sent_at: null,
    confirmation_token_hash: null,
    confirmation_expires_at: null,
    confirmed_at: null,
    ended_at: null,
  }
  const newSubscriber = { id: randomUUIDv7(), email, created_at: now, requested_at: now, ...initialState }
  const { id, created_at, confirmation_sent_at, confirmed_at, ended_at } = await tx
    .insertInto('subscriber')
    .values(newSubscriber)
    // Writes for a known email too, so that both cases take equally long.
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ requested_at: now }))
    .returningAll()
    .executeTakeFirstOrThrow()
  const hasUnsubscribed = ended_at !== null
  if (confirmed_at !== null && !hasUnsubscribed) return { id, shouldSendEmail: false }
  const shouldSendEmail =
    confirmation_sent_at === null || confirmation_sent_at <= now - HOUR || confirmation_sent_at > computeLatestPlausibleTime(now)
  await tx
    .updateTable('subscriber')
    .set({
      created_at: hasUnsubscribed ? now : created_at,
      confirmed_at: null,
      ended_at: null,
      ...(shouldSendEmail && {
        confirmation_sent_at: now,
        confirmation_token_hash: linkHash,
        confirmation_expires_at: now + CONFIRMATION_LINK_DAYS * DAY,
      }),
    })
    .where('id', '=', id)
    .execute()
  return { id, shouldSendEmail }
}

/** Returns undefined if the link is unknown, used or expired. */
export function confirmSubscriber(tx: Tx, linkHash: string): Promise<{ id: string; email: string } | undefined> {
  const now = Date.now()
  return tx
    .updateTable('subscriber')
    .set({ confirmed_at: now })
    .where('confirmation_token_hash', '=', linkHash)
    .where('confirmation_expires_at', '>', now)
    .where('confirmed_at', 'is', null)
    .where('ended_at', 'is', null)
    .returning(['id', 'email'])
    .executeTakeFirst()
}

/** Does nothing for a former subscriber. */
export async function markUnsubscribed(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('subscriber').set({ ended_at: Date.now() }).where('id', '=', id).where('ended_at', 'is', null).execute()
}

/** Deletes old unconfirmed subscribers. Keeps unsubscribed people and rows without a request time. */
export async function deleteOldUnconfirmedSubscribers(tx: Tx, old: RowRemovalLimits): Promise<number> {
  const unconfirmed = sql`confirmed_at is null and ended_at is null`
  return (
    await removeRowsOlderThan(tx, { table: 'subscriber', key: ['id'], at: 'requested_at', extraCondition: unconfirmed }, old)
  ).length
}

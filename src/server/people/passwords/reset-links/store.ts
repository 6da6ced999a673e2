import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { RESET_LINK_TTL_SECONDS } from '#contract/people/authentication.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import { takeLock } from '#platform/db/lock-order.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { JobQueueTableDefinition } from '#platform/queue/queue.ts'

export const passwordResetQueueTable: JobQueueTableDefinition = { name: 'reset_request' }

/** Stores a request that becomes due in `delay` ms. */
export async function enqueuePasswordResetRequest(tx: Tx, email: string, delay: number): Promise<void> {
  const now = Date.now()
  const row = { id: randomUUIDv7(), email: email.toLowerCase(), requested_at: now, due_at: now + delay }
  await tx
    .insertInto('reset_request')
    .values({ ...row, attempts: 0, claimed_at: null })
    .execute()
}

/** Deletes a request and returns its email, or undefined if another process has claimed it. */
export async function claimPasswordResetRequest(tx: Tx, id: string): Promise<string | undefined> {
  const row = await tx.deleteFrom('reset_request').where('id', '=', id).returning('email').executeTakeFirst()
  return row?.email
}

export async function insertResetLink(tx: Tx, hash: string, userId: string): Promise<void> {
  const now = Date.now()
  await tx.deleteFrom('reset_link').where('ends_at', '<', now).execute()
  await tx
    .insertInto('reset_link')
    .values({ hash, user_id: userId, ends_at: now + RESET_LINK_TTL_SECONDS * 1000 })
    .execute()
}

/** Returns whether an account has a working link. Locks the account, so that two requests can't both send one. */
export async function hasActiveResetLink(tx: Tx, userId: string): Promise<boolean> {
  const lock = sql`update "user" set "updatedAt" = "updatedAt" where "id" = ${userId}`
  await takeLock(tx, 'account', () => lock.execute(tx))
  const activeLinks = tx.selectFrom('reset_link').select('hash').where('user_id', '=', userId).where('ends_at', '>', Date.now())
  return (await activeLinks.limit(1).executeTakeFirst()) !== undefined
}

/** Returns undefined for a used, expired or unknown link. */
export async function findResetLinkOwner(
  db: DatabaseReader,
  hash: string,
): Promise<{ userId: string; email: string } | undefined> {
  const { rows } = await sql<{ userId: string; email: string }>`
    select "user"."id" as "userId", "user"."email" as "email" from reset_link join "user" on "user"."id" = reset_link.user_id
    where reset_link.hash = ${hash} and reset_link.ends_at > ${Date.now()}`.execute(db)
  return rows[0]
}

/** Deletes all links of the account. Returns false if another request has just used this link. */
export async function consumeResetLink(tx: Tx, hash: string, userId: string): Promise<boolean> {
  const deletedLink = await tx.deleteFrom('reset_link').where('hash', '=', hash).returning('hash').executeTakeFirst()
  await deleteResetLinks(tx, userId)
  return deletedLink !== undefined
}

/** Deletes all links of the account. */
export async function deleteResetLinks(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('reset_link').where('user_id', '=', userId).execute()
}

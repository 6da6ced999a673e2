import { sql } from 'kysely'
import type { Tx } from '#platform/db/database-writer.ts'

/** The limit of sessions per account. The account page lists all of them. */
export const MAX_SESSIONS_PER_ACCOUNT = 50

/** Deletes the oldest sessions above the limit, but never the newest one. */
export async function deleteOldestSessions(tx: Tx, userId: string, newestId: string): Promise<void> {
  await sql`
    delete from "session" where "userId" = ${userId} and "id" <> ${newestId} and "id" not in (
      select "id" from "session" where "userId" = ${userId} and "id" <> ${newestId}
      order by "createdAt" desc, "id" limit ${MAX_SESSIONS_PER_ACCOUNT - 1})`.execute(tx)
}

import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database-writer.ts'

/** How many sessions an account may have, all of which a person is shown; more than anybody has devices. */
export const MAX_SESSIONS_PER_ACCOUNT = 50

/** Ends the oldest sessions of an account that has got one more than it may have. */
export async function deleteOldestSessions(tx: Tx, userId: string, newestId: string): Promise<void> {
  await sql`
    delete from "session" where "userId" = ${userId} and "id" <> ${newestId} and "id" not in (
      select "id" from "session" where "userId" = ${userId} and "id" <> ${newestId}
      order by "createdAt" desc, "id" limit ${MAX_SESSIONS_PER_ACCOUNT - 1})`.execute(tx)
}

import { sql } from 'kysely'
import type { Tx } from '../../platform/db/write.ts'

/** How many sessions an account may have, all of which a person is shown; more than anybody has devices. */
export const MOST_SESSIONS = 50

/** Ends the oldest sessions of an account that has got one more than it may have. */
export async function endOldestSessions(tx: Tx, userId: string, newest: string): Promise<void> {
  await sql`
    delete from "session" where "userId" = ${userId} and "id" <> ${newest} and "id" not in (
      select "id" from "session" where "userId" = ${userId} and "id" <> ${newest}
      order by "createdAt" desc, "id" limit ${MOST_SESSIONS - 1})`.execute(tx)
}

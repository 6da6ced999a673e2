import { sql } from 'kysely'
import { latestPlausible } from '../../platform/db/clock.ts'
import type { Tx } from '../../platform/db/write.ts'

/** How long a code of an app may still be valid after it was used, in ms: its own half minute and one on each side. */
const MAY_STILL_WORK = 90_000

/** How long the library locks the second factor of an account after ten wrong codes, in ms. */
const LOCK_LASTS = 15 * 60_000

/** Puts a code of an app out of use; false where it was used before. Race-safe: the database lets one in. */
export async function spendCode(tx: Tx, userId: string, code: string): Promise<boolean> {
  const now = Date.now()
  await tx
    .deleteFrom('spent_code')
    .where('spent_at', '<', now - MAY_STILL_WORK)
    .execute()
  const spent = await tx
    .insertInto('spent_code')
    .values({ user_id: userId, code, spent_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .executeTakeFirst()
  return spent !== undefined
}

/** Lifts the locks that a clock which was wrong has set: the codes of an app are wrong then too, so they are likely. */
export async function liftImplausibleLocks(tx: Tx): Promise<void> {
  const latest = new Date(latestPlausible(Date.now(), LOCK_LASTS)).toISOString()
  await sql`
    update "twoFactor" set "lockedUntil" = null, "failedVerificationCount" = 0 where "lockedUntil" > ${latest}`.execute(tx)
}

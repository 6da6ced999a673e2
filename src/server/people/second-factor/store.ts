import { sql } from 'kysely'
import { computeLatestPlausibleTime } from '../../platform/db/clock-checks.ts'
import type { Tx } from '../../platform/db/database-writer.ts'

/** How long a code of an app may still be valid after it was used, in ms: its own half minute and one on each side. */
const CODE_VALIDITY_MS = 90_000

/** How long the library locks the second factor of an account after ten wrong codes, in ms. */
const LOCK_DURATION_MS = 15 * 60_000

/** Puts a code of an app out of use; false where it was used before. Race-safe: the database lets one in. */
export async function markCodeUsed(tx: Tx, userId: string, code: string): Promise<boolean> {
  const now = Date.now()
  await tx
    .deleteFrom('used_second_factor_code')
    .where('used_at', '<', now - CODE_VALIDITY_MS)
    .execute()
  const usedCode = await tx
    .insertInto('used_second_factor_code')
    .values({ user_id: userId, code, used_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .executeTakeFirst()
  return usedCode !== undefined
}

/** Lifts the locks that a clock which was wrong has set: the codes of an app are wrong then too, so they are likely. */
export async function clearImplausibleLocks(tx: Tx): Promise<void> {
  const latest = new Date(computeLatestPlausibleTime(Date.now(), LOCK_DURATION_MS)).toISOString()
  await sql`
    update "twoFactor" set "lockedUntil" = null, "failedVerificationCount" = 0 where "lockedUntil" > ${latest}`.execute(tx)
}

import { sql } from 'kysely'
import type { Tx } from '#platform/db/database-writer.ts'
import { computeLatestPlausibleTime } from '#platform/db/wrong-clock-protection.ts'

/** How long an app code can stay valid after its first use, in ms: its own 30 seconds and 30 on each side. */
const CODE_VALIDITY_MS = 90_000

/** How long the library locks an account's second factor after ten wrong codes, in ms. */
const LOCK_DURATION_MS = 15 * 60_000

/** Returns false for a repeated code. The database's unique key decides between two requests at once. */
export async function markSecondFactorCodeUsed(tx: Tx, userId: string, code: string): Promise<boolean> {
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

/** Removes locks whose end is implausibly late. A wrong clock sets them, because it also makes app codes fail. */
export async function clearImplausibleSecondFactorLocks(tx: Tx): Promise<void> {
  const latest = new Date(computeLatestPlausibleTime(Date.now(), LOCK_DURATION_MS)).toISOString()
  await sql`
    update "twoFactor" set "lockedUntil" = null, "failedVerificationCount" = 0 where "lockedUntil" > ${latest}`.execute(tx)
}

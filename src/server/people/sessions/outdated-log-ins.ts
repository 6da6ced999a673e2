import type { Tx } from '#platform/db/database-writer.ts'
import { deleteSessionByToken, deleteWaitingSecondSteps, hasSecondFactor, isCurrentPassword } from './store.ts'

/** `hash` is the password hash from before the check. A log-in without `token` waits for its second step. */
type CheckedLogIn = { email: string; hash: string | undefined; token: string | undefined; hasPassedSecondFactor?: true }

/**
 * Ends a log-in if its password was replaced, or a second factor was set up, during the password check. Such a change
 * ends all sessions, but this one began later. Returns whether the log-in stays.
 */
export async function endLogInIfOutdated(tx: Tx, { email, hash, token, hasPassedSecondFactor }: CheckedLogIn): Promise<boolean> {
  const isCurrent = await isCurrentPassword(tx, email, hash)
  if (token === undefined) {
    if (!isCurrent) await deleteWaitingSecondSteps(tx, email)
    return isCurrent
  }
  if (isCurrent && (hasPassedSecondFactor || !(await hasSecondFactor(tx, email)))) return true
  await deleteSessionByToken(tx, token)
  return false
}

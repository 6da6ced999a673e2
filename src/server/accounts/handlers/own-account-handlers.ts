import { Refusal } from '../../../contract/refusal.ts'
import { changePassword, ownAccount } from '../../../contract/sessions.ts'
import { recordAudit } from '../../audit/audit.ts'
import { type Handled, handled } from '../../http/http.ts'
import { copyCookies, libraryAnswer } from '../library.ts'
import type { Parts } from '../parts.ts'
import { hasPassword, protectionOf, proveIdentity } from '../prove-identity.ts'
import { passwordChosenMail } from '../security-mails.ts'
import { endAllSessions, setPassword } from '../store.ts'

/** The own account: what it is, and a new password. */
export function ownAccountHandlers(parts: Parts): Handled[] {
  const { database, mail, auth, sessions, hash, config } = parts
  return [
    handled(ownAccount, async (_, { session: { viewer }, person: { userId, email } }) => {
      const { isVerified, hasSecondFactor } = await protectionOf(parts, userId)
      return {
        email,
        isVerified,
        hasPassword: await hasPassword(parts, userId),
        hasSecondFactor,
        needsSecondFactor: viewer.kind === 'customer' && viewer.mustSetUpSecondFactor === true,
        codesLeft: hasSecondFactor ? (await auth.api.viewBackupCodes({ body: { userId } })).backupCodes.length : 0,
      }
    }),
    handled(changePassword, async ({ body: { password, newPassword } }, caller) => {
      const { userId, email } = caller.person
      if (!(await hasPassword(parts, userId))) {
        throw new Refusal(409, 'Your account has no password yet. Choose one with Forgot password on the login page.')
      }
      await proveIdentity(parts, caller, password)
      const hashed = await hash(newPassword)
      await database.write(async (tx) => {
        await setPassword(tx, database.type, userId, hashed)
        await endAllSessions(tx, userId)
        await recordAudit(tx, { actor: email, action: 'password.changed', subject: email })
        await mail.post(tx, passwordChosenMail(email, config.origins[0]))
      })
      mail.wake()
      sessions.forget()
      // Somebody else may have this browser's old session too, so it ends like all others and a new one takes its place.
      const started = auth.api.startSession({ body: { userId }, headers: caller.headers, asResponse: true })
      copyCookies(await libraryAnswer(started), caller)
      return { message: 'Your password was changed, and all other devices were logged out.' }
    }),
  ]
}

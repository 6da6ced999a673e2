import { Refusal } from '../../../contract/refusal.ts'
import { changePassword, ownAccount } from '../../../contract/sessions.ts'
import { type Handled, handled } from '../../http/http.ts'
import type { Parts } from '../parts.ts'
import { hasPassword, personOf, protectionOf, proveIdentity } from '../prove-identity.ts'
import { passwordChosenMail } from '../security-mails.ts'
import { writeDown } from '../write-down.ts'
import { copyCookies } from './copy-cookies.ts'

/** The own account: what it is, and a new password. */
export function ownAccountHandlers(parts: Parts): Handled[] {
  const { auth, sessions, config } = parts
  return [
    handled(ownAccount, async (_, { session }) => {
      const { userId, email } = personOf(session)
      const { isVerified, hasSecondFactor } = await protectionOf(parts, userId)
      return {
        email,
        isVerified,
        hasPassword: await hasPassword(parts, userId),
        hasSecondFactor,
        needsSecondFactor: session.viewer.kind !== 'visitor' && session.viewer.mustSetUpSecondFactor === true,
        codesLeft: hasSecondFactor ? (await auth.api.viewBackupCodes({ body: { userId } })).backupCodes.length : 0,
      }
    }),
    handled(changePassword, async ({ body: { password, newPassword } }, caller) => {
      const { userId, email } = personOf(caller.session)
      if (!(await hasPassword(parts, userId))) {
        throw new Refusal(409, 'Your account has no password yet. Choose one with Forgot password on the login page.')
      }
      await proveIdentity(parts, caller, password)
      const response = await auth.api.changePassword({
        body: { currentPassword: password, newPassword, revokeOtherSessions: true },
        headers: caller.headers,
        asResponse: true,
      })
      if (!response.ok) throw new Refusal(503, 'Your password could not be changed right now. Please try again in a moment.')
      sessions.forget()
      copyCookies(response, caller)
      await writeDown(
        parts,
        { actor: email, action: 'password.changed', subject: email },
        passwordChosenMail(email, config.origins[0]),
      )
      return { message: 'Your password was changed, and all other devices were logged out.' }
    }),
  ]
}

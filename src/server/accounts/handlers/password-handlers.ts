import { requestPasswordReset, resetPassword } from '../../../contract/passwords.ts'
import { type Handled, handled } from '../../http/http.ts'
import type { Parts } from '../parts.ts'

const ASKED = 'If there is an account with this address, we sent a link to its inbox.'

/** A new password by a mailed link. */
export function passwordHandlers({ sessions, limits, passwordReset }: Parts): Handled[] {
  return [
    handled(requestPasswordReset, async ({ body: { email } }) => {
      await passwordReset.ask(email)
      return { message: ASKED }
    }),
    handled(resetPassword, async ({ body: { token, password } }, { replyHeaders }) => {
      const email = await passwordReset.redeem(token, password)
      sessions.forget()
      // Whoever reads the mailbox gets in, even while strangers use up the attempts at the account.
      limits.rememberDevice(email, replyHeaders)
      return { message: 'Your password was changed. Log in with the new one.' }
    }),
  ]
}

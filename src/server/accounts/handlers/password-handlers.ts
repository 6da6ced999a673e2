import { requestPasswordReset, resetPassword } from '../../../contract/passwords.ts'
import { Refusal } from '../../../contract/refusal.ts'
import { type Handled, handled } from '../../http/http.ts'
import type { Auth } from '../auth.ts'
import type { Parts } from '../parts.ts'

const ASKED = 'If there is an account with this address, we sent a link to its inbox.'
const FAULT = 'Something went wrong on our side. Try to log in with the new password, or ask for a new link.'
const SPENT = 'This link was used already or has expired. Ask for a new one.'

/** A new password by a mailed link. */
export function passwordHandlers({ auth, sessions, limits, resetRequests }: Parts): Handled[] {
  return [
    handled(requestPasswordReset, async ({ body: { email } }) => {
      resetRequests.ask(email)
      return { message: ASKED }
    }),
    handled(resetPassword, async ({ body: { token, password } }, { headers, replyHeaders }) => {
      const email = await addresseeOf(auth, token)
      const response = await auth.api.resetPassword({ body: { token, newPassword: password }, headers, asResponse: true })
      if (!response.ok) throw response.status >= 500 ? new Refusal(503, FAULT) : new Refusal(400, SPENT)
      sessions.forget()
      // Whoever reads the mailbox gets in, even while strangers use up the attempts at the account.
      if (email) limits.rememberDevice(email, replyHeaders)
      return { message: 'Your password was changed. Log in with the new one.' }
    }),
  ]
}

/** Whom a link was mailed to; undefined where it is spent. */
async function addresseeOf(auth: Auth, token: string): Promise<string | undefined> {
  const { internalAdapter } = await auth.$context
  const found = await internalAdapter.findVerificationValue(`reset-password:${token}`)
  return found ? (await internalAdapter.findUserById(found.value))?.email : undefined
}

import { requestPasswordReset, resetPassword } from '../../../contract/passwords.ts'
import { Refusal } from '../../../contract/refusal.ts'
import { type Handled, handled } from '../../http/http.ts'
import type { Parts } from '../parts.ts'

const ASKED = 'If there is an account with this address, we sent a link to its inbox.'
const FAULT = 'Something went wrong on our side. Try to log in with the new password, or ask for a new link.'
const SPENT = 'This link was used already or has expired. Ask for a new one.'

/** A new password by a mailed link. */
export function passwordHandlers({ auth, sessions, resetRequests }: Parts): Handled[] {
  return [
    handled(requestPasswordReset, async ({ body: { email } }) => {
      resetRequests.ask(email)
      return { message: ASKED }
    }),
    handled(resetPassword, async ({ body: { token, password } }, { headers }) => {
      const response = await auth.api.resetPassword({ body: { token, newPassword: password }, headers, asResponse: true })
      if (!response.ok) throw response.status >= 500 ? new Refusal(503, FAULT) : new Refusal(400, SPENT)
      sessions.forget()
      return { message: 'Your password was changed. Log in with the new one.' }
    }),
  ]
}

import { libraryPasswordReset } from '../../../contract/people/better-auth.ts'
import { requestPasswordReset, resetPassword } from '../../../contract/people/passwords.ts'
import { changePassword, confirmPassword } from '../../../contract/people/sessions.ts'
import { type Handled, handled } from '../../platform/http/http.ts'
import type { Passwords } from './passwords.ts'

/** The library's own answer; the same whoever asks. */
const LIBRARY_ASKED = 'If this email exists in our system, check your email for the reset link'

/** The password once more before a sensitive change, another one, and a new one by a mailed link. */
export function passwordHandlers(passwords: Passwords): Handled[] {
  return [
    handled(confirmPassword, async ({ body: { password } }, caller) => {
      await passwords.confirm(caller, password)
      return { message: 'Thank you. You can go on.' }
    }),
    handled(changePassword, async ({ body }, caller) => {
      await passwords.change(caller, body)
      return { message: 'Your password was changed, and all other devices were logged out.' }
    }),
    handled(requestPasswordReset, async ({ body: { email } }) => {
      await passwords.askForLink(email)
      return { message: 'If there is an account with this address, we sent a link to its inbox.' }
    }),
    handled(resetPassword, async ({ body }, caller) => {
      await passwords.reset(body, caller)
      return { message: 'Your password was changed. Log in with the new one.' }
    }),
    handled(libraryPasswordReset, async ({ body: { email } }) => {
      await passwords.askForLink(email)
      return { status: true as const, message: LIBRARY_ASKED }
    }),
  ]
}

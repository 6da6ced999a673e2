import { randomUUIDv7 } from 'node:crypto'
import { register } from '../../../contract/people/accounts.ts'
import { librarySignUp } from '../../../contract/people/better-auth.ts'
import { resendVerification, verifyEmail } from '../../../contract/people/passwords.ts'
import { ownAccount } from '../../../contract/people/sessions.ts'
import { type Handled, handled } from '../../platform/http/http.ts'
import type { Accounts } from './accounts.ts'

/** Joining, proving that the address is one's own, and what one's account is. */
export function accountHandlers(accounts: Accounts): Handled[] {
  return [
    handled(register, async ({ body }, caller) => {
      await accounts.register(body, caller)
      return { message: 'Thank you. We sent you an email: please check your inbox.' }
    }),
    handled(librarySignUp, async ({ body: { name, email, password } }, caller) => {
      const { id, token = null } = await accounts.register({ email, name, password }, caller)
      const now = new Date().toISOString()
      // For a known address it names an account that does not exist.
      const user = { id: id ?? randomUUIDv7(), email: email.toLowerCase(), emailVerified: false, name: name || email }
      return { token, user: { ...user, image: null, createdAt: now, updatedAt: now } }
    }),
    handled(verifyEmail, async ({ body: { token } }, { person }) => {
      await accounts.confirmAddress(person, token)
      return { message: 'Your email address is confirmed.' }
    }),
    handled(resendVerification, async (_, { person }) => {
      const isMailed = await accounts.mailConfirmation(person)
      return { message: isMailed ? 'We sent a link to your inbox.' : 'Your email address is confirmed already.' }
    }),
    handled(ownAccount, async (_, { session: { viewer }, person: { userId, email } }) => {
      const needsSecondFactor = viewer.kind === 'customer' && viewer.mustSetUpSecondFactor === true
      return { email, ...(await accounts.describe(userId)), needsSecondFactor }
    }),
  ]
}

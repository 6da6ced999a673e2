import { randomUUIDv7 } from 'node:crypto'
import { resendVerificationEmailEndpoint, signUpEndpoint, verifyEmailEndpoint } from '#contract/people/authentication.ts'
import { betterAuthSignUpEndpoint } from '#contract/people/better-auth-endpoints.ts'
import { getOwnAccountEndpoint } from '#contract/people/own-account-security.ts'
import { defineHandler, type EndpointHandler } from '#platform/http/register-api.ts'
import type { AccountsModule } from './accounts.ts'

export function createAccountHandlers(accounts: AccountsModule): EndpointHandler[] {
  return [
    defineHandler(signUpEndpoint, async ({ body }, caller) => {
      await accounts.register(body, caller)
      return { message: 'Thank you. We sent you an email. Please check your inbox.' }
    }),
    defineHandler(betterAuthSignUpEndpoint, async ({ body: { name, email, password } }, caller) => {
      const { id, token = null } = await accounts.register({ email, name, password }, caller)
      const now = new Date().toISOString()
      // For a known email, the reply holds an invented id, so that it reveals no account.
      const user = { id: id ?? randomUUIDv7(), email: email.toLowerCase(), emailVerified: false, name: name || email }
      return { token, user: { ...user, image: null, createdAt: now, updatedAt: now } }
    }),
    defineHandler(verifyEmailEndpoint, async ({ body: { token } }, { person }) => {
      await accounts.verifyEmail(person, token)
      return { message: 'Your email address is confirmed.' }
    }),
    defineHandler(resendVerificationEmailEndpoint, async (_, { person }) => {
      const isSent = await accounts.resendVerificationEmail(person)
      return { message: isSent ? 'We sent a link to your inbox.' : 'Your email address is already confirmed.' }
    }),
    defineHandler(getOwnAccountEndpoint, async (_, { session: { viewer }, person: { userId, email } }) => {
      const needsSecondFactor = viewer.kind === 'customer' && viewer.mustSetUpSecondFactor === true
      return { email, ...(await accounts.getOwnAccount(userId)), needsSecondFactor }
    }),
  ]
}

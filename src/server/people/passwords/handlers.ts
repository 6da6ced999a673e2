import { betterAuthRequestPasswordResetEndpoint } from '#contract/people/better-auth-endpoints.ts'
import { confirmPasswordEndpoint } from '#contract/people/confirm-password-endpoint.ts'
import { changePasswordEndpoint } from '#contract/people/own-account-security.ts'
import { requestPasswordResetEndpoint, resetPasswordEndpoint } from '#contract/people/password-reset.ts'
import { defineHandler, type EndpointHandler } from '#platform/http/register-api.ts'
import type { PasswordsModule } from './passwords.ts'

/** The library's own reply. It doesn't reveal whether an account exists. */
const BETTER_AUTH_REPLY = 'If this email exists in our system, check your email for the reset link'

export function createPasswordHandlers(passwords: PasswordsModule): EndpointHandler[] {
  return [
    defineHandler(confirmPasswordEndpoint, async ({ body: { password } }, caller) => {
      await passwords.confirmIdentity(caller, password)
      return { message: 'Thank you. You can continue.' }
    }),
    defineHandler(changePasswordEndpoint, async ({ body }, caller) => {
      await passwords.changePassword(caller, body)
      return { message: 'Your password was changed, and all other devices were logged out.' }
    }),
    defineHandler(requestPasswordResetEndpoint, async ({ body: { email } }) => {
      await passwords.requestResetLink(email)
      return { message: 'If that address has an account, we’ve emailed a link.' }
    }),
    defineHandler(resetPasswordEndpoint, async ({ body }, caller) => {
      await passwords.resetPassword(body, caller)
      return { message: 'Your password was changed. Log in with the new one.' }
    }),
    defineHandler(betterAuthRequestPasswordResetEndpoint, async ({ body: { email } }) => {
      await passwords.requestResetLink(email)
      return { status: true as const, message: BETTER_AUTH_REPLY }
    }),
  ]
}

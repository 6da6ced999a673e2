import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { credentialSchemas } from './accounts.ts'

const message = z.object({ message: z.string() })
export const INCOMPLETE_LINK_MESSAGE = 'This link is incomplete. Open it from the email again.'
const linkToken = z
  .string(INCOMPLETE_LINK_MESSAGE)
  .check(z.minLength(1, INCOMPLETE_LINK_MESSAGE), z.maxLength(2_000, INCOMPLETE_LINK_MESSAGE))

/** How long the emailed links work, in seconds. */
export const RESET_LINK_TTL_SECONDS = 60 * 60
export const VERIFICATION_LINK_TTL_SECONDS = 24 * 60 * 60

/** Sends a link to a new password. The answer is the same whether or not an account exists. */
export const requestPasswordResetEndpoint = defineEndpoint({
  method: 'POST',
  path: '/request-password-reset',
  access: 'anyone',
  limit: 'passwordReset',
  summary: 'Email a link to choose a new password',
  tag: 'accounts',
  body: z.strictObject({ email: credentialSchemas.email }),
  reply: message,
  status: 200,
})

/** Sets a new password with the token of an emailed link, once. Ends every session of the account. */
export const resetPasswordEndpoint = defineEndpoint({
  method: 'POST',
  path: '/reset-password',
  access: 'anyone',
  limit: 'mailedLink',
  summary: 'Set a new password with an emailed link',
  tag: 'accounts',
  body: z.strictObject({ token: linkToken, password: credentialSchemas.password }),
  reply: message,
  status: 200,
})

/** Confirms the signed-in person's email with the token of the emailed link. */
export const verifyEmailEndpoint = defineEndpoint({
  method: 'POST',
  path: '/verify-email',
  access: 'signedIn',
  limit: 'mailedLink',
  summary: 'Confirm your own email with the emailed link',
  tag: 'accounts',
  body: z.strictObject({ token: linkToken }),
  reply: message,
  status: 200,
})

export const resendVerificationEmailEndpoint = defineEndpoint({
  method: 'POST',
  path: '/resend-verification',
  access: 'signedIn',
  limit: 'ownMail',
  summary: 'Email a new link to confirm your own email',
  tag: 'accounts',
  body: z.strictObject({}),
  reply: message,
  status: 200,
})

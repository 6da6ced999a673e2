import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { credentialFields } from './accounts.ts'

const message = z.object({ message: z.string() })
const linkToken = z
  .string('The link is not complete.')
  .check(z.minLength(1, 'The link is not complete.'), z.maxLength(2_000, 'The link is not complete.'))

/** How long the emailed links work, in seconds. */
export const RESET_LINK_TTL_SECONDS = 60 * 60
export const VERIFICATION_LINK_TTL_SECONDS = 24 * 60 * 60

/** Sends a link to a new password. The answer is the same whether or not an account exists. */
export const requestPasswordResetEndpoint = defineEndpoint({
  method: 'POST',
  path: '/request-password-reset',
  access: 'anyone',
  limit: 'passwordReset',
  summary: 'Email a link to a new password',
  tag: 'accounts',
  body: z.strictObject({ email: credentialFields.email }),
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
  body: z.strictObject({ token: linkToken, password: credentialFields.password }),
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
  summary: 'Email the link that confirms your own email again',
  tag: 'accounts',
  body: z.strictObject({}),
  reply: message,
  status: 200,
})

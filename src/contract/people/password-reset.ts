import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { credentialSchemas, emailLinkTokenSchema } from './authentication.ts'

const message = z.object({ message: z.string() })

/** How long the password reset link works, in seconds. */
export const RESET_LINK_TTL_SECONDS = 60 * 60

/** Sends a link to a new password. The answer is the same whether or not an account exists. */
export const requestPasswordResetEndpoint = defineEndpoint('POST /request-password-reset', 'anyone', {
  limit: 'passwordReset',
  summary: 'Email a link to choose a new password',
  body: z.strictObject({ email: credentialSchemas.email }),
  reply: message,
})

/** Sets a new password with the token of an emailed link, once. Ends every session of the account. */
export const resetPasswordEndpoint = defineEndpoint('POST /reset-password', 'anyone', {
  limit: 'mailedLink',
  summary: 'Set a new password with an emailed link',
  body: z.strictObject({ token: emailLinkTokenSchema, password: credentialSchemas.password }),
  reply: message,
})

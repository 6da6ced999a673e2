import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'

/** An existing password. The password rules may have changed since, so they don't apply. */
export const currentPasswordSchema = z.string('Password is Required').check(z.maxLength(128, 'Maximum 128 Characters'))

export const requiredCurrentPasswordSchema = currentPasswordSchema.check(z.minLength(1, 'Password is Required'))

/** Confirms the password. Calls that need a recent log-in work for the next 15 minutes. */
export const confirmPasswordEndpoint = defineEndpoint('POST /confirm-password', 'signedIn', {
  summary: 'Enter the password again before a sensitive change',
  limit: 'ownPassword',
  body: z.strictObject({ password: requiredCurrentPasswordSchema }),
  reply: z.object({ message: z.string() }),
})

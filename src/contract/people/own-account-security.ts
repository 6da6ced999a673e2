import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { credentialSchemas, emailLinkTokenSchema, requiredCurrentPasswordSchema } from './authentication.ts'

const message = z.object({ message: z.string() })

export const getOwnAccountEndpoint = defineEndpoint('GET /account', 'signedIn', {
  summary: 'Get your own account and its security settings',
  reply: z.object({
    email: z.string(),
    isVerified: z.boolean(),
    /** False for an account that has only used the identity provider. */
    hasPassword: z.boolean(),
    hasSecondFactor: z.boolean(),
    /** The person is an admin, and the site requires a second factor of admins. */
    needsSecondFactor: z.boolean(),
    codesLeft: z.number(),
  }),
})

/** How long the links that change the email work, in seconds. */
export const EMAIL_CHANGE_TTL_SECONDS = 24 * 60 * 60

export const getEmailChangeEndpoint = defineEndpoint('GET /email-change', 'signedIn', {
  summary: 'Get the change of your own email that waits for its links',
  reply: z.object({ email: z.nullable(z.string()), waitsFor: z.array(z.enum(['old', 'new'])) }),
})

/** Emails a link to the old and one to the new address. The reply is the same if the new one has an account. */
export const requestEmailChangeEndpoint = defineEndpoint('POST /email-change', 'signedIn', {
  summary: 'Ask to change your own email',
  limit: 'emailChange',
  body: z.strictObject({ email: credentialSchemas.email, password: requiredCurrentPasswordSchema }),
  reply: message,
})

/** Agrees to the change with the link of either address. The second one changes the email and ends all other sessions. */
export const confirmEmailChangeEndpoint = defineEndpoint('POST /confirm-email-change', 'signedIn', {
  summary: 'Agree to the change of your own email with an emailed link',
  limit: 'mailedLink',
  body: z.strictObject({ token: emailLinkTokenSchema }),
  reply: message,
})

export const cancelEmailChangeEndpoint = defineEndpoint('POST /cancel-email-change', 'signedIn', {
  summary: 'Cancel the change of your own email',
  limit: 'ownAccount',
  body: z.strictObject({}),
  reply: message,
})

/** Ends every other session of the account. */
export const changePasswordEndpoint = defineEndpoint('POST /change-password', 'signedIn', {
  summary: 'Choose a new password',
  limit: 'ownPassword',
  body: z.strictObject({ password: requiredCurrentPasswordSchema, newPassword: credentialSchemas.password }),
  reply: message,
})

const ownSession = z.object({
  _id: z.string(),
  /** Browser and system in plain words. */
  device: z.string(),
  /** The IP address of the log-in. Empty if unknown. */
  address: z.string(),
  /** Epoch ms. */
  signedInAt: z.number(),
  lastSeenAt: z.number(),
  isThis: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSession>

/** Lists the current session first. */
export const listOwnSessionsEndpoint = defineEndpoint('GET /sessions', 'signedIn', {
  summary: 'List where your own account is logged in',
  reply: z.array(ownSession),
})

export const endSessionEndpoint = defineEndpoint('POST /end-session', 'signedIn', {
  summary: 'Log out one device',
  limit: 'ownAccount',
  body: z.strictObject({ id: z.string('Device is required.').check(z.minLength(1, 'Device is required.'), z.maxLength(128)) }),
  reply: message,
})

export const endOtherSessionsEndpoint = defineEndpoint('POST /end-other-sessions', 'signedIn', {
  summary: 'Log out all other devices',
  limit: 'ownAccount',
  body: z.strictObject({}),
  reply: message,
})

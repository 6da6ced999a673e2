import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { credentialFields } from './accounts.ts'

const message = z.object({ message: z.string() })

/** A password that the account has already: only whether it is right counts, not how good it is. */
export const currentPassword = z.string('Password is Required').check(z.maxLength(128, 'Maximum 128 Characters'))

const requiredCurrentPassword = currentPassword.check(z.minLength(1, 'Password is Required'))

/** What the person's own page shows of their account. */
export const getOwnAccount = defineEndpoint({
  method: 'GET',
  path: '/account',
  access: 'signedIn',
  summary: 'The own account and how it is protected',
  tag: 'accounts',
  reply: z.object({
    email: z.string(),
    isVerified: z.boolean(),
    /** False for whoever has only ever come through the identity provider. */
    hasPassword: z.boolean(),
    hasSecondFactor: z.boolean(),
    /** The site asks its admins for one, and this person is an admin. */
    needsSecondFactor: z.boolean(),
    /** Recovery codes that were not used yet. */
    codesLeft: z.number(),
  }),
  status: 200,
})

/** Proves once more who is there; calls that need a recent sign-in work for the next 15 minutes. */
export const confirmPassword = defineEndpoint({
  method: 'POST',
  path: '/confirm-password',
  access: 'signedIn',
  summary: 'Give the password again before a sensitive change',
  tag: 'accounts',
  limit: 'ownPassword',
  body: z.strictObject({ password: requiredCurrentPassword }),
  reply: message,
  status: 200,
})

/** Ends every other session of the account. */
export const changePassword = defineEndpoint({
  method: 'POST',
  path: '/change-password',
  access: 'signedIn',
  summary: 'Choose a new password',
  tag: 'accounts',
  limit: 'ownPassword',
  body: z.strictObject({ password: requiredCurrentPassword, newPassword: credentialFields.password }),
  reply: message,
  status: 200,
})

const ownSession = z.object({
  _id: z.string(),
  /** Browser and system in plain words. */
  device: z.string(),
  /** The network address of the last sign-in; empty where it is not known. */
  address: z.string(),
  /** Epoch milliseconds. */
  signedInAt: z.number(),
  lastSeenAt: z.number(),
  isThis: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSession>

/** Where the account is logged in, the session that asks first. */
export const listOwnSessions = defineEndpoint({
  method: 'GET',
  path: '/sessions',
  access: 'signedIn',
  summary: 'Where the own account is logged in',
  tag: 'accounts',
  reply: z.array(ownSession),
  status: 200,
})

export const endSession = defineEndpoint({
  method: 'POST',
  path: '/end-session',
  access: 'signedIn',
  summary: 'Log one device out',
  tag: 'accounts',
  limit: 'ownAccount',
  body: z.strictObject({ id: z.string('Device is required.').check(z.minLength(1, 'Device is required.'), z.maxLength(128)) }),
  reply: message,
  status: 200,
})

export const endOtherSessions = defineEndpoint({
  method: 'POST',
  path: '/end-other-sessions',
  access: 'signedIn',
  summary: 'Log every other device out',
  tag: 'accounts',
  limit: 'ownAccount',
  body: z.strictObject({}),
  reply: message,
  status: 200,
})

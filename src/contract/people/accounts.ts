import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { buildWriteReplySchema } from '../core/reply-schemas.ts'
import { isEmail, isStorableText, textSchema } from '../core/text-schemas.ts'

/** Shortest password (P-46) and the longest we hash, in characters. */
export const MIN_PASSWORD_LENGTH = 6
export const MAX_PASSWORD_LENGTH = 128

/** The exact messages of the login and register forms (P-44). */
const loginEmail = z.string('Email is Required').check(
  z.trim(),
  z.refine((value) => value !== '', { error: 'Email is Required', abort: true }),
  z.refine(isLoginEmail, 'Provide a Valid Email'),
)
const loginPassword = z.string('Password is Required').check(
  z.refine((value) => value !== '', { error: 'Password is Required', abort: true }),
  z.refine((value) => value.length >= MIN_PASSWORD_LENGTH, 'Minimum 6 Characters'),
  z.refine((value) => value.length <= MAX_PASSWORD_LENGTH && isStorableText(value), 'Maximum 128 Characters'),
)
/**
 * What log-in and registration take for an address: a valid one with three consecutive letters (P-45).
 * The authentication library has a rule of its own: an address that only one of the two takes could never log in.
 */
function isLoginEmail(value: string): boolean {
  return isEmail(value) && /[a-z]{3}/i.test(value) && z.regexes.email.test(value)
}

export const credentialFields = { email: loginEmail, password: loginPassword }

const message = z.object({ message: z.string() })

/** Makes an account and signs its owner in (P-47); says the same where the address has one already. */
export const register = defineEndpoint({
  method: 'POST',
  path: '/register',
  access: 'anyone',
  limit: 'registration',
  summary: 'Make an account with email and password',
  tag: 'accounts',
  body: z.strictObject(credentialFields),
  reply: message,
  status: 201,
})

/** `next` where the account has a second factor: nobody is logged in until `verifySecondFactor` or `recoverSecondFactor`. */
export const signIn = defineEndpoint({
  method: 'POST',
  path: '/sign-in',
  access: 'anyone',
  limit: 'signIn',
  summary: 'Log in with email and password',
  tag: 'accounts',
  body: z.strictObject(credentialFields),
  reply: z.object({ message: z.string(), next: z.optional(z.literal('second-factor')) }),
  status: 200,
})

export const signOut = defineEndpoint({
  method: 'POST',
  path: '/sign-out',
  access: 'anyone',
  summary: 'End the session',
  tag: 'accounts',
  body: z.strictObject({}),
  reply: message,
  status: 200,
})

export const getSetupState = defineEndpoint({
  method: 'GET',
  path: '/set-up',
  access: 'anyone',
  summary: 'Whether the first admin is still to be made',
  tag: 'accounts',
  reply: z.object({ needsAdmin: z.boolean() }),
  status: 200,
})

/** How long the code works that a start of the server makes while there is no admin, in seconds. */
export const SETUP_CODE_TTL_SECONDS = 24 * 60 * 60

const userRecord = z.object({ _id: z.string(), userEmail: z.string(), userRole: z.string() })

/** Makes the first admin with the one-time code that the server makes; impossible afterwards (P-75). */
export const createFirstAdmin = defineEndpoint({
  method: 'POST',
  path: '/first-admin',
  access: 'anyone',
  limit: 'firstAdmin',
  summary: 'Make the first admin with the set-up code',
  tag: 'accounts',
  body: z.strictObject({ code: textSchema('Set-up code'), ...credentialFields }),
  reply: buildWriteReplySchema(userRecord),
  status: 201,
})

import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { removeInvisibleCharacters } from '../core/remove-invisible-characters.ts'
import { isEmail, isStorableText } from '../core/text-schemas.ts'

/** The shortest password (P-46), and the longest one that the site hashes, in characters. */
export const MIN_PASSWORD_LENGTH = 6
export const MAX_PASSWORD_LENGTH = 128

/** The exact messages of the log-in and register forms (P-44). */
const loginEmail = z.string('Email is Required').check(
  z.overwrite(removeInvisibleCharacters),
  z.refine((value) => value !== '', { error: 'Email is Required', abort: true }),
  z.refine(isLoginEmail, 'Provide a Valid Email'),
)
const loginPassword = z.string('Password is Required').check(
  z.refine((value) => value !== '', { error: 'Password is Required', abort: true }),
  z.refine((value) => value.length >= MIN_PASSWORD_LENGTH, 'Minimum 6 Characters'),
  z.refine((value) => value.length <= MAX_PASSWORD_LENGTH && isStorableText(value), 'Maximum 128 Characters'),
)
/**
 * True for an email that can log in: valid, with three consecutive letters (P-45). The authentication library has its own
 * rule. An email must satisfy both, or its account could never log in.
 */
function isLoginEmail(value: string): boolean {
  return isEmail(value) && /[a-z]{3}/i.test(value) && z.regexes.email.test(value)
}

export const credentialSchemas = { email: loginEmail, password: loginPassword }

const message = z.object({ message: z.string() })

export const INCOMPLETE_LINK_MESSAGE = 'This link is incomplete. Open it from the email again.'

/** The token of an emailed link. */
export const emailLinkTokenSchema = z
  .string(INCOMPLETE_LINK_MESSAGE)
  .check(
    z.overwrite(removeInvisibleCharacters),
    z.minLength(1, INCOMPLETE_LINK_MESSAGE),
    z.maxLength(2_000, INCOMPLETE_LINK_MESSAGE),
  )

/** Creates an account and signs the person in (P-47). A known email gets the same answer. */
export const signUpEndpoint = defineEndpoint('POST /register', 'anyone', {
  limit: 'registration',
  summary: 'Create an account with email and password',
  body: z.strictObject(credentialSchemas),
  reply: message,
  status: 201,
})

/**
 * `next` is set if the account has a second factor. The session starts only after `verifyAppCode` or
 * `verifyRecoveryCode`.
 */
export const signInEndpoint = defineEndpoint('POST /sign-in', 'anyone', {
  limit: 'signIn',
  summary: 'Log in with email and password',
  body: z.strictObject(credentialSchemas),
  reply: z.object({ message: z.string(), next: z.optional(z.literal('second-factor')) }),
})

export const signOutEndpoint = defineEndpoint('POST /sign-out', 'anyone', {
  summary: 'End the session',
  body: z.strictObject({}),
  reply: message,
})

/** How long the confirmation link works, in seconds. */
export const VERIFICATION_LINK_TTL_SECONDS = 24 * 60 * 60

/** Confirms the signed-in person's email with the token of the emailed link. */
export const verifyEmailEndpoint = defineEndpoint('POST /verify-email', 'signedIn', {
  limit: 'mailedLink',
  summary: 'Confirm your own email with the emailed link',
  body: z.strictObject({ token: emailLinkTokenSchema }),
  reply: message,
})

export const resendVerificationEmailEndpoint = defineEndpoint('POST /resend-verification', 'signedIn', {
  limit: 'ownMail',
  summary: 'Email a new link to confirm your own email',
  body: z.strictObject({}),
  reply: message,
})

/** An existing password. The password rules may have changed since, so they don't apply. */
export const currentPasswordSchema = z.string('Password is Required').check(z.maxLength(128, 'Maximum 128 Characters'))

export const requiredCurrentPasswordSchema = currentPasswordSchema.check(z.minLength(1, 'Password is Required'))

/** Confirms the password. Calls that need a recent log-in work for the next 15 minutes. */
export const confirmPasswordEndpoint = defineEndpoint('POST /confirm-password', 'signedIn', {
  summary: 'Enter the password again before a sensitive change',
  limit: 'ownPassword',
  body: z.strictObject({ password: requiredCurrentPasswordSchema }),
  reply: message,
})

/**
 * Starts a sign-in at the identity provider (P-59) and returns the URL for the browser. `from` is the page to return to;
 * anything but a path on this site is ignored. Answers 404 without a configured provider, and 503 if the provider can't
 * be reached.
 */
export const startIdentityProviderSignInEndpoint = defineEndpoint('POST /provider-sign-in', 'anyone', {
  limit: 'providerSignIn',
  summary: 'Start logging in with the identity provider',
  body: z.strictObject({ from: z.optional(z.string()) }),
  reply: z.object({ url: z.string() }),
})

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

import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { textSchema } from '../core/text-schemas.ts'
import { credentialSchemas } from './authentication.ts'

// The paths of the authentication library that its clients may use (P-160). The server serves no other path of it. Other account
// changes are calls of our own.

const isoTime = z.string()
const betterAuthUser = z.object({
  id: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  name: z.string(),
  image: z.nullable(z.string()),
  createdAt: isoTime,
  updatedAt: isoTime,
})
const token = z.nullable(z.string())

/** Fields that the library's clients also send. The server ignores them, so they can't decide a redirect. */
const ignoredFields = { callbackURL: z.optional(z.string()), rememberMe: z.optional(z.boolean()) }

export const betterAuthSignUpEndpoint = defineEndpoint('POST /auth/sign-up/email', 'anyone', {
  limit: 'registration',
  summary: "Create an account with the authentication library's format; `token` is set if it also signs in",
  body: z.strictObject({
    ...credentialSchemas,
    name: z.optional(textSchema('Name', { optional: true })),
    image: z.optional(z.string()),
    ...ignoredFields,
  }),
  reply: z.object({ token, user: betterAuthUser }),
})

export const betterAuthSignInEndpoint = defineEndpoint('POST /auth/sign-in/email', 'anyone', {
  limit: 'signIn',
  summary: "Log in with the authentication library's format",
  body: z.strictObject({ ...credentialSchemas, ...ignoredFields }),
  reply: z.union([
    z.object({ redirect: z.literal(false), token: z.string(), user: betterAuthUser }),
    z.object({ twoFactorRedirect: z.literal(true) }),
  ]),
})

export const betterAuthSignOutEndpoint = defineEndpoint('POST /auth/sign-out', 'anyone', {
  summary: "End the session with the authentication library's format",
  body: z.strictObject({}),
  reply: z.object({ success: z.literal(true) }),
})

export const getBetterAuthSessionEndpoint = defineEndpoint('GET /auth/get-session', 'anyone', {
  summary: 'Get the session and its user, or null',
  reply: z.nullable(
    z.object({
      session: z.object({
        id: z.string(),
        userId: z.string(),
        token: z.string(),
        expiresAt: isoTime,
        createdAt: isoTime,
        updatedAt: isoTime,
        ipAddress: z.nullish(z.string()),
        userAgent: z.nullish(z.string()),
      }),
      user: betterAuthUser,
    }),
  ),
})

export const betterAuthRequestPasswordResetEndpoint = defineEndpoint('POST /auth/request-password-reset', 'anyone', {
  limit: 'passwordReset',
  summary: "Email a link to choose a new password, with the authentication library's format",
  body: z.strictObject({ email: credentialSchemas.email, redirectTo: z.optional(z.string()) }),
  reply: z.object({ status: z.literal(true), message: z.string() }),
})

/** The identity provider redirects the browser here and chooses the query parameters. */
export const identityProviderCallbackEndpoint = defineEndpoint('GET /auth/callback/:id', 'anyone', {
  limit: 'providerSignIn',
  summary: 'Return from the identity provider; redirects to a page of the site',
  params: z.object({ id: z.string().check(z.maxLength(200)) }),
  query: z.object({
    state: z.optional(z.string()),
    code: z.optional(z.string()),
    iss: z.optional(z.string()),
    error: z.optional(z.string()),
    error_description: z.optional(z.string()),
  }),
  reply: z.object({ location: z.string() }),
  status: 302,
})

export const getJwksEndpoint = defineEndpoint('GET /auth/jwks', 'anyone', {
  summary: 'List the public keys of the ID tokens that the token sync sends (RFC 7517)',
  reply: z.object({ keys: z.array(z.looseObject({ kty: z.optional(z.string()), kid: z.optional(z.string()) })) }),
})

import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'

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

import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'

/**
 * Begins a sign-in at the identity provider (P-59, "Join With Google") and answers where to
 * send the browser. `from` is the page to come back to; anything but a page of this site is ignored.
 * Refused with 404 where no provider is set up and with 503 where it cannot be reached.
 */
export const startIdentityProviderSignIn = defineEndpoint({
  method: 'POST',
  path: '/provider-sign-in',
  access: 'anyone',
  limit: 'providerSignIn',
  summary: 'Begin to log in with the identity provider',
  tag: 'accounts',
  body: z.strictObject({ from: z.optional(z.string()) }),
  reply: z.object({ url: z.string() }),
  status: 200,
})

import * as z from 'zod/mini'
import { readAllOrNoneVariables, secureUrlSchema } from './config-schemas.ts'

/** Google's OpenID issuer. The server treats it like any other. */
const GOOGLE_ISSUER = 'https://accounts.google.com'

export const identityEnvSchemas = {
  GOOGLE_CLIENT_ID: z.optional(z.string()),
  GOOGLE_CLIENT_SECRET: z.optional(z.string()),
  OIDC_ISSUER: z.optional(secureUrlSchema),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  TOKEN_SYNC_URL: z.optional(secureUrlSchema),
}

/** The identity provider behind "Join With Google". `issuer` must match the provider's spelling exactly. */
export type IdentityProviderConfig = NonNullable<ReturnType<typeof readIdentityConfig>['provider']>

const schema = z.object(identityEnvSchemas)

/** Throws if the variables contradict each other. */
export function readIdentityConfig(env: z.infer<typeof schema>) {
  const google = readAllOrNoneVariables(env, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'])
  const oidc = readAllOrNoneVariables(env, ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'])
  if (google && oidc) {
    throw new Error(
      'The configuration cannot be used. Set either the GOOGLE_ or the OIDC_ variables: there is one identity provider.',
    )
  }
  const [issuer, clientId, clientSecret] = oidc ?? (google ? [GOOGLE_ISSUER, ...google] : [])
  return {
    provider: issuer && clientId && clientSecret ? { issuer, clientId, clientSecret } : undefined,
    /** Where the server posts the ID token after a sign-in (P-62). */
    tokenSyncUrl: env.TOKEN_SYNC_URL,
  }
}

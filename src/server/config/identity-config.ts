import * as z from 'zod/mini'
import { safeAddress, together } from './config-values.ts'

/** Where Google answers as an OpenID provider: for us it is one issuer like any other. */
const GOOGLE = 'https://accounts.google.com'

export const identityVariables = {
  GOOGLE_CLIENT_ID: z.optional(z.string()),
  GOOGLE_CLIENT_SECRET: z.optional(z.string()),
  OIDC_ISSUER: z.optional(safeAddress()),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  TOKEN_SYNC_URL: z.optional(safeAddress()),
}

/** The identity provider behind "Join With Google"; `issuer` exactly as the provider spells it. */
export type ProviderConfig = { issuer: string; clientId: string; clientSecret: string }

export type IdentityConfig = {
  provider: ProviderConfig | undefined
  /** Where the ID token of whoever signs in is sent (spec section 1). */
  tokenSyncUrl: string | undefined
}

const schema = z.object(identityVariables)

/** Throws one sentence where the variables cannot be meant together. */
export function readIdentity(read: z.infer<typeof schema>): IdentityConfig {
  const google = together(read, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'])
  const oidc = together(read, ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'])
  if (google && oidc) {
    throw new Error(
      'The configuration cannot be used. Set either the GOOGLE_ or the OIDC_ variables: there is one identity provider.',
    )
  }
  const [issuer, clientId, clientSecret] = oidc ?? (google ? [GOOGLE, ...google] : [])
  return {
    provider: issuer && clientId && clientSecret ? { issuer, clientId, clientSecret } : undefined,
    tokenSyncUrl: read.TOKEN_SYNC_URL,
  }
}

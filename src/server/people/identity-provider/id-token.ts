import { validateToken } from 'better-auth/oauth2'
import * as z from 'zod/mini'
import { isEmail, isStorableText } from '#contract/core/text-schemas.ts'
import type { IdentityProviderConfig } from '../../config/identity-config.ts'
import { type DiscoveryDocument, fetchIdentityProviderJson } from './fetch-discovery-document.ts'

/** The used part of the provider's token response. */
export const oidcTokenResponseSchema = z.object({ id_token: z.string(), access_token: z.optional(z.string()) })

const claimsSchema = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255), z.refine(isStorableText)),
  nonce: z.string(),
  exp: z.number(),
  azp: z.optional(z.string()),
  email: z.optional(z.string()),
  email_verified: z.optional(z.boolean()),
})
const userInfoSchema = z.pick(claimsSchema, { sub: true, email: true, email_verified: true })

/** `email` is undefined unless the provider has verified it. */
type ProviderIdentity = { subject: string; email: string | undefined }

/**
 * Checks the ID token's signature, issuer, audience, expiry and nonce (OpenID Connect Core, section 3.1.3.7). Throws if
 * a check fails.
 */
export async function verifyIdToken(
  { issuer, clientId }: IdentityProviderConfig,
  { jwks_uri, userinfo_endpoint }: DiscoveryDocument,
  { id_token, access_token }: z.infer<typeof oidcTokenResponseSchema>,
  nonce: string,
): Promise<ProviderIdentity> {
  const { payload } = await validateToken(id_token, jwks_uri, { issuer, audience: clientId })
  const idTokenClaims = claimsSchema.parse(payload)
  if (idTokenClaims.nonce !== nonce) throw new Error('the ID token was made for another sign-in')
  if (idTokenClaims.azp !== undefined && idTokenClaims.azp !== clientId) throw new Error('the ID token was made for another site')
  const isComplete = idTokenClaims.email !== undefined || !userinfo_endpoint || !access_token
  return toIdentity(isComplete ? idTokenClaims : await fetchUserInfo(userinfo_endpoint, access_token, idTokenClaims.sub))
}

/** Fetches the email for providers that leave it out of the ID token. Throws for another subject (section 5.3.2). */
async function fetchUserInfo(userInfoUrl: string, accessToken: string, subject: string): Promise<z.infer<typeof userInfoSchema>> {
  const profile = userInfoSchema.parse(
    await fetchIdentityProviderJson(userInfoUrl, { headers: { authorization: `Bearer ${accessToken}` } }),
  )
  if (profile.sub !== subject) throw new Error(`${userInfoUrl} answered for another person`)
  return profile
}

function toIdentity({ sub, email, email_verified }: z.infer<typeof userInfoSchema>): ProviderIdentity {
  const isUsable = email !== undefined && email_verified === true && isEmail(email) && isStorableText(email)
  return { subject: sub, email: isUsable ? email.toLowerCase() : undefined }
}

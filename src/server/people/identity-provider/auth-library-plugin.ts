import type { BetterAuthPlugin } from 'better-auth'
import { APIError } from 'better-auth/api'
import { authorizationCodeRequest, createAuthorizationURL, type OAuthProvider, validateToken } from 'better-auth/oauth2'
import * as z from 'zod/mini'
import { isEmail, isStorableText } from '#contract/core/text-schemas.ts'
import type { IdentityProviderConfig } from '../../config/identity-config.ts'
import { deriveIdentityProviderId } from './callback-url.ts'
import { type DiscoveryDocument, fetchDiscoveryDocument, fetchIdentityProviderJson } from './fetch-discovery-document.ts'

type Log = (sentence: string) => void

/** Creates our own plugin, because the library's OpenID plugin contacts the provider only once, at start. */
export function createIdentityProviderPlugin(config: IdentityProviderConfig): BetterAuthPlugin {
  return {
    id: 'identity-provider',
    init: ({ logger }) => ({ context: { socialProviders: [createOAuthProvider(config, (sentence) => logger.error(sentence))] } }),
  }
}

function createOAuthProvider(config: IdentityProviderConfig, log: Log): OAuthProvider<{ sub: string }> {
  const { issuer, clientId, clientSecret } = config
  const id = deriveIdentityProviderId(issuer)
  const options = { clientId, clientSecret }
  return {
    id,
    name: id,
    issuer,
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }) => profile.sub,

    async createAuthorizationURL({ state, codeVerifier, redirectURI, idTokenNonce: nonce }) {
      const { authorization_endpoint: authorizationEndpoint } = await withErrorLogging(log, () =>
        fetchDiscoveryDocument(issuer),
      ).catch(() => {
        throw new APIError('SERVICE_UNAVAILABLE', { message: 'The identity provider cannot be reached.' })
      })
      const scopes = ['openid', 'email']
      return createAuthorizationURL({ id, options, authorizationEndpoint, state, codeVerifier, scopes, redirectURI, nonce })
    },

    // The tokens are only in `raw`, because the library doesn't store that field.
    validateAuthorizationCode: (grant) =>
      withErrorLogging(log, async () => {
        const discovery = await fetchDiscoveryDocument(issuer)
        const { body, headers } = await authorizationCodeRequest({
          ...grant,
          options,
          tokenEndpointAuth: getTokenEndpointAuth(discovery),
        })
        return {
          raw: {
            discovery,
            reply: oidcTokenResponseSchema.parse(
              await fetchIdentityProviderJson(discovery.token_endpoint, { method: 'POST', body, headers }),
            ),
          },
        }
      }),

    getUserInfo: ({ raw, expectedIdTokenNonce: nonce }) =>
      withErrorLogging(log, async () => {
        if (!raw || !nonce) throw new Error('no sign-in is in progress')
        const { discovery, reply } = raw as { discovery: DiscoveryDocument; reply: typeof oidcTokenResponseSchema._zod.output }
        const { subject, email } = await verifyIdToken(config, discovery, reply, nonce)
        if (!email) log('Identity provider sign-in failed: the provider names no verified email.')
        return { user: { name: email, email, emailVerified: true }, data: { sub: subject } }
      }).catch(() => null),
  }
}

function getTokenEndpointAuth({ token_endpoint_auth_methods_supported: methods }: DiscoveryDocument) {
  return { method: methods.includes('client_secret_basic') ? 'client_secret_basic' : 'client_secret_post' } as const
}

/** Logs a failure (P-60) and hides its details from the library. */
async function withErrorLogging<T>(log: Log, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    log(`Identity provider sign-in failed: ${error instanceof Error ? error.message : 'no reason given'}.`)
    throw new Error('identity provider sign-in failed')
  }
}

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

import type { BetterAuthPlugin } from 'better-auth'
import { APIError } from 'better-auth/api'
import { authorizationCodeRequest, createAuthorizationURL, type OAuthProvider } from 'better-auth/oauth2'
import type { IdentityProviderConfig } from '../../config/identity-config.ts'
import { deriveIdentityProviderId } from './callback-url.ts'
import { type DiscoveryDocument, fetchDiscoveryDocument, fetchIdentityProviderJson } from './fetch-discovery-document.ts'
import { oidcTokenResponseSchema, verifyIdToken } from './id-token.ts'

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

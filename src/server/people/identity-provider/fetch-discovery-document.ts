import * as z from 'zod/mini'

/** How long the provider may take to answer one request, in ms. */
const TIMEOUT_MS = 5_000

const endpointUrl = z.url({ protocol: /^https?$/ })

const discoverySchema = z.object({
  issuer: z.string(),
  authorization_endpoint: endpointUrl,
  token_endpoint: endpointUrl,
  jwks_uri: endpointUrl,
  userinfo_endpoint: z.optional(endpointUrl),
  /** The default is from OpenID Connect Discovery, section 3. */
  token_endpoint_auth_methods_supported: z._default(z.array(z.string()), ['client_secret_basic']),
})

export type DiscoveryDocument = z.infer<typeof discoverySchema>

/**
 * Fetches the provider's endpoints for each sign-in, without a cache. So the server notices an outage before it
 * redirects the browser. Throws if the provider is unreachable or names another issuer (OpenID Connect Discovery,
 * section 4.3).
 */
export async function fetchDiscoveryDocument(issuer: string): Promise<DiscoveryDocument> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const { data } = discoverySchema.safeParse(await fetchIdentityProviderJson(url))
  if (!data) throw new Error(`${url} is not the description of an OpenID provider`)
  if (data.issuer !== issuer) throw new Error(`${url} names another issuer: OIDC_ISSUER must be spelled exactly as there`)
  const isEncrypted = issuer.startsWith('https:')
  const endpointUrls = [data.authorization_endpoint, data.token_endpoint, data.jwks_uri, data.userinfo_endpoint ?? issuer]
  if (isEncrypted && !endpointUrls.every((endpoint) => endpoint.startsWith('https:')))
    throw new Error(`${url} names an address without https`)
  return data
}

/**
 * Sends one request to the provider. The message of its errors is safe to log: it holds the URL and the cause, and
 * no data of the request or the response.
 */
export async function fetchIdentityProviderJson(url: string, init?: RequestInit): Promise<unknown> {
  const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error) => {
    throw new Error(`${url} cannot be reached (${describeNetworkError(error)})`)
  })
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw new Error(`${url} answered ${[response.status, readOAuthErrorCode(body)].filter(Boolean).join(' ')}`)
  return body
}

function describeNetworkError(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason given'
  if (error.name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1000} s`
  const { code } = (error.cause ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : error.message
}

/** Returns an error code of RFC 6749, section 5.2, such as `invalid_client`. Other text stays out of the log. */
function readOAuthErrorCode(body: unknown): string | undefined {
  const { error } = (body ?? {}) as { error?: unknown }
  return typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? error : undefined
}

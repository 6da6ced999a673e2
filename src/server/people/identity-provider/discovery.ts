import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { ProviderConfig } from '../../config/identity-config.ts'

/** How long the provider may take to answer one request, in ms. */
const TIMEOUT = 5_000

const endpoint = z.url({ protocol: /^https?$/ })

const discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  jwks_uri: endpoint,
  userinfo_endpoint: z.optional(endpoint),
  /** What is supported where the provider does not say (OpenID Connect Discovery section 3). */
  token_endpoint_auth_methods_supported: z._default(z.array(z.string()), ['client_secret_basic']),
})

export type Discovery = z.infer<typeof discovery>

/**
 * Where the provider's endpoints are. Asked anew for every sign-in, never remembered: so a provider
 * that was down works again at once, and one that is down is noticed before anybody is sent there.
 * Throws where it cannot be reached or calls itself something else (OpenID Connect Discovery section 4.3).
 */
export async function discover(issuer: string): Promise<Discovery> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const { data } = discovery.safeParse(await ask(address))
  if (!data) throw new Error(`${address} is not the description of an OpenID provider`)
  if (data.issuer !== issuer) throw new Error(`${address} names another issuer: OIDC_ISSUER must be spelled exactly as there`)
  const isEncrypted = issuer.startsWith('https:')
  const addresses = [data.authorization_endpoint, data.token_endpoint, data.jwks_uri, data.userinfo_endpoint ?? issuer]
  if (isEncrypted && !addresses.every((one) => one.startsWith('https:')))
    throw new Error(`${address} names an address without https`)
  return data
}

/**
 * One request to the provider. Throws an Error whose sentence may be logged: it names the address and
 * what went wrong, and nothing that was sent or received.
 */
export async function ask(address: string, init?: RequestInit): Promise<unknown> {
  const response = await fetch(address, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT) }).catch((error) => {
    throw new Error(`${address} cannot be reached (${reasonOf(error)})`)
  })
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw new Error(`${address} answered ${[response.status, errorCodeOf(body)].filter(Boolean).join(' ')}`)
  return body
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason given'
  if (error.name === 'TimeoutError') return `no answer within ${TIMEOUT / 1000} s`
  const { code } = (error.cause ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : error.message
}

/** The code of RFC 6749 section 5.2, such as `invalid_client`; any other text of the provider stays out of our logs. */
function errorCodeOf(body: unknown): string | undefined {
  const { error } = (body ?? {}) as { error?: unknown }
  return typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? error : undefined
}

/**
 * The name of a provider in the account table and in its callback address: made from the issuer, so
 * that equal subjects of two issuers are two accounts.
 */
export function providerIdOf(issuer: string): string {
  const host = new URL(issuer).hostname.replace(/[^a-z0-9]+/g, '-')
  return `${host}-${createHash('sha256').update(issuer).digest('hex').slice(0, 16)}`
}

/** The address that has to be registered at the provider for the site at `origin`. */
export function callbackAddress(origin: string, { issuer }: Pick<ProviderConfig, 'issuer'>): string {
  return `${origin}/api/auth/callback/${providerIdOf(issuer)}`
}

import * as z from 'zod/mini'
import { ask } from './ask.ts'

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

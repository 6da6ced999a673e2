import { createHash } from 'node:crypto'
import type { IdentityProviderConfig } from '../../config/identity-config.ts'

/**
 * Derives the provider's id, which the account table and the callback URL contain, from the issuer. Equal subjects of two
 * issuers so get two accounts.
 */
export function deriveIdentityProviderId(issuer: string): string {
  const host = new URL(issuer).hostname.replace(/[^a-z0-9]+/g, '-')
  return `${host}-${createHash('sha256').update(issuer).digest('hex').slice(0, 16)}`
}

/** Returns the callback URL. The operator registers it at the provider. */
export function buildIdentityProviderCallbackUrl(origin: string, { issuer }: Pick<IdentityProviderConfig, 'issuer'>): string {
  return `${origin}/api/auth/callback/${deriveIdentityProviderId(issuer)}`
}

import { createHash } from 'node:crypto'
import type { IdentityProviderConfig } from '../../config/identity-config.ts'

/**
 * Derives the provider's id in the account table and the callback URL. It comes from the issuer, so that equal subjects
 * of two issuers are two accounts.
 */
export function deriveIdentityProviderId(issuer: string): string {
  const host = new URL(issuer).hostname.replace(/[^a-z0-9]+/g, '-')
  return `${host}-${createHash('sha256').update(issuer).digest('hex').slice(0, 16)}`
}

/** Returns the callback URL. The operator registers it at the provider. */
export function buildIdentityProviderCallbackUrl(origin: string, { issuer }: Pick<IdentityProviderConfig, 'issuer'>): string {
  return `${origin}/api/auth/callback/${deriveIdentityProviderId(issuer)}`
}

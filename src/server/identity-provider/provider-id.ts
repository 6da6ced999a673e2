import { createHash } from 'node:crypto'
import type { ProviderConfig } from '../identity-config.ts'

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

import { createHash } from 'node:crypto'
import {
  CEILING_PERIOD_SECONDS,
  ceilingPeriods,
  IPV6_NETWORK_FACTORS,
  type RateLimit,
  type RateLimitName,
  rateLimits,
} from '../../contract/core/rate-limits.ts'
import { listClientNetworks } from '../config/ip-address.ts'
import type { Caller } from '../platform/http/endpoint-handler.ts'
import { CLIENT_ADDRESS_HEADER } from '../platform/http/request-headers.ts'
import { buildCeilingKey } from './ceiling-notifications.ts'
import type { KnownDevices } from './known-devices.ts'
import type { AttemptCount, AttemptRule } from './store.ts'

export type Visitor = Pick<Caller, 'headers' | 'replyHeaders' | 'session'>

/** Which counts an attempt uses up. */
type AttemptCounts = {
  limit: RateLimit
  /** The hash of the account. */
  accountHash: string | undefined
  /** The smallest network comes first. */
  all: readonly AttemptCount[]
  /** The account's own count, which a success clears. */
  accountKey: string | undefined
}

export function listAttemptCounts(
  devices: KnownDevices,
  name: RateLimitName,
  account: string | undefined,
  { headers, session }: Visitor,
): AttemptCounts {
  const limit: RateLimit = rateLimits[name]
  const accountHash = account === undefined ? undefined : hashAccount(account)
  const sessionHash = session.person && hashAccount(session.person.email.toLowerCase())
  // The second step of a login names no account. The first step has stored it in the browser's cookie.
  const device = limit.ignoresSuccess && devices.find(headers, limit.account?.by === 'email' ? accountHash : sessionHash)
  if (device) {
    // Strangers with the same IP address or email can't use this count up.
    const deviceCount = { key: `${name} of device ${device}`, rule: toAttemptRule(limit.account ?? limit.address) }
    return { limit, accountHash, all: [deviceCount], accountKey: deviceCount.key }
  }
  const accountKey = limit.account && accountHash && `${name} of ${accountHash}`
  const all = [
    ...listNetworkCounts(name, limit, headers),
    ...(accountKey && limit.account ? [{ key: accountKey, rule: toAttemptRule(limit.account) }] : []),
    ...listCeilingCounts(name, limit, session),
  ]
  return { limit, accountHash, all, accountKey }
}

function listNetworkCounts(name: RateLimitName, { address }: RateLimit, headers: Headers): AttemptCount[] {
  return listClientNetworks(headers.get(CLIENT_ADDRESS_HEADER) ?? '').map((network, nth) => ({
    key: `${name} from ${network}`,
    rule: toAttemptRule({ ...address, maxAttempts: address.maxAttempts * (IPV6_NETWORK_FACTORS[nth - 1] ?? 1) }),
  }))
}

/** Counts logged-in people by account, so that strangers who reach the ceiling don't block customers. */
function listCeilingCounts(name: RateLimitName, { ceiling, address }: RateLimit, { person }: Visitor['session']): AttemptCount[] {
  if (!ceiling) return []
  if (person) return [{ key: `${name} by ${person.userId}`, rule: toAttemptRule(address) }]
  return ceilingPeriods.map((period) => ({
    key: buildCeilingKey(name, period),
    rule: toAttemptRule({ maxAttempts: ceiling[period], seconds: CEILING_PERIOD_SECONDS[period] }),
  }))
}

export function toAttemptRule({
  maxAttempts,
  seconds,
  backoff,
}: RateLimit['address'] & Pick<NonNullable<RateLimit['account']>, 'backoff'>): AttemptRule {
  const freeAttempts = backoff?.freeAttempts ?? maxAttempts
  return { maxAttempts, window: seconds * 1000, freeAttempts, firstPause: (backoff?.firstPauseSeconds ?? 0) * 1000 }
}

/** Shortens keys to one length, and stores no mistyped email. */
export function hashAccount(account: string): string {
  return createHash('sha256').update(account).digest('base64url').slice(0, 22)
}

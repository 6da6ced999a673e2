import { createHash } from 'node:crypto'
import {
  IPV6_NETWORK_LIMIT_MULTIPLIERS,
  type RateLimit,
  SITE_WIDE_LIMIT_PERIOD_SECONDS,
  siteWideLimitPeriods,
} from '#contract/core/rate-limit.ts'
import { type RateLimitName, rateLimits } from '#contract/rate-limits.ts'
import type { Caller } from '#platform/http/define-handler.ts'
import { CLIENT_IP_ADDRESS_HEADER } from '#platform/http/web-headers.ts'
import { listNetworksOfAddress } from '../config/ip-address.ts'
import type { KnownDevices } from './known-devices.ts'
import { buildSiteWideLimitCounterKey } from './site-wide-limit-notifications.ts'
import type { RateLimitKeyAndRule, RateLimitRule } from './store.ts'

export type RateLimitedCaller = Pick<Caller, 'headers' | 'replyHeaders' | 'session'>

/** Which counts an attempt uses up. */
export type RateLimitCounts = {
  limit: RateLimit
  /** The hash of the account. */
  accountHash: string | undefined
  /** The smallest network comes first. */
  all: readonly RateLimitKeyAndRule[]
  /** The account's own count, which a success clears. */
  accountKey: string | undefined
  /** The count that a success leaves as it is. */
  allAttemptsKey: string | undefined
}

export function selectRateLimitCounts(
  devices: KnownDevices,
  name: RateLimitName,
  account: string | undefined,
  { headers, session }: RateLimitedCaller,
): RateLimitCounts {
  const limit: RateLimit = rateLimits[name]
  const accountHash = account === undefined ? undefined : hashAccountForKey(account)
  const sessionHash = session.person && hashAccountForKey(session.person.email.toLowerCase())
  // The second step of a login names no account. The first step has stored it in the browser's cookie.
  const device = limit.ignoresSuccess && devices.find(headers, limit.account?.by === 'email' ? accountHash : sessionHash)
  const allAttemptsCounts = listCountsOfAllAttempts(name, limit, accountHash)
  const allAttemptsKey = allAttemptsCounts[0]?.key
  if (device) {
    // Strangers with the same IP address or email can't use this count up.
    const deviceCount = { key: `${name} of device ${device}`, rule: toRateLimitRule(limit.account ?? limit.address) }
    return { limit, accountHash, all: [deviceCount, ...allAttemptsCounts], accountKey: deviceCount.key, allAttemptsKey }
  }
  const accountKey = limit.account && accountHash && `${name} of ${accountHash}`
  const all = [
    ...listNetworkCounts(name, limit, headers),
    ...(accountKey && limit.account ? [{ key: accountKey, rule: toRateLimitRule(limit.account) }] : []),
    ...listSiteWideCounts(name, limit, session),
    ...allAttemptsCounts,
  ]
  return { limit, accountHash, all, accountKey, allAttemptsKey }
}

function listCountsOfAllAttempts(
  name: RateLimitName,
  { allAttempts }: RateLimit,
  accountHash: string | undefined,
): RateLimitKeyAndRule[] {
  if (!allAttempts || !accountHash) return []
  return [{ key: `${name} of ${accountHash}, with successes`, rule: toRateLimitRule(allAttempts) }]
}

function listNetworkCounts(name: RateLimitName, { address }: RateLimit, headers: Headers): RateLimitKeyAndRule[] {
  return listNetworksOfAddress(headers.get(CLIENT_IP_ADDRESS_HEADER) ?? '').map((network, nth) => ({
    key: `${name} from ${network}`,
    rule: toRateLimitRule({ ...address, maxAttempts: address.maxAttempts * (IPV6_NETWORK_LIMIT_MULTIPLIERS[nth - 1] ?? 1) }),
  }))
}

/** Counts logged-in people by account, so that strangers who reach the site-wide limit don't block customers. */
function listSiteWideCounts(
  name: RateLimitName,
  { siteWideLimit, address }: RateLimit,
  { person }: RateLimitedCaller['session'],
): RateLimitKeyAndRule[] {
  if (!siteWideLimit) return []
  if (person) return [{ key: `${name} by ${person.userId}`, rule: toRateLimitRule(address) }]
  return siteWideLimitPeriods.map((period) => ({
    key: buildSiteWideLimitCounterKey(name, period),
    rule: toRateLimitRule({ maxAttempts: siteWideLimit[period], seconds: SITE_WIDE_LIMIT_PERIOD_SECONDS[period] }),
  }))
}

export function toRateLimitRule({
  maxAttempts,
  seconds,
  backoff,
}: RateLimit['address'] & Pick<NonNullable<RateLimit['account']>, 'backoff'>): RateLimitRule {
  const freeAttempts = backoff?.freeAttempts ?? maxAttempts
  return { maxAttempts, window: seconds * 1000, freeAttempts, firstPause: (backoff?.firstPauseSeconds ?? 0) * 1000 }
}

/** Shortens keys to one length, and stores no mistyped email. */
export function hashAccountForKey(account: string): string {
  return createHash('sha256').update(account).digest('base64url').slice(0, 22)
}

import { createHash } from 'node:crypto'
import {
  ceilingPeriods,
  EMAIL_INTERVAL_SECONDS,
  IPV6_NETWORK_FACTORS,
  PERIOD_SECONDS,
  type RateLimit,
  type RateLimitName,
  rateLimits,
} from '../../contract/core/rate-limits.ts'
import { isUserError, UserError } from '../../contract/core/user-error.ts'
import type { ReachedLimit } from '../../contract/operations/reached-limits.ts'
import type { Config } from '../config/config.ts'
import { listClientNetworks } from '../config/ip-address.ts'
import type { Database } from '../platform/db/open-database.ts'
import type { Caller, EndpointHandler } from '../platform/http/endpoint-handler.ts'
import { CLIENT_ADDRESS_HEADER } from '../platform/http/request-headers.ts'
import type { ServerModule } from '../platform/module.ts'
import {
  buildCeilingKey,
  CEILING_SHOWN_DURATION,
  type CeilingNotificationDependencies,
  listReachedCeilings,
  notifyCeilingReached,
} from './ceiling-notifications.ts'
import { rateLimitHandlers } from './handlers.ts'
import { createKnownDevices } from './known-devices.ts'
import {
  type AttemptCount,
  type AttemptRule,
  clearAttempts,
  countAttempt,
  findUsedUpCount,
  removeExpiredCounts,
  uncountAttempt,
} from './store.ts'

type Visitor = Pick<Caller, 'headers' | 'replyHeaders' | 'session'>

/** `undone`: the server failed before it tried anything. */
export type AttemptOutcome = 'success' | 'failure' | 'undone'

/** Runs `work` if the account and the visitor's address have attempts left. Otherwise throws a 429. */
type RateLimitGuard = <T>(
  name: RateLimitName,
  account: string | undefined,
  visitor: Visitor,
  work: () => Promise<T>,
  outcomeOf?: (result: T) => AttemptOutcome,
) => Promise<T>

export type RateLimits = ServerModule & {
  /** False if RATE_LIMITS is off. */
  isEnabled: boolean
  guard: RateLimitGuard
  /** Makes the browser known for an account whose owner has proved it in another way. */
  rememberDevice: (email: string, replyHeaders: Headers) => void
  /** Returns whether an email of this kind may go out now, and counts it. Allows one per `EMAIL_INTERVAL_SECONDS`. */
  reserveEmailSlot: (kind: string, email: string) => Promise<boolean>
  listReachedLimits: () => Promise<ReachedLimit[]>
}

type Dependencies = CeilingNotificationDependencies & {
  database: Database
  config: Pick<Config, 'rateLimits' | 'origins'>
  secret: string
}

/** The limits of `contract/limits.ts`. The same refusal whether or not there is such an account. */
export function createRateLimits({
  database,
  config: { rateLimits: isEnabled, origins },
  secret,
  ...notificationDependencies
}: Dependencies): RateLimits {
  const { main, type } = database
  /** Until when this process sends the owner no further email about a ceiling, by key; epoch ms. */
  const notifiedUntil = new Map<string, number>()
  if (!isEnabled) {
    const guard: RateLimitGuard = (_name, _account, _visitor, work) => work()
    const disabledLimits = {
      isEnabled: false,
      guard,
      rememberDevice: () => {},
      reserveEmailSlot: async () => true,
      listReachedLimits: async () => [],
    }
    return { ...disabledLimits, ...buildModule(disabledLimits) }
  }
  const devices = createKnownDevices({ secret, isSecure: origins[0].startsWith('https:') })

  /** Returns all counts of an attempt, smallest network first, and the account's own count, which a success clears. */
  function listCounts(name: RateLimitName, account: string | undefined, { headers, session }: Visitor) {
    const limit: RateLimit = rateLimits[name]
    const target = account === undefined ? undefined : hashAccount(account)
    const signedIn = session.person && hashAccount(session.person.email.toLowerCase())
    // The second step of a sign-in names no account. The first step has stored it in the browser's cookie.
    const device = limit.ignoresSuccess && devices.find(headers, limit.account?.by === 'email' ? target : signedIn)
    if (device) {
      // Strangers with the same IP address or email can't use this count up.
      const own = { key: `${name} of device ${device}`, rule: toAttemptRule(limit.account ?? limit.address) }
      return { limit, target, all: [own], accountKey: own.key }
    }
    const accountKey = limit.account && target && `${name} of ${target}`
    const all: AttemptCount[] = [
      ...listNetworkCounts(name, limit, headers),
      ...(accountKey && limit.account ? [{ key: accountKey, rule: toAttemptRule(limit.account) }] : []),
      ...listCeilingCounts(name, limit, session),
    ]
    return { limit, target, all, accountKey }
  }

  /** Counts the attempt. If one count is used up, throws a 429 and counts nothing. */
  async function countOrReject(name: RateLimitName, all: readonly AttemptCount[], { replyHeaders }: Visitor): Promise<void> {
    // A flood costs one read per attempt and no write.
    const usedUp = await findUsedUpCount(main, all)
    if (usedUp.key !== undefined) return rejectAttempt(name, usedUp.key, usedUp.wait, replyHeaders)
    await removeExpiredCounts(main, type)
    for (const [nth, { key, rule }] of all.entries()) {
      const wait = await countAttempt(main, key, rule)
      if (wait === 0) continue
      await uncountAttempts(all.slice(0, nth))
      return rejectAttempt(name, key, wait, replyHeaders)
    }
  }

  async function uncountAttempts(counts: readonly AttemptCount[]): Promise<void> {
    for (const { key } of counts) await uncountAttempt(main, key)
  }

  async function rejectAttempt(name: RateLimitName, key: string, ms: number, replyHeaders: Headers): Promise<never> {
    const wait = Math.ceil(ms / 1000)
    replyHeaders.set('retry-after', String(wait))
    const period = ceilingPeriods.find((one) => key === buildCeilingKey(name, one))
    if (period && (notifiedUntil.get(key) ?? 0) < Date.now()) {
      // Set before the write, so that only one request of a flood writes.
      notifiedUntil.set(key, Date.now() + CEILING_SHOWN_DURATION)
      await database
        .write((tx) => notifyCeilingReached(tx, notificationDependencies, { name, period }))
        .catch((error: unknown) => {
          notifiedUntil.delete(key)
          throw error
        })
      notificationDependencies.mail.wake()
    }
    throw new UserError(
      429,
      period ? buildCeilingMessage(wait) : `Too many attempts. Please wait ${formatDuration(wait)} and try again.`,
    )
  }

  const all: Omit<RateLimits, keyof ServerModule> = {
    isEnabled: true,
    listReachedLimits: () => listReachedCeilings(database.read),
    rememberDevice: (email, replyHeaders) =>
      replyHeaders.append('set-cookie', devices.remember(hashAccount(email.toLowerCase()))),
    async reserveEmailSlot(kind, email) {
      const rule = toAttemptRule({ maxAttempts: 1, seconds: EMAIL_INTERVAL_SECONDS })
      return (await countAttempt(main, `email ${kind} to ${hashAccount(email.toLowerCase())}`, rule)) === 0
    },

    async guard(name, account, visitor, work, outcomeOf = () => 'success') {
      const { limit, target, all, accountKey } = listCounts(name, account, visitor)
      const settle = async (outcome: AttemptOutcome) => {
        if (outcome === 'undone') await uncountAttempts(all)
        if (outcome !== 'success' || !limit.ignoresSuccess) return
        await uncountAttempts(all.filter(({ key }) => key !== accountKey))
        if (!accountKey) return
        await clearAttempts(main, accountKey)
        if (target && limit.account?.by === 'email') visitor.replyHeaders.append('set-cookie', devices.remember(target))
      }

      await countOrReject(name, all, visitor)
      const result = await work().catch(async (error: unknown) => {
        if (isUserError(error) && error.status === 503) await settle('undone')
        throw error
      })
      await settle(outcomeOf(result))
      return result
    },
  }
  return { ...all, ...buildModule(all) }
}

function buildModule(limits: Pick<RateLimits, 'listReachedLimits'>): ServerModule {
  return {
    name: 'rate-limits',
    handlers: () => rateLimitHandlers(limits),
    stateTables: ['attempt_counter'],
    retention: {
      limits: {
        what: 'Attempts per IP address and account',
        days: 1,
        since: 'the end of their time window',
        why: 'They no longer count. Each attempt removes old counts too. This rule cleans up a site without visitors.',
        rows: { table: 'attempt_counter', key: ['key'], at: 'window_ends_at' },
      },
    },
  }
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
    rule: toAttemptRule({ maxAttempts: ceiling[period], seconds: PERIOD_SECONDS[period] }),
  }))
}

/** Returns the email in the case that accounts use. */
function readEmail(body: unknown): string | undefined {
  const { email } = (body ?? {}) as { email?: unknown }
  return typeof email === 'string' ? email.toLowerCase() : undefined
}

function toAttemptRule({
  maxAttempts,
  seconds,
  backoff,
}: RateLimit['address'] & Pick<NonNullable<RateLimit['account']>, 'backoff'>): AttemptRule {
  const freeAttempts = backoff?.freeAttempts ?? maxAttempts
  return { most: maxAttempts, window: seconds * 1000, free: freeAttempts, firstPause: (backoff?.firstPauseSeconds ?? 0) * 1000 }
}

/** Shortens keys to one length, and stores no mistyped email. */
function hashAccount(account: string): string {
  return createHash('sha256').update(account).digest('base64url').slice(0, 22)
}

function buildCeilingMessage(wait: number): string {
  return `More visitors are writing than we can take right now. Please try again in ${formatDuration(wait)}, or call us.`
}

function formatDuration(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? 'a second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}

/** Adds rate limits to the calls whose endpoints declare them, for HTTP and for pages. */
export function addRateLimits(handlers: readonly EndpointHandler[], { guard }: RateLimits): EndpointHandler[] {
  return handlers.map((one) => {
    const { limit } = one.endpoint
    if (!limit) return one
    return {
      ...one,
      handle: (input, caller) =>
        guard(limit, identifyAccount(rateLimits[limit], input as { body?: unknown }, caller), caller, () =>
          one.handle(input, caller),
        ),
    }
  })
}

function identifyAccount({ account }: RateLimit, input: { body?: unknown }, { session }: Caller): string | undefined {
  if (account?.by === 'session') return session.person?.userId
  return account && readEmail(input.body)
}

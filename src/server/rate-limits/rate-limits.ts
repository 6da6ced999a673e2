import { type RateLimit, REPEATED_EMAIL_INTERVAL_SECONDS, siteWideLimitPeriods } from '#contract/core/rate-limit.ts'
import { isUserError, UserError } from '#contract/core/user-error.ts'
import { listReachedSiteWideLimitsEndpoint } from '#contract/operations/reached-site-wide-limits.ts'
import { type RateLimitName, rateLimits } from '#contract/rate-limits.ts'
import { createNothingSavedError, isDatabaseUnavailableError } from '#platform/db/database-errors.ts'
import type { Database } from '#platform/db/open-database.ts'
import { type Caller, defineHandler, type EndpointHandler } from '#platform/http/register-api.ts'
import type { LogProblem } from '#platform/log/module-log-types.ts'
import type { ServerModule } from '#platform/module.ts'
import type { Config } from '../config/config.ts'
import { createKnownDevices, type KnownDevices } from './known-devices.ts'
import {
  hashAccountForKey,
  type RateLimitCounts,
  type RateLimitedCaller,
  selectRateLimitCounts,
  toRateLimitRule,
} from './rate-limit-keys.ts'
import {
  buildSiteWideLimitCounterKey,
  listReachedSiteWideLimits,
  notifySiteWideLimitReached,
  SITE_WIDE_LIMIT_SHOWN_MS,
  type SiteWideLimitNotificationDependencies,
} from './site-wide-limit-notifications.ts'
import {
  clearAttemptCount,
  countAttempt,
  findUsedUpRateLimit,
  type RateLimitKeyAndRule,
  removeExpiredRateLimitCounts,
  uncountAttempt,
} from './store.ts'

export type { RateLimitedCaller } from './rate-limit-keys.ts'

/** Runs `work` if the account and the visitor's address have attempts left. Otherwise throws a 429. */
type RateLimitGuard = <T>(
  name: RateLimitName,
  account: string | undefined,
  visitor: RateLimitedCaller,
  work: () => Promise<T>,
) => Promise<T>

export type RateLimits = ServerModule & {
  /** False if RATE_LIMITS is off. */
  isEnabled: boolean
  guard: RateLimitGuard
  /** Remembers the browser for an account whose owner proved it in another way. */
  rememberDevice: (email: string, replyHeaders: Headers) => void
  /**
   * Returns whether an email of this kind may go out now, and counts it. Allows one per `REPEATED_EMAIL_INTERVAL_SECONDS`.
   * Call it before any write: an unavailable database throws "Nothing was saved".
   */
  reserveEmailSlot: (kind: string, email: string) => Promise<boolean>
  /**
   * Counts an attempt and returns whether one was left. Notifies no admin. Call it before any write: an unavailable
   * database throws "Nothing was saved".
   */
  tryAttempt: (name: RateLimitName, account: string, visitor: RateLimitedCaller) => Promise<boolean>
}

type Dependencies = SiteWideLimitNotificationDependencies & {
  database: Database
  problem: LogProblem
  config: Pick<Config, 'rateLimits' | 'origins'>
  secret: string
}

/** What the steps of an attempt share. */
type LimiterParts = {
  database: Database
  problem: LogProblem
  devices: KnownDevices
  notifications: SiteWideLimitNotificationDependencies
  /** Until when this process sends no further email about a site-wide limit, in epoch ms by key. */
  notifiedUntil: Map<string, number>
}

/** Creates the limits of `contract/rate-limits.ts`. The error doesn't reveal whether an account exists. */
export function createRateLimitsModule({ database, problem, config, secret, ...notifications }: Dependencies): RateLimits {
  const limits = config.rateLimits
    ? createEnabledLimits({
        database,
        problem,
        notifications,
        devices: createKnownDevices({ secret, isSecure: config.origins[0].startsWith('https:') }),
        notifiedUntil: new Map(),
      })
    : disabledLimits
  return {
    ...limits,
    name: 'rate-limits',
    handlers: [
      defineHandler(listReachedSiteWideLimitsEndpoint, async () =>
        limits.isEnabled ? listReachedSiteWideLimits(database.read) : [],
      ),
    ],
    stateTables: ['attempt_counter'],
    noPersonalData: 'Attempts by IP address and by hashed account, for a day.',
    retention: {
      limits: {
        what: 'Attempts per IP address and account',
        days: 1,
        since: 'the end of their time window',
        why: 'They no longer count. Each attempt also removes old counts. This rule cleans up a site without visitors.',
        rows: { table: 'attempt_counter', key: ['key'], at: 'window_ends_at' },
      },
    },
  }
}

type Limiter = Omit<RateLimits, keyof ServerModule>

const disabledLimits: Limiter = {
  isEnabled: false,
  guard: (_name, _account, _visitor, work) => work(),
  rememberDevice: () => {},
  reserveEmailSlot: async () => true,
  tryAttempt: async () => true,
}

function createEnabledLimits(parts: LimiterParts): Limiter {
  const { database, devices } = parts
  return {
    isEnabled: true,
    guard: (name, account, visitor, work) => guardAttempt(parts, name, account, visitor, work),
    rememberDevice: (email, replyHeaders) =>
      replyHeaders.append('set-cookie', devices.remember(hashAccountForKey(email.toLowerCase()))),
    async reserveEmailSlot(kind, email) {
      const rule = toRateLimitRule({ maxAttempts: 1, seconds: REPEATED_EMAIL_INTERVAL_SECONDS })
      const key = `email ${kind} to ${hashAccountForKey(email.toLowerCase())}`
      return (await throwNothingSavedIfUnavailable(countAttempt(database.main, key, rule))) === 0
    },
    async tryAttempt(name, account, visitor) {
      const { all } = selectRateLimitCounts(devices, name, account.toLowerCase(), visitor)
      return (await throwNothingSavedIfUnavailable(countAll(database, all))) === undefined
    },
  }
}

/**
 * Counts the attempt and runs `work`. A success clears the counts that ignore successes. Uncounts the attempt if the
 * server answers 503, because it failed before it tried anything.
 */
async function guardAttempt<T>(
  parts: LimiterParts,
  name: RateLimitName,
  account: string | undefined,
  visitor: RateLimitedCaller,
  work: () => Promise<T>,
): Promise<T> {
  const { database, devices, problem } = parts
  const counts = selectRateLimitCounts(devices, name, account, visitor)
  // A failed update of the counts doesn't change the reply. The attempt may stay counted.
  const logFailedUpdate = (error: unknown) => problem(error, `could not update the counts of an attempt (${name})`)

  await countOrReject(parts, name, counts.all, visitor)
  const result = await work().catch(async (error: unknown) => {
    if (isUserError(error) && error.status === 503) await uncountAttempts(database, counts.all).catch(logFailedUpdate)
    throw error
  })
  await clearCountsAfterSuccess(parts, counts, visitor.replyHeaders).catch(logFailedUpdate)
  return result
}

async function clearCountsAfterSuccess(
  { database, devices }: LimiterParts,
  { limit, accountHash, all, accountKey, allAttemptsKey }: RateLimitCounts,
  replyHeaders: Headers,
): Promise<void> {
  if (!limit.ignoresSuccess) return
  if (accountHash && limit.account?.by === 'email') replyHeaders.append('set-cookie', devices.remember(accountHash))
  await uncountAttempts(
    database,
    all.filter(({ key }) => key !== accountKey && key !== allAttemptsKey),
  )
  if (accountKey) await clearAttemptCount(database.main, accountKey)
}

/** Counts the attempt. If one count is used up, throws a 429 and counts nothing. */
async function countOrReject(
  parts: LimiterParts,
  name: RateLimitName,
  all: readonly RateLimitKeyAndRule[],
  { replyHeaders }: RateLimitedCaller,
): Promise<void> {
  const usedUp = await throwNothingSavedIfUnavailable(countAll(parts.database, all))
  if (usedUp) await rejectAttempt(parts, name, usedUp, replyHeaders)
}

/** Waits for a count that comes before any other write. If the database is unavailable, nothing was saved. */
async function throwNothingSavedIfUnavailable<T>(count: Promise<T>): Promise<T> {
  return count.catch((error: unknown) => {
    throw isDatabaseUnavailableError(error) ? createNothingSavedError(error) : error
  })
}

/** Counts the attempt. If one count is used up, counts nothing and returns it, with the ms until its next attempt. */
async function countAll(
  database: Database,
  all: readonly RateLimitKeyAndRule[],
): Promise<{ key: string; ms: number } | undefined> {
  const { main, type } = database
  // A flood costs one read per attempt and no write.
  const usedUp = await findUsedUpRateLimit(main, all)
  if (usedUp.key !== undefined) return { key: usedUp.key, ms: usedUp.wait }
  await removeExpiredRateLimitCounts(main, type)
  for (const [nth, { key, rule }] of all.entries()) {
    const ms = await countAttempt(main, key, rule)
    if (ms === 0) continue
    await uncountAttempts(database, all.slice(0, nth))
    return { key, ms }
  }
}

async function uncountAttempts({ main }: Database, counts: readonly RateLimitKeyAndRule[]): Promise<void> {
  for (const { key } of counts) await uncountAttempt(main, key)
}

/** Throws a 429 with the time to wait, `ms`. Emails the admins if visitors reached a site-wide limit. */
async function rejectAttempt(
  parts: LimiterParts,
  name: RateLimitName,
  { key, ms }: { key: string; ms: number },
  replyHeaders: Headers,
): Promise<never> {
  const wait = Math.ceil(ms / 1000)
  replyHeaders.set('retry-after', String(wait))
  const period = siteWideLimitPeriods.find((one) => key === buildSiteWideLimitCounterKey(name, one))
  if (period) await notifyOncePerDay(parts, key, { name, period })
  throw new UserError(
    429,
    period ? buildSiteWideLimitMessage(wait) : `Too many attempts. Please wait ${formatDuration(wait)} and try again.`,
  )
}

async function notifyOncePerDay(
  { database, notifications, notifiedUntil }: LimiterParts,
  key: string,
  siteWideLimit: Parameters<typeof notifySiteWideLimitReached>[2],
): Promise<void> {
  if ((notifiedUntil.get(key) ?? 0) >= Date.now()) return
  // Set before the write, so that only one request of a flood writes.
  notifiedUntil.set(key, Date.now() + SITE_WIDE_LIMIT_SHOWN_MS)
  await database
    .write((tx) => notifySiteWideLimitReached(tx, notifications, siteWideLimit))
    .catch((error: unknown) => {
      notifiedUntil.delete(key)
      throw error
    })
  notifications.mail.wake()
}

/** Returns the email in the case that accounts use. */
function readEmail(body: unknown): string | undefined {
  const { email } = (body ?? {}) as { email?: unknown }
  return typeof email === 'string' ? email.toLowerCase() : undefined
}

function buildSiteWideLimitMessage(wait: number): string {
  return `We’re very busy right now. Please try again in ${formatDuration(wait)}, or call us.`
}

function formatDuration(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? 'a second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}

/** Adds rate limits to the calls whose endpoints declare them, for HTTP and for pages. Throws for an unknown limit. */
export function addRateLimitsToHandlers(handlers: readonly EndpointHandler[], { guard }: RateLimits): EndpointHandler[] {
  return handlers.map((one) => {
    const { limit } = one.endpoint
    if (!limit) return one
    if (!isRateLimitName(limit))
      throw new Error(`No rate-limits.ts of src/contract has ${limit}, the limit of ${one.endpoint.path}.`)
    return {
      ...one,
      handle: (input, caller) =>
        guard(limit, identifyAccount(rateLimits[limit], input as { body?: unknown }, caller), caller, () =>
          one.handle(input, caller),
        ),
    }
  })
}

function isRateLimitName(name: string): name is RateLimitName {
  return Object.hasOwn(rateLimits, name)
}

function identifyAccount({ account }: RateLimit, input: { body?: unknown }, { session }: Caller): string | undefined {
  if (account?.by === 'session') return session.person?.userId
  return account && readEmail(input.body)
}

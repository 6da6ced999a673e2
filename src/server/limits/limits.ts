import { createHash } from 'node:crypto'
import {
  EMAIL_INTERVAL,
  LARGER_NETWORK_FACTORS,
  type Limit,
  type LimitName,
  limits,
  PERIOD_SECONDS,
  periods,
} from '../../contract/grammar/limits.ts'
import { isRefusal, Refusal } from '../../contract/grammar/refusal.ts'
import type { ReachedLimit } from '../../contract/operations/reached-limits.ts'
import type { Config } from '../config/config.ts'
import { networksOf } from '../config/ip-address.ts'
import type { Database } from '../platform/db/db.ts'
import type { Caller, Handled } from '../platform/http/answer.ts'
import { ADDRESS_HEADER } from '../platform/http/request-headers.ts'
import type { Module } from '../platform/module.ts'
import { CEILING_SHOWN_FOR, ceilingKey, listReached, type Notifying, notifyOwner } from './ceilings.ts'
import { limitHandlers } from './handlers.ts'
import { createKnownDevices } from './known-device.ts'
import { type Counted, clearAttempts, type Rule, refundAttempt, removeEnded, takeAttempt, waitOf } from './store.ts'

type Visitor = Pick<Caller, 'headers' | 'replyHeaders' | 'session'>

/** `undone`: refused for a reason of ours before anything was tried. */
export type Outcome = 'success' | 'failure' | 'undone'

/** Runs `work` if `account` and the visitor's address may try again; throws a 429 otherwise. */
type Guard = <T>(
  name: LimitName,
  account: string | undefined,
  visitor: Visitor,
  work: () => Promise<T>,
  outcomeOf?: (result: T) => Outcome,
) => Promise<T>

export type Limits = Module & {
  /** False where RATE_LIMITS is off. */
  areOn: boolean
  guard: Guard
  /** Makes the browser known for the account of whoever has proved in another way that it is theirs. */
  rememberDevice: (email: string, replyHeaders: Headers) => void
  /** Returns whether an email of that kind may go to the address now, one per `EMAIL_INTERVAL`, and counts it. */
  mayEmail: (kind: string, email: string) => Promise<boolean>
  /** Lists the ceilings that were reached in the last day. */
  reached: () => Promise<ReachedLimit[]>
}

type Parts = Notifying & {
  database: Database
  config: Pick<Config, 'rateLimits' | 'origins'>
  secret: string
}

/** The limits of `contract/limits.ts`. The same refusal whether or not there is such an account. */
export function createLimits({ database, config: { rateLimits, origins }, secret, ...notifying }: Parts): Limits {
  const { main, type } = database
  /** Until when this process sends the owner no further email about a ceiling, by key; epoch ms. */
  const told = new Map<string, number>()
  if (!rateLimits) {
    const guard: Guard = (_name, _account, _visitor, work) => work()
    const none = { areOn: false, guard, rememberDevice: () => {}, mayEmail: async () => true, reached: async () => [] }
    return { ...none, ...provided(none) }
  }
  const devices = createKnownDevices({ secret, isSecure: origins[0].startsWith('https:') })

  /** Returns all counts of an attempt, smallest network first, and the account's own count, which a success clears. */
  function countsOf(name: LimitName, account: string | undefined, { headers, session }: Visitor) {
    const limit: Limit = limits[name]
    const target = account === undefined ? undefined : shortened(account)
    const signedIn = session.person && shortened(session.person.email.toLowerCase())
    // The second step of a sign-in names no account. The first step has stored it in the browser's cookie.
    const device = limit.forgivesSuccess && devices.find(headers, limit.account?.by === 'email' ? target : signedIn)
    if (device) {
      // Strangers with the same IP address or email can't use this count up.
      const own = { key: `${name} of device ${device}`, rule: ruleOf(limit.account ?? limit.address) }
      return { limit, target, all: [own], ofAccount: own.key }
    }
    const ofAccount = limit.account && target && `${name} of ${target}`
    const all: Counted[] = [
      ...byNetwork(name, limit, headers),
      ...(ofAccount && limit.account ? [{ key: ofAccount, rule: ruleOf(limit.account) }] : []),
      ...byCeiling(name, limit, session),
    ]
    return { limit, target, all, ofAccount }
  }

  /** Counts the attempt. If one count is used up, throws a 429 and counts nothing. */
  async function take(name: LimitName, all: readonly Counted[], { replyHeaders }: Visitor): Promise<void> {
    // A flood costs one read per attempt and no write.
    const full = await waitOf(main, all)
    if (full.key !== undefined) return refuse(name, full.key, full.wait, replyHeaders)
    await removeEnded(main, type)
    for (const [nth, { key, rule }] of all.entries()) {
      const wait = await takeAttempt(main, key, rule)
      if (wait === 0) continue
      await giveBack(all.slice(0, nth))
      return refuse(name, key, wait, replyHeaders)
    }
  }

  async function giveBack(counts: readonly Counted[]): Promise<void> {
    for (const { key } of counts) await refundAttempt(main, key)
  }

  async function refuse(name: LimitName, key: string, ms: number, replyHeaders: Headers): Promise<never> {
    const wait = Math.ceil(ms / 1000)
    replyHeaders.set('retry-after', String(wait))
    const period = periods.find((one) => key === ceilingKey(name, one))
    if (period && (told.get(key) ?? 0) < Date.now()) {
      // Set before the write, so that only one request of a flood writes.
      told.set(key, Date.now() + CEILING_SHOWN_FOR)
      await database
        .write((tx) => notifyOwner(tx, notifying, { name, period }))
        .catch((error: unknown) => {
          told.delete(key)
          throw error
        })
      notifying.mail.wake()
    }
    throw new Refusal(429, period ? tooManyOfAll(wait) : `Too many attempts. Please wait ${inWords(wait)} and try again.`)
  }

  const all: Omit<Limits, keyof Module> = {
    areOn: true,
    reached: () => listReached(database.read),
    rememberDevice: (email, replyHeaders) => replyHeaders.append('set-cookie', devices.remember(shortened(email.toLowerCase()))),
    async mayEmail(kind, email) {
      const rule = ruleOf({ most: 1, seconds: EMAIL_INTERVAL })
      return (await takeAttempt(main, `email ${kind} to ${shortened(email.toLowerCase())}`, rule)) === 0
    },

    async guard(name, account, visitor, work, outcomeOf = () => 'success') {
      const { limit, target, all, ofAccount } = countsOf(name, account, visitor)
      const settle = async (outcome: Outcome) => {
        if (outcome === 'undone') await giveBack(all)
        if (outcome !== 'success' || !limit.forgivesSuccess) return
        await giveBack(all.filter(({ key }) => key !== ofAccount))
        if (!ofAccount) return
        await clearAttempts(main, ofAccount)
        if (target && limit.account?.by === 'email') visitor.replyHeaders.append('set-cookie', devices.remember(target))
      }

      await take(name, all, visitor)
      const result = await work().catch(async (error: unknown) => {
        if (isRefusal(error) && error.status === 503) await settle('undone')
        throw error
      })
      await settle(outcomeOf(result))
      return result
    },
  }
  return { ...all, ...provided(all) }
}

function provided(limits: Pick<Limits, 'reached'>): Module {
  return {
    name: 'limits',
    handlers: () => limitHandlers(limits),
    stateTables: ['attempt_limit'],
    retention: {
      limits: {
        what: 'How often an address or an account tried',
        days: 1,
        since: 'its window was over',
        why: 'It holds nobody up any more. Each attempt removes old ones too; this is for a site that became quiet.',
        rows: { table: 'attempt_limit', key: ['key'], at: 'window_ends_at' },
      },
    },
  }
}

function byNetwork(name: LimitName, { address }: Limit, headers: Headers): Counted[] {
  return networksOf(headers.get(ADDRESS_HEADER) ?? '').map((network, nth) => ({
    key: `${name} from ${network}`,
    rule: ruleOf({ ...address, most: address.most * (LARGER_NETWORK_FACTORS[nth - 1] ?? 1) }),
  }))
}

/** Counts logged-in people by account instead, so that strangers who reach the ceiling lock out no customer. */
function byCeiling(name: LimitName, { ceiling, address }: Limit, { person }: Visitor['session']): Counted[] {
  if (!ceiling) return []
  if (person) return [{ key: `${name} by ${person.userId}`, rule: ruleOf(address) }]
  return periods.map((period) => ({
    key: ceilingKey(name, period),
    rule: ruleOf({ most: ceiling[period], seconds: PERIOD_SECONDS[period] }),
  }))
}

/** The email of a sign-in and the like, as the account is looked up by it. */
function emailIn(body: unknown): string | undefined {
  const { email } = (body ?? {}) as { email?: unknown }
  return typeof email === 'string' ? email.toLowerCase() : undefined
}

function ruleOf({
  most,
  seconds,
  slowsDown,
}: {
  most: number
  seconds: number
  slowsDown?: { free: number; firstPause: number }
}): Rule {
  return { most, window: seconds * 1000, free: slowsDown?.free ?? most, firstPause: (slowsDown?.firstPause ?? 0) * 1000 }
}

/** So that no row is longer than another, and none holds an address of somebody who only mistyped. */
function shortened(account: string): string {
  return createHash('sha256').update(account).digest('base64url').slice(0, 22)
}

function tooManyOfAll(wait: number): string {
  return `More visitors are writing than we can take right now. Please try again in ${inWords(wait)}, or call us.`
}

function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? 'a second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}

/** The same calls, counted where their endpoint says so: for HTTP and for pages alike. */
export function withLimits(handlers: readonly Handled[], { guard }: Limits): Handled[] {
  return handlers.map((one) => {
    const { limit } = one.endpoint
    if (!limit) return one
    return {
      ...one,
      handle: (input, caller) =>
        guard(limit, accountOf(limits[limit], input as { body?: unknown }, caller), caller, () => one.handle(input, caller)),
    }
  })
}

function accountOf({ account }: Limit, input: { body?: unknown }, { session }: Caller): string | undefined {
  if (account?.by === 'session') return session.person?.userId
  return account && emailIn(input.body)
}

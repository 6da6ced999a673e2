import { createHash } from 'node:crypto'
import { type Limit, type LimitName, limits } from '../../contract/limits.ts'
import { isRefusal, Refusal } from '../../contract/refusal.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/db.ts'
import type { Caller, Handled } from '../http/answer.ts'
import { networkOf } from '../http/ip-address.ts'
import { ADDRESS_HEADER } from '../http/request-headers.ts'
import { createKnownDevices } from './known-device.ts'
import { clearAttempts, type Rule, refundAttempt, removeEnded, takeAttempt } from './store.ts'

type Visitor = Pick<Caller, 'headers' | 'replyHeaders'>

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

export type Limits = {
  guard: Guard
  /** Makes the browser known for the account of whoever has proved in another way that it is theirs. */
  rememberDevice: (email: string, replyHeaders: Headers) => void
}

type Parts = { database: Database; config: Pick<Config, 'rateLimits' | 'origins'>; secret: string }

/** The limits of `contract/limits.ts`. The same refusal whether or not there is such an account. */
export function createLimits({ database: { main, type }, config: { rateLimits, origins }, secret }: Parts): Limits {
  if (!rateLimits) return { guard: (_name, _account, _visitor, work) => work(), rememberDevice: () => {} }
  const devices = createKnownDevices({ secret, isSecure: origins[0].startsWith('https:') })

  async function take(key: string, rule: Rule, { replyHeaders }: Visitor): Promise<void> {
    const wait = Math.ceil((await takeAttempt(main, key, rule)) / 1000)
    if (wait === 0) return
    replyHeaders.set('retry-after', String(wait))
    throw new Refusal(429, `Too many attempts. Please wait ${inWords(wait)} and try again.`)
  }

  return {
    rememberDevice: (email, replyHeaders) => replyHeaders.append('set-cookie', devices.remember(shortened(email.toLowerCase()))),

    async guard(name, account, visitor, work, outcomeOf = () => 'success') {
      const limit: Limit = limits[name]
      const byAddress = `${name} from ${networkOf(visitor.headers.get(ADDRESS_HEADER) ?? '')}`
      const target = account === undefined ? undefined : shortened(account)
      const device = target && devices.find(visitor.headers, target)
      // A browser that is known for the account has a count of its own: strangers cannot use it up.
      const byAccount = limit.account && target && `${name} of ${device ? `device ${device}` : target}`
      const keys = [byAddress, ...(byAccount ? [byAccount] : [])]
      const settle = (outcome: Outcome) =>
        outcome === 'undone'
          ? Promise.all(keys.map((key) => refundAttempt(main, key)))
          : outcome === 'success' && limit.forgivesSuccess && forgive()
      const forgive = async () => {
        await refundAttempt(main, byAddress)
        if (!byAccount || !target) return
        await clearAttempts(main, byAccount)
        if (limit.account?.by === 'email') visitor.replyHeaders.append('set-cookie', devices.remember(target))
      }

      await removeEnded(main, type)
      await take(byAddress, ruleOf(limit.address), visitor)
      if (byAccount && limit.account) await take(byAccount, ruleOf(limit.account), visitor)
      const result = await work().catch(async (error: unknown) => {
        if (isRefusal(error) && error.status === 503) await settle('undone')
        throw error
      })
      await settle(outcomeOf(result))
      return result
    },
  }
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

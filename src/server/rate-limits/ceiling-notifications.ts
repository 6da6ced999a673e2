import {
  type CeilingPeriod,
  ceilingPeriods,
  PERIOD_SECONDS,
  type RateCeiling,
  type RateLimit,
  type RateLimitName,
  rateLimits,
} from '../../contract/core/rate-limits.ts'
import type { ReachedLimit } from '../../contract/operations/reached-limits.ts'
import type { MailService, OutgoingEmail } from '../mail/mail.ts'
import type { Tx } from '../platform/db/database-writer.ts'
import type { DatabaseReader } from '../platform/db/tables.ts'
import { countAttempt } from './store.ts'

export type CeilingNotificationDependencies = {
  mail: Pick<MailService, 'enqueue' | 'wake'>
  /** Returns the recipients of the email about a reached ceiling. */
  adminEmails: (tx: Tx) => Promise<string[]>
  /** The site's origin, for links. */
  origin: string
}

/** How long a reached ceiling stays an action item, in ms. No second email goes out in this time. */
export const CEILING_SHOWN_DURATION = PERIOD_SECONDS.day * 1000
const ONE_NOTIFICATION = { maxAttempts: 1, window: CEILING_SHOWN_DURATION, freeAttempts: 1, firstPause: 0 }

/** Returns the key that counts the calls of all visitors together. */
export function buildCeilingKey(name: RateLimitName, period: CeilingPeriod): string {
  return `${name} in all, ${period}`
}

function buildNotifiedKey(name: string, period: CeilingPeriod): string {
  return `told ${buildCeilingKey(name as RateLimitName, period)}`
}

/** Emails the admins that visitors reached a ceiling. Sends one email per ceiling and day, across all processes. */
export async function notifyCeilingReached(
  tx: Tx,
  { mail, adminEmails, origin }: CeilingNotificationDependencies,
  { name, period }: { name: RateLimitName; period: CeilingPeriod },
): Promise<void> {
  const { ceiling }: RateLimit = rateLimits[name]
  if (!ceiling || (await countAttempt(tx, buildNotifiedKey(name, period), ONE_NOTIFICATION)) > 0) return
  for (const to of await adminEmails(tx)) await mail.enqueue(tx, buildCeilingEmail(to, ceiling, period, origin))
}

/** Returns the ceilings that were reached in the last day. */
export async function listReachedCeilings(db: DatabaseReader): Promise<ReachedLimit[]> {
  const all = Object.entries<RateLimit>(rateLimits).flatMap(([name, { ceiling }]) =>
    ceiling ? ceilingPeriods.map((period) => ({ key: buildNotifiedKey(name, period), period, ceiling })) : [],
  )
  const keys = all.map(({ key }) => key)
  const rows = await db.selectFrom('attempt_counter').selectAll().where('key', 'in', keys).execute()
  return all.flatMap(({ key, period, ceiling: { of, page, ...most } }) => {
    const row = rows.find((one) => one.key === key && one.window_ends_at > Date.now())
    return row ? [{ of, page, period, most: most[period], reachedAt: row.window_ends_at - CEILING_SHOWN_DURATION }] : []
  })
}

function buildCeilingEmail(to: string, { of, page, ...most }: RateCeiling, period: CeilingPeriod, origin: string): OutgoingEmail {
  const text = `Visitors sent ${most[period]} ${of} to your site within one ${period}. That is the limit, so the site refuses more until the ${period} is over.

Customers who are logged in aren't affected. Look at what came in:

${origin}${page}

This is nearly always a program that fills in forms. Nothing is broken, and you don't have to do anything. We write at most once a day about this.`
  return { to, subject: `Your site received too many ${of}`, text }
}

import {
  RATE_CEILING_PERIOD_SECONDS,
  type RateCeilingPeriod,
  type RateLimit,
  type RateLimitName,
  rateCeilingPeriods,
  rateLimits,
  type SiteWideRateLimit,
} from '../../contract/core/rate-limits.ts'
import type { ReachedRateCeiling } from '../../contract/operations/reached-rate-limits.ts'
import { defineEmail, type MailService } from '../mail/mail.ts'
import type { Tx } from '../platform/db/database-writer.ts'
import type { DatabaseReader } from '../platform/db/tables.ts'
import { countAttempt } from './store.ts'

export type RateCeilingNotificationDependencies = {
  mail: Pick<MailService, 'enqueue' | 'wake'>
  /** Returns the recipients of the email about a reached ceiling. */
  adminEmails: (tx: Tx) => Promise<string[]>
}

/** How long a reached ceiling stays an action item, in ms. No second email goes out in this time. */
export const RATE_CEILING_SHOWN_MS = RATE_CEILING_PERIOD_SECONDS.day * 1000
const ONE_NOTIFICATION = { maxAttempts: 1, window: RATE_CEILING_SHOWN_MS, freeAttempts: 1, firstPause: 0 }

/** Returns the key that counts the calls of all visitors together. */
export function buildRateCeilingCounterKey(name: RateLimitName, period: RateCeilingPeriod): string {
  return `${name} in all, ${period}`
}

function buildNotifiedKey(name: string, period: RateCeilingPeriod): string {
  return `told ${buildRateCeilingCounterKey(name as RateLimitName, period)}`
}

/** Emails the admins that visitors reached a ceiling. Sends one email per ceiling and day, across all processes. */
export async function notifyRateCeilingReached(
  tx: Tx,
  { mail, adminEmails }: RateCeilingNotificationDependencies,
  { name, period }: { name: RateLimitName; period: RateCeilingPeriod },
): Promise<void> {
  const { ceiling }: RateLimit = rateLimits[name]
  if (!ceiling || (await countAttempt(tx, buildNotifiedKey(name, period), ONE_NOTIFICATION)) > 0) return
  for (const to of await adminEmails(tx)) await mail.enqueue(tx, buildCeilingEmail(to, { ceiling, period }))
}

/** Returns the ceilings that were reached in the last day. */
export async function listReachedRateCeilings(db: DatabaseReader): Promise<ReachedRateCeiling[]> {
  const all = Object.entries<RateLimit>(rateLimits).flatMap(([name, { ceiling }]) =>
    ceiling ? rateCeilingPeriods.map((period) => ({ key: buildNotifiedKey(name, period), period, ceiling })) : [],
  )
  const keys = all.map(({ key }) => key)
  const rows = await db.selectFrom('attempt_counter').selectAll().where('key', 'in', keys).execute()
  return all.flatMap(({ key, period, ceiling: { of, page, ...most } }) => {
    const row = rows.find((one) => one.key === key && one.window_ends_at > Date.now())
    return row ? [{ of, page, period, most: most[period], reachedAt: row.window_ends_at - RATE_CEILING_SHOWN_MS }] : []
  })
}

const buildCeilingEmail = defineEmail<{ ceiling: SiteWideRateLimit; period: RateCeilingPeriod }>({
  name: 'too-many-forms',
  title: 'Too many forms',
  audience: 'admin',
  sentWhen: 'Visitors send more forms than the site accepts. At most one a day.',
  sample: { ceiling: rateLimits.message.ceiling, period: 'hour' },
  compose: ({ ceiling: { of, page, ...most }, period }) => ({
    subject: `Your site received too many ${of}`,
    heading: `Too many ${of}`,
    intro: [
      `Visitors sent ${most[period].toLocaleString('en-US')} ${of} to your site within one ${period}. That’s the limit, so the site refuses more until the ${period} is over.`,
      'Customers who are logged in aren’t affected.',
    ],
    action: { label: 'See what came in', path: page },
    details: [
      'This is nearly always a bot that fills in forms. Nothing is broken, and you don’t have to do anything. We email you about this at most once a day.',
    ],
  }),
})

import {
  type RateLimit,
  SITE_WIDE_LIMIT_PERIOD_SECONDS,
  type SiteWideLimit,
  type SiteWideLimitPeriod,
  siteWideLimitPeriods,
} from '#contract/core/rate-limit.ts'
import type { ReachedSiteWideLimit } from '#contract/operations/reached-site-wide-limits.ts'
import { type RateLimitName, rateLimits } from '#contract/rate-limits.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { defineEmail, type MailService } from '../mail/mail.ts'
import { countAttempt } from './store.ts'

export type SiteWideLimitNotificationDependencies = {
  mail: Pick<MailService, 'enqueue' | 'wake'>
  /** Returns the recipients of the email about a reached site-wide limit. */
  adminEmails: (tx: Tx) => Promise<string[]>
}

/** How long a reached site-wide limit stays an action item, in ms. No second email goes out in this time. */
export const SITE_WIDE_LIMIT_SHOWN_MS = SITE_WIDE_LIMIT_PERIOD_SECONDS.day * 1000
const ONE_NOTIFICATION = { maxAttempts: 1, window: SITE_WIDE_LIMIT_SHOWN_MS, freeAttempts: 1, firstPause: 0 }

/** Returns the key that counts the calls of all visitors together. */
export function buildSiteWideLimitCounterKey(name: RateLimitName, period: SiteWideLimitPeriod): string {
  return `${name} in all, ${period}`
}

function buildNotifiedKey(name: string, period: SiteWideLimitPeriod): string {
  // Other versions of the site read this key, so its wording stays.
  return `told ${buildSiteWideLimitCounterKey(name as RateLimitName, period)}`
}

/** Emails the admins that visitors reached a site-wide limit. Sends one email per limit and day, across all processes. */
export async function notifySiteWideLimitReached(
  tx: Tx,
  { mail, adminEmails }: SiteWideLimitNotificationDependencies,
  { name, period }: { name: RateLimitName; period: SiteWideLimitPeriod },
): Promise<void> {
  const { siteWideLimit }: RateLimit = rateLimits[name]
  if (!siteWideLimit || (await countAttempt(tx, buildNotifiedKey(name, period), ONE_NOTIFICATION)) > 0) return
  for (const to of await adminEmails(tx)) await mail.enqueue(tx, buildSiteWideLimitReachedEmail(to, { siteWideLimit, period }))
}

/** Returns the site-wide limits that were reached in the last day. */
export async function listReachedSiteWideLimits(db: DatabaseReader): Promise<ReachedSiteWideLimit[]> {
  const all = Object.entries<RateLimit>(rateLimits).flatMap(([name, { siteWideLimit }]) =>
    siteWideLimit ? siteWideLimitPeriods.map((period) => ({ key: buildNotifiedKey(name, period), period, siteWideLimit })) : [],
  )
  const keys = all.map(({ key }) => key)
  const rows = await db.selectFrom('attempt_counter').selectAll().where('key', 'in', keys).execute()
  return all.flatMap(({ key, period, siteWideLimit: { of, page, ...most } }) => {
    const row = rows.find((one) => one.key === key && one.window_ends_at > Date.now())
    return row ? [{ of, page, period, most: most[period], reachedAt: row.window_ends_at - SITE_WIDE_LIMIT_SHOWN_MS }] : []
  })
}

const buildSiteWideLimitReachedEmail = defineEmail<{ siteWideLimit: SiteWideLimit; period: SiteWideLimitPeriod }>({
  name: 'too-many-forms',
  title: 'Too many forms',
  audience: 'admin',
  sentWhen: 'Visitors send more forms than the site accepts. At most one a day.',
  sample: { siteWideLimit: rateLimits.message.siteWideLimit, period: 'hour' },
  compose: ({ siteWideLimit: { of, page, ...most }, period }) => ({
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

import {
  type Ceiling,
  type Limit,
  type LimitName,
  limits,
  PERIOD_SECONDS,
  type Period,
  periods,
} from '../../contract/grammar/limits.ts'
import type { ReachedLimit } from '../../contract/operations/reached-limits.ts'
import type { Mail, Outgoing } from '../mail/mail.ts'
import type { Reader } from '../platform/db/tables.ts'
import type { Tx } from '../platform/db/write.ts'
import { takeAttempt } from './store.ts'

export type Notifying = {
  mail: Pick<Mail, 'post' | 'wake'>
  /** The recipients of the email about a reached ceiling. */
  adminEmails: (tx: Tx) => Promise<string[]>
  /** The site's origin, for links. */
  origin: string
}

/** How long a reached ceiling stays an action item, without another email, in ms. */
export const CEILING_SHOWN_FOR = PERIOD_SECONDS.day * 1000
const ONCE = { most: 1, window: CEILING_SHOWN_FOR, free: 1, firstPause: 0 }

/** Returns the key that counts the calls of all visitors together. */
export function ceilingKey(name: LimitName, period: Period): string {
  return `${name} in all, ${period}`
}

function toldKey(name: string, period: Period): string {
  return `told ${ceilingKey(name as LimitName, period)}`
}

/** Emails the admins that visitors reached a ceiling: once a day for each ceiling, over all processes. */
export async function notifyOwner(
  tx: Tx,
  { mail, adminEmails, origin }: Notifying,
  { name, period }: { name: LimitName; period: Period },
): Promise<void> {
  const { ceiling }: Limit = limits[name]
  if (!ceiling || (await takeAttempt(tx, toldKey(name, period), ONCE)) > 0) return
  for (const to of await adminEmails(tx)) await mail.post(tx, ceilingMail(to, ceiling, period, origin))
}

/** Returns the ceilings that were reached in the last day. */
export async function listReached(db: Reader): Promise<ReachedLimit[]> {
  const all = Object.entries<Limit>(limits).flatMap(([name, { ceiling }]) =>
    ceiling ? periods.map((period) => ({ key: toldKey(name, period), period, ceiling })) : [],
  )
  const keys = all.map(({ key }) => key)
  const rows = await db.selectFrom('attempt_limit').selectAll().where('key', 'in', keys).execute()
  return all.flatMap(({ key, period, ceiling: { of, page, ...most } }) => {
    const row = rows.find((one) => one.key === key && one.window_ends_at > Date.now())
    return row ? [{ of, page, period, most: most[period], reachedAt: row.window_ends_at - CEILING_SHOWN_FOR }] : []
  })
}

function ceilingMail(to: string, { of, page, ...most }: Ceiling, period: Period, origin: string): Outgoing {
  const text = `Visitors sent ${most[period]} ${of} to your site within one ${period}. That is the limit, so the site refuses more until the ${period} is over.

Customers who are logged in aren't affected. Look at what came in:

${origin}${page}

This is nearly always a program that fills in forms. Nothing is broken, and you don't have to do anything. We write at most once a day about this.`
  return { to, subject: `Your site received too many ${of}`, text }
}

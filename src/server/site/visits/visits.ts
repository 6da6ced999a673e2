import type { Business } from '../../../contract/content/business.ts'
import { businessDay } from '../../../contract/grammar/business-days.ts'
import { type PublicPage, publicPages } from '../../../contract/grammar/public-pages.ts'
import { type CountedEvent, VISIT_DAYS } from '../../../contract/site/visits.ts'
import type { Database } from '../../platform/db/db.ts'
import type { Reader } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/write.ts'
import type { Handled } from '../../platform/http/http.ts'
import { inLogContext } from '../../platform/log/log-context.ts'
import type { Api, Module } from '../../platform/module.ts'
import { visitHandlers } from './handlers.ts'
import { ALL_PAGES, addCounts, countsOfDays, removeBefore, visitsOfPages } from './store.ts'

export { isVisit, mayBeCounted } from './is-visit.ts'

export type Visits = Api<typeof createVisits>

type Parts = {
  database: Database
  /** Whose days are counted. */
  businessIn: (db: Reader) => Promise<Business>
  problem: (error: unknown, sentence: string) => void
}

/** Every time zone is a whole number of these from any other, in ms. */
const QUARTER_HOUR = 900_000
/** How long counts are in memory alone, in ms: what a process that is killed loses. */
const WRITE_EVERY = 10_000
/** How long totals are kept, and how many days of what is older are removed at a time. */
const KEPT_MONTHS = 25
const REMOVED_AT_ONCE = 7

/** How often what was asked for in one quarter of an hour, by its subject: a page's path, or the name of an event. */
type Counts = Map<string, number>

/**
 * How often pages are visited, and what comes of it, as totals of days (docs/decisions/0059). A page costs an addition in
 * memory; the totals are written together now and then, added to those of other processes, and at the end.
 */
export function createVisits({ database: { read, write }, businessIn, problem }: Parts) {
  let counted = new Map<number, Counts>()
  let quarter = 0
  let current: Counts = new Map()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  let cleanedOn = ''

  /** Which day it is, is asked when it is written: the business's clocks may have been set to another zone. */
  function count(subject: string): void {
    const now = Math.floor(Date.now() / QUARTER_HOUR)
    if (now !== quarter || !counted.has(now)) {
      quarter = now
      current = counted.get(now) ?? new Map()
      counted.set(now, current)
    }
    current.set(subject, (current.get(subject) ?? 0) + 1)
    timer ??= setTimeout(() => inLogContext({ job: 'visits' }, () => void writeDown().catch(later)), WRITE_EVERY).unref()
  }

  function later(error: unknown): void {
    problem(error, 'visits could not be written down, and are counted with the next ones')
  }

  /** One after the other, so that nothing is under way twice. Rejects where the database cannot be written; nothing is lost then. */
  function writeDown(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.catch(() => {}).then(writeAll)
    return writing
  }

  async function writeAll(): Promise<void> {
    const taken = counted
    counted = new Map()
    if (taken.size === 0) return
    try {
      const { timeZone } = await businessIn(read)
      const today = businessDay(timeZone, Date.now())
      await write(async (tx) => {
        await addCounts(tx, perDay(taken, timeZone))
        if (cleanedOn !== today) await removeBefore(tx, monthsBefore(today, KEPT_MONTHS), REMOVED_AT_ONCE)
      })
      cleanedOn = today
    } catch (error) {
      putBack(taken)
      throw error
    }
  }

  function putBack(taken: ReadonlyMap<number, Counts>): void {
    for (const [at, counts] of taken) {
      const since = counted.get(at)
      for (const [subject, more] of since ?? []) counts.set(subject, (counts.get(subject) ?? 0) + more)
      counted.set(at, counts)
    }
    quarter = 0
  }

  const visits = {
    /** A page that was shown; `address` is one at which there is a page, so that made-up ones fill nothing. */
    countPage: (address: string): void => count(others.get(address) ?? address),

    /** Something that happened without a transaction of its own. */
    count: (event: CountedEvent): void => count(event),

    /** Something that is written down anyway: counted if and only if that is. */
    async countIn(tx: Tx, event: CountedEvent): Promise<void> {
      const { timeZone } = await businessIn(tx)
      await addCounts(tx, [{ day: businessDay(timeZone, Date.now()), subject: event, count: 1 }])
    },

    /** The last days, with what this process has counted until now. */
    async totals() {
      await writeDown()
      return totalsOfDays(read, (await businessIn(read)).timeZone)
    },
  }
  return {
    ...visits,
    name: 'site/visits',
    handlers: (): Handled[] => visitHandlers(visits),
    stateTables: ['daily_count'],
    /** Writes the counts that are in memory. */
    close: (): Promise<void> => writeDown().catch(later),
  } satisfies Module
}

async function totalsOfDays(read: Reader, timeZone: string) {
  const days = lastDays(businessDay(timeZone, Date.now()), VISIT_DAYS)
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const [counts, pages] = await Promise.all([countsOfDays(read, first, last), visitsOfPages(read, first, last)])
  const ofDays = new Map(counts.map(({ day, subject, count }) => [`${day} ${subject}`, count]))
  const of = (subject: CountedEvent | typeof ALL_PAGES, day: string) => ofDays.get(`${day} ${subject}`) ?? 0
  return {
    days: days.map((day) => ({
      day,
      visits: of(ALL_PAGES, day),
      messages: of('messages', day),
      ordersStarted: of('ordersStarted', day),
      ordersPaid: of('ordersPaid', day),
    })),
    pages,
  }
}

function perDay(counted: ReadonlyMap<number, Counts>, timeZone: string) {
  const totals = new Map<string, { day: string; subject: string; count: number }>()
  for (const [quarter, counts] of counted) {
    const day = businessDay(timeZone, quarter * QUARTER_HOUR)
    for (const [subject, count] of counts) {
      const key = `${day} ${subject}`
      totals.set(key, { day, subject, count: count + (totals.get(key)?.count ?? 0) })
    }
  }
  return [...totals.values()]
}

/** The page at its other address is the same page. */
const others = new Map<string, string>(publicPages.flatMap(({ path, also }: PublicPage) => (also ? [[also, path] as const] : [])))

/** The last so many days, this one last. */
function lastDays(today: string, count: number): string[] {
  const last = Date.parse(`${today}T00:00Z`)
  return Array.from({ length: count }, (_, index) => isoDay(last - (count - 1 - index) * 86_400_000))
}

/** The same day so many months ago, or the first of the month after where that had none. */
function monthsBefore(day: string, months: number): string {
  const date = new Date(`${day}T00:00Z`)
  date.setUTCMonth(date.getUTCMonth() - months)
  return isoDay(date.getTime())
}

function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

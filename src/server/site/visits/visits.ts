import type { Business } from '../../../contract/content/business-facts.ts'
import { toBusinessDay } from '../../../contract/core/business-calendar.ts'
import { type PublicPage, publicPages } from '../../../contract/core/public-pages.ts'
import { type CountedEvent, VISIT_REPORT_DAYS } from '../../../contract/site/visits.ts'
import type { Tx } from '../../platform/db/database-writer.ts'
import type { Database } from '../../platform/db/open-database.ts'
import type { DatabaseReader } from '../../platform/db/tables.ts'
import type { EndpointHandler } from '../../platform/http/register-api.ts'
import { runInLogContext } from '../../platform/log/log-context.ts'
import type { ModuleApi, ServerModule } from '../../platform/module.ts'
import { visitHandlers } from './handlers.ts'
import { ALL_PAGES, addDailyCounts, deleteCountsBefore, sumDailyCounts, sumPageVisits } from './store.ts'

export { allowsTracking, isVisit } from './is-visit.ts'

export type Visits = ModuleApi<typeof createVisits>

type Dependencies = {
  database: Database
  /** Whose days are counted. */
  loadBusiness: (db: DatabaseReader) => Promise<Business>
  problem: (error: unknown, sentence: string) => void
}

/** Every time zone is a whole number of these from any other, in ms. */
const QUARTER_HOUR_MS = 900_000
/** How long counts are in memory alone, in ms: what a process that is killed loses. */
const FLUSH_INTERVAL_MS = 10_000
/** How long totals are kept, and how many days of what is older are removed at a time. */
const RETENTION_MONTHS = 25
const MAX_REMOVED_DAYS = 7

/** How often what was asked for in one quarter of an hour, by its subject: a page's path, or the name of an event. */
type SubjectCounts = Map<string, number>

/**
 * How often pages are visited, and what comes of it, as totals of days (docs/decisions/0059). A page costs an addition in
 * memory; the totals are written together now and then, added to those of other processes, and at the end.
 */
export function createVisits({ database: { read, write }, loadBusiness, problem }: Dependencies) {
  let countsByQuarter = new Map<number, SubjectCounts>()
  let quarter = 0
  let currentCounts: SubjectCounts = new Map()
  let timer: NodeJS.Timeout | undefined
  let pendingFlush: Promise<void> = Promise.resolve()
  let lastCleanedDay = ''

  /** Which day it is, is asked when it is written: the business's clocks may have been set to another zone. */
  function count(subject: string): void {
    const now = Math.floor(Date.now() / QUARTER_HOUR_MS)
    if (now !== quarter || !countsByQuarter.has(now)) {
      quarter = now
      currentCounts = countsByQuarter.get(now) ?? new Map()
      countsByQuarter.set(now, currentCounts)
    }
    currentCounts.set(subject, (currentCounts.get(subject) ?? 0) + 1)
    timer ??= setTimeout(
      () => runInLogContext({ job: 'visits' }, () => void flush().catch(logFailure)),
      FLUSH_INTERVAL_MS,
    ).unref()
  }

  function logFailure(error: unknown): void {
    problem(error, 'visits could not be written down, and are counted with the next ones')
  }

  /** One after the other, so that nothing is under way twice. Rejects where the database cannot be written; nothing is lost then. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    pendingFlush = pendingFlush.catch(() => {}).then(flushCounts)
    return pendingFlush
  }

  async function flushCounts(): Promise<void> {
    const flushedCounts = countsByQuarter
    countsByQuarter = new Map()
    if (flushedCounts.size === 0) return
    try {
      const { timeZone } = await loadBusiness(read)
      const today = toBusinessDay(timeZone, Date.now())
      await write(async (tx) => {
        await addDailyCounts(tx, sumPerDay(flushedCounts, timeZone))
        if (lastCleanedDay !== today) await deleteCountsBefore(tx, subtractMonths(today, RETENTION_MONTHS), MAX_REMOVED_DAYS)
      })
      lastCleanedDay = today
    } catch (error) {
      restoreCounts(flushedCounts)
      throw error
    }
  }

  function restoreCounts(flushedCounts: ReadonlyMap<number, SubjectCounts>): void {
    for (const [at, counts] of flushedCounts) {
      const newCounts = countsByQuarter.get(at)
      for (const [subject, addedCount] of newCounts ?? []) counts.set(subject, (counts.get(subject) ?? 0) + addedCount)
      countsByQuarter.set(at, counts)
    }
    quarter = 0
  }

  const visits = {
    /** A page that was shown; `address` is one at which there is a page, so that made-up ones fill nothing. */
    countPage: (path: string): void => count(canonicalPaths.get(path) ?? path),

    /** Something that happened without a transaction of its own. */
    count: (event: CountedEvent): void => count(event),

    /** Something that is written down anyway: counted if and only if that is. */
    async countInTransaction(tx: Tx, event: CountedEvent): Promise<void> {
      const { timeZone } = await loadBusiness(tx)
      await addDailyCounts(tx, [{ day: toBusinessDay(timeZone, Date.now()), subject: event, count: 1 }])
    },

    /** The last days, with what this process has counted until now. */
    async loadTotals() {
      await flush()
      return loadDailyTotals(read, (await loadBusiness(read)).timeZone)
    },
  }
  return {
    ...visits,
    name: 'site/visits',
    handlers: (): EndpointHandler[] => visitHandlers(visits),
    stateTables: ['daily_count'],
    /** Writes the counts that are in memory. */
    close: (): Promise<void> => flush().catch(logFailure),
  } satisfies ServerModule
}

async function loadDailyTotals(read: DatabaseReader, timeZone: string) {
  const days = listLastDays(toBusinessDay(timeZone, Date.now()), VISIT_REPORT_DAYS)
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const [counts, pages] = await Promise.all([sumDailyCounts(read, first, last), sumPageVisits(read, first, last)])
  const countsByKey = new Map(counts.map(({ day, subject, count }) => [`${day} ${subject}`, count]))
  const getCount = (subject: CountedEvent | typeof ALL_PAGES, day: string) => countsByKey.get(`${day} ${subject}`) ?? 0
  return {
    days: days.map((day) => ({
      day,
      visits: getCount(ALL_PAGES, day),
      messages: getCount('messages', day),
      ordersStarted: getCount('ordersStarted', day),
      ordersPaid: getCount('ordersPaid', day),
    })),
    pages,
  }
}

function sumPerDay(countsByQuarter: ReadonlyMap<number, SubjectCounts>, timeZone: string) {
  const totalsByKey = new Map<string, { day: string; subject: string; count: number }>()
  for (const [quarter, counts] of countsByQuarter) {
    const day = toBusinessDay(timeZone, quarter * QUARTER_HOUR_MS)
    for (const [subject, count] of counts) {
      const key = `${day} ${subject}`
      totalsByKey.set(key, { day, subject, count: count + (totalsByKey.get(key)?.count ?? 0) })
    }
  }
  return [...totalsByKey.values()]
}

/** The page at its other address is the same page. */
const canonicalPaths = new Map<string, string>(
  publicPages.flatMap(({ path, alternatePath: also }: PublicPage) => (also ? [[also, path] as const] : [])),
)

/** The last so many days, this one last. */
function listLastDays(today: string, count: number): string[] {
  const last = Date.parse(`${today}T00:00Z`)
  return Array.from({ length: count }, (_, index) => formatIsoDay(last - (count - 1 - index) * 86_400_000))
}

/** The same day so many months ago, or the first of the month after where that had none. */
function subtractMonths(day: string, months: number): string {
  const date = new Date(`${day}T00:00Z`)
  date.setUTCMonth(date.getUTCMonth() - months)
  return formatIsoDay(date.getTime())
}

function formatIsoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

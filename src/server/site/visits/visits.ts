import { toBusinessDay } from '#contract/core/business-calendar.ts'
import { type PublicPage, publicPages } from '#contract/core/public-pages.ts'
import { type ConversionEvent, getVisitTotalsEndpoint, VISIT_REPORT_DAYS } from '#contract/site/visits.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { Database } from '#platform/db/open-database.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import { runInLogContext } from '#platform/log/log-context.ts'
import type { LogProblem } from '#platform/log/module-log-types.ts'
import type { ModuleFunctions, ServerModule } from '#platform/module.ts'
import { loadBusiness } from '../../content/business/business.ts'
import {
  ALL_PAGES_VISITS_SUBJECT,
  addDailyVisitCounts,
  deleteOldDailyCounts,
  listPagesByVisits,
  sumCountsByDay,
} from './store.ts'

export { allowsTracking, isVisit } from './is-visit.ts'

export type VisitsModule = ModuleFunctions<typeof createVisitsModule>

type Dependencies = {
  database: Database
  problem: LogProblem
}

/** All time zones differ by whole quarter hours, so each quarter hour belongs to one day in every zone. */
const QUARTER_HOUR_MS = 900_000
/** A killed process loses the counts of this interval, in ms. */
const FLUSH_INTERVAL_MS = 10_000
const RETENTION_MONTHS = 25
const MAX_REMOVED_DAYS = 7

/** Counts by subject: the path of a page, or the name of an event. */
type SubjectCounts = Map<string, number>

/**
 * Creates the module that counts visits and events per day (docs/decisions/0059). It counts in memory and adds to the
 * stored counts every FLUSH_INTERVAL_MS and at close.
 */
export function createVisitsModule({ database: { read, write }, problem }: Dependencies) {
  let countsByQuarter = new Map<number, SubjectCounts>()
  let quarter = 0
  let currentCounts: SubjectCounts = new Map()
  let timer: NodeJS.Timeout | undefined
  let pendingFlush: Promise<void> = Promise.resolve()
  let lastCleanedDay = ''

  /** Counts per quarter hour. `flush` finds the day, because the owner may change the time zone. */
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
    problem(error, 'The server could not save visit counts. It tries again with the next ones.')
  }

  /** Runs one flush after the other. Rejects if the write fails, and keeps the counts. */
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
        await addDailyVisitCounts(tx, sumPerDay(flushedCounts, timeZone))
        if (lastCleanedDay !== today) await deleteOldDailyCounts(tx, subtractMonths(today, RETENTION_MONTHS), MAX_REMOVED_DAYS)
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
    /** Counts a shown page. Callers pass only paths of existing pages, so that invented paths use no memory. */
    countPage: (path: string): void => count(canonicalPaths.get(path) ?? path),

    /** Counts an event that has no transaction. */
    count: (event: ConversionEvent): void => count(event),
  }

  const handlers = [
    defineHandler(getVisitTotalsEndpoint, async () => {
      // The totals include this process's counts.
      await flush()
      return loadDailyTotals(read, (await loadBusiness(read)).timeZone)
    }),
  ]

  return {
    ...visits,
    name: 'site/visits',
    handlers,
    stateTables: ['daily_count'],
    noPersonalData: 'Counts of page views. No row belongs to a visitor.',
    close: (): Promise<void> => flush().catch(logFailure),
  } satisfies ServerModule
}

/** Counts an event if and only if its transaction commits. */
export async function countEventInTransaction(tx: Tx, event: ConversionEvent): Promise<void> {
  const { timeZone } = await loadBusiness(tx)
  await addDailyVisitCounts(tx, [{ day: toBusinessDay(timeZone, Date.now()), subject: event, count: 1 }])
}

async function loadDailyTotals(read: DatabaseReader, timeZone: string) {
  const days = listLastDays(toBusinessDay(timeZone, Date.now()), VISIT_REPORT_DAYS)
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const [counts, pages] = await Promise.all([sumCountsByDay(read, first, last), listPagesByVisits(read, first, last)])
  const countsByKey = new Map(counts.map(({ day, subject, count }) => [`${day} ${subject}`, count]))
  const getCount = (subject: ConversionEvent | typeof ALL_PAGES_VISITS_SUBJECT, day: string) =>
    countsByKey.get(`${day} ${subject}`) ?? 0
  return {
    days: days.map((day) => ({
      day,
      visits: getCount(ALL_PAGES_VISITS_SUBJECT, day),
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

const canonicalPaths = new Map<string, string>(
  publicPages.flatMap(({ path, alternatePath }: PublicPage) => (alternatePath ? [[alternatePath, path] as const] : [])),
)

/** Ends with `today`. */
function listLastDays(today: string, count: number): string[] {
  const last = Date.parse(`${today}T00:00Z`)
  return Array.from({ length: count }, (_, index) => formatIsoDay(last - (count - 1 - index) * 86_400_000))
}

/** Returns the same day in an earlier month. If that month is too short, returns a day early in the next month. */
function subtractMonths(day: string, months: number): string {
  const date = new Date(`${day}T00:00Z`)
  date.setUTCMonth(date.getUTCMonth() - months)
  return formatIsoDay(date.getTime())
}

function formatIsoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

import { getInstantOfLocalTime, toBusinessDay } from '../core/business-calendar.ts'
import { daysOfWeek, type OpeningHoursSpan, type OpeningTimeRange } from '../core/opening-hours.ts'
import { getWorkMonthDate } from './work-month-calendar.ts'

/** By when the business answers a client's message (P-355). */
export type AnswerPromise = {
  hours: readonly OpeningHoursSpan[]
  timeZone: string
  /** In days on which the business is open, from 1. */
  businessDays: number
}

/** Opening and closing in epoch ms. */
type OpenSpan = { opens: number; closes: number }

const HOUR = 3_600_000
/** An answer that is later than this counts as this late, so that an old message costs no more than a new one. */
const MAX_DAYS = 60
const OFFICE_DAYS: readonly string[] = daysOfWeek.slice(0, 5)
const OFFICE_HOURS: readonly OpeningTimeRange[] = [{ opens: '09:00', closes: '17:00' }]

/**
 * Returns how many opening hours are left to answer a message of `sentAt` (epoch ms) in time. Below 0, the answer is that
 * many opening hours late. The deadline is as far into its day as the message was into its own.
 */
export function countHoursToAnswer(sentAt: number, promise: AnswerPromise, now: number): number {
  const deadline = getAnswerDeadline(sentAt, promise)
  return now <= deadline ? countOpenHours(now, deadline, promise) : -countOpenHours(deadline, now, promise)
}

function getAnswerDeadline(sentAt: number, promise: AnswerPromise): number {
  let [first, daysLeft] = [undefined as OpenSpan[] | undefined, promise.businessDays]
  for (const day of walkOpenDays(sentAt, promise)) {
    const [opens, closes] = [day[0]?.opens ?? sentAt, day.at(-1)?.closes ?? sentAt]
    if (first && daysLeft-- === 1) return Math.min(closes, opens + Math.max(0, sentAt - (first[0]?.opens ?? sentAt)))
    if (!first && closes > sentAt) first = day
  }
  return sentAt
}

function countOpenHours(from: number, to: number, promise: AnswerPromise): number {
  let open = 0
  for (const day of walkOpenDays(from, promise)) {
    if ((day[0]?.opens ?? to) >= to) break
    for (const { opens, closes } of day) open += Math.max(0, Math.min(closes, to) - Math.max(opens, from))
  }
  return open / HOUR
}

/** Yields the days with opening hours, from the day of `at` on. A business without readable hours keeps office hours. */
function* walkOpenDays(at: number, { hours, timeZone }: AnswerPromise): Generator<OpenSpan[]> {
  const hasHours = hours.some((span) => span.days.length > 0 && Array.isArray(span.hours) && span.hours.length > 0)
  const first = toBusinessDay(timeZone, at)
  for (let nth = 1; nth <= MAX_DAYS; nth++) {
    const day = getWorkMonthDate(first, nth)
    const name = daysOfWeek[(new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7] ?? 'Monday'
    const officeHours = OFFICE_DAYS.includes(name) ? OFFICE_HOURS : 'closed'
    const ofDay = hasHours ? hours.find(({ days }) => days.includes(name))?.hours : officeHours
    if (!ofDay || typeof ofDay === 'string' || ofDay.length === 0) continue
    yield ofDay.map(({ opens, closes }) => ({
      opens: getInstant(timeZone, day, opens),
      closes: getInstant(timeZone, day, closes),
    }))
  }
}

function getInstant(timeZone: string, day: string, time: string): number {
  if (time === '24:00') return getInstantOfLocalTime(timeZone, getWorkMonthDate(day, 2), '00:00')
  return getInstantOfLocalTime(timeZone, day, time)
}

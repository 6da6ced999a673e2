import { LAST_DAY_OF_WORK_MONTH } from '../content/kinds/deliverable-template.ts'

/** The five steps of the month, as the pricing page tells them. Days count from the day the month starts. */
export const workMonthSteps = [
  { title: 'Your answers', days: null },
  { title: 'Access', days: null },
  { title: 'Audit', days: { from: 6, to: 10 } },
  { title: 'The work', days: { from: 11, to: 25 } },
  { title: 'Report', days: { from: 26, to: 30 } },
] as const

/** Returns the date of a day of the month of work: day 1 is `startsOn`, such as 2026-11-23. */
export function getWorkMonthDate(startsOn: string, day: number): string {
  const date = new Date(`${startsOn}T00:00Z`)
  date.setUTCDate(date.getUTCDate() + day - 1)
  return date.toISOString().slice(0, 10)
}

/** Returns the last day of the month of work. */
export function getWorkMonthEnd(startsOn: string): string {
  return getWorkMonthDate(startsOn, LAST_DAY_OF_WORK_MONTH)
}

import { getDateTimeFormat } from '../../../../contract/core/date-time-format.ts'

/** Formats a day such as `2026-11-30`: `Nov 30, 2026`. */
export function formatDay(day: string): string {
  return getDateTimeFormat({ timeZone: 'UTC', dateStyle: 'medium' }).format(new Date(day))
}

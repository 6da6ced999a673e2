import { formatDateTime, formatDateWithWeekday } from '#contract/core/format-date-time.ts'
import { useBusinessTimeZone } from './admin-layout-data.ts'

/** Shows a date and time (epoch ms) in the business's time zone. */
export function DateTime({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{formatDateTime(useBusinessTimeZone(), at)}</time>
}

/** Shows a day (epoch ms) in the business's time zone. */
export function LongDate({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{formatDateWithWeekday(useBusinessTimeZone(), at)}</time>
}

import { formatDate, formatDateTimeWithZone } from '#contract/core/format-date-time.ts'
import { useBusinessFacts } from '../layout/use-site-frame-content.ts'

/** Shows a moment (epoch ms) in the business's time zone, with the zone's name. */
export function FormattedBusinessTime({ at }: { at: number }) {
  const { timeZone } = useBusinessFacts()
  return <time dateTime={new Date(at).toISOString()}>{formatDateTimeWithZone(timeZone, at)}</time>
}

/** Shows the day of a moment (epoch ms) in the business's time zone. */
export function FormattedBusinessDate({ at }: { at: number }) {
  const { timeZone } = useBusinessFacts()
  return <time dateTime={new Date(at).toISOString()}>{formatDate(timeZone, at)}</time>
}

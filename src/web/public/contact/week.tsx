import type { Business } from '../../../contract/business.ts'
import { days } from '../../../contract/opening-hours.ts'

/** When the business is open: a bar with a gap for each closed day, and the owner's own words. */
export function Week({ hours }: Pick<Business, 'hours'>) {
  const open = days.filter((day) => hours.some((span) => span.opens && span.days.includes(day)))
  return (
    <div>
      <h2>Working time</h2>
      <div className="week" role="img" aria-label={open.length > 0 ? `Open on ${inWords(open)}` : 'Closed all week'}>
        {days.map((day) => (
          <span key={day} className={open.includes(day) ? 'open' : undefined}>
            {day.slice(0, 3)}
          </span>
        ))}
      </div>
      <p className="hours">
        {hours.map(({ text }) => (
          <span key={text}>{text}</span>
        ))}
      </p>
    </div>
  )
}

function inWords(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names)
}

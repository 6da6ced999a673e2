import type { Business } from '../../../contract/business.ts'
import { days } from '../../../contract/opening-hours.ts'
import { timeZoneInWords } from '../../../contract/time-zone.ts'

const LOOKS = { open: 'open', byAppointment: 'asked', closed: undefined }

/** When the business is open: a bar with a gap for each closed day, and the hours in words. */
export function Week({ business: { hours, timeZone, isTimeZoneGiven } }: { business: Business }) {
  const stateOf = (day: (typeof days)[number]) => {
    const told = hours.find((span) => span.days.includes(day))?.hours ?? 'closed'
    return typeof told === 'string' ? told : 'open'
  }
  const those = (state: keyof typeof LOOKS) => days.filter((day) => stateOf(day) === state)
  const said = [
    those('open').length > 0 && `Open on ${inWords(those('open'))}`,
    those('byAppointment').length > 0 && `By appointment on ${inWords(those('byAppointment'))}`,
  ].filter(Boolean)
  return (
    <div>
      <h2>Working time</h2>
      <div className="week" role="img" aria-label={said.join('. ') || 'Closed all week'}>
        {days.map((day) => (
          <span key={day} className={LOOKS[stateOf(day)]}>
            {day.slice(0, 3)}
          </span>
        ))}
      </div>
      <p className="hours">
        {hours.map(({ text }) => (
          <span key={text}>{text}</span>
        ))}
        {isTimeZoneGiven && <span className="zone">{timeZoneInWords(timeZone)}</span>}
      </p>
    </div>
  )
}

function inWords(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names)
}

import type { ReplyOf } from '../../../contract/grammar/endpoint.ts'
import type { visitTotals } from '../../../contract/site/visits.ts'
import { dayName } from '../shell/months.ts'
import { ticksFor } from './chart.ts'

export type CountedDay = ReplyOf<typeof visitTotals>['days'][number]

/** In pixels: the room above for the highest number, the bars, and the days below. */
const ABOVE = 16
const PLOT = 96
const BELOW = 26
const BOTTOM = ABOVE + PLOT

/** A bar for each day, today's paler, since it is not over. As wide as there is room. */
export function VisitsChart({ days }: { days: readonly CountedDay[] }) {
  const most = ticksFor(Math.max(0, ...days.map(({ visits }) => visits))).at(-1) ?? 1
  const share = (columns: number) => `${(columns / days.length) * 100}%`
  return (
    <div className="sales-chart" role="img" aria-label={visitsInWords(days)}>
      <svg width="44" height={BOTTOM + BELOW} aria-hidden="true">
        <text x="36" y={ABOVE + 4} textAnchor="end">
          {most}
        </text>
        <text x="36" y={BOTTOM + 4} textAnchor="end">
          0
        </text>
      </svg>
      <svg width="100%" height={BOTTOM + BELOW} aria-hidden="true">
        <line x2="100%" y1={ABOVE} y2={ABOVE} className="grid-line" />
        {days.map(({ day, visits }, nth) => {
          const height = (visits / most) * PLOT
          return <rect key={day} x={share(nth + 0.12)} width={share(0.76)} y={BOTTOM - height} height={height} />
        })}
        <line x2="100%" y1={BOTTOM} y2={BOTTOM} className="ground" />
        <text x="0" y={BOTTOM + 20}>
          {dayName(days[0]?.day ?? '')}
        </text>
        <text x="100%" y={BOTTOM + 20} textAnchor="end" className="current">
          Today
        </text>
      </svg>
    </div>
  )
}

/** The chart in a sentence, for those who hear it. */
export function visitsInWords(days: readonly CountedDay[]): string {
  const most = Math.max(0, ...days.map(({ visits }) => visits))
  const best = days.findLast(({ visits }) => visits === most)
  const span = `Visits by day, ${dayName(days[0]?.day ?? '')} to ${dayName(days.at(-1)?.day ?? '')}.`
  return most === 0 || !best ? `${span} Nobody visited.` : `${span} Most on ${dayName(best.day)}: ${most}.`
}

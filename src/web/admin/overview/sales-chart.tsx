import { dollarsAndCents } from '../../../contract/grammar/money.ts'
import { monthName } from '../shell/months.ts'
import { bestMonth, chartInWords, type Month, shortAmount, stepArea, stepPath, ticksFor } from './chart.ts'

/** In pixels: the room above the plot for the best month's amount, the plot itself, and below it the months. */
const ABOVE = 24
const PLOT = 164
const BELOW = 26
const BOTTOM = ABOVE + PLOT

/** Sales as a stepped area; the month that is not over is hatched. As wide as there is room, and its letters never stretched. */
export function SalesChart({ months }: { months: readonly Month[] }) {
  const ticks = ticksFor(Math.max(0, ...months.map(({ sales }) => Number(sales))))
  const most = ticks.at(-1) ?? 1
  const heightOf = (dollars: number) => BOTTOM - (dollars / most) * PLOT
  const tops = months.map(({ sales }) => heightOf(Number(sales)))
  const share = (columns: number) => `${(columns / months.length) * 100}%`
  const best = bestMonth(months)
  const last = months.length - 1
  return (
    <div className="sales-chart" role="img" aria-label={chartInWords(months)}>
      <svg width="44" height={BOTTOM + BELOW} aria-hidden="true">
        {best !== -1 &&
          ticks.map((tick) => (
            <text key={tick} x="36" y={heightOf(tick) + 4} textAnchor="end">
              {shortAmount(tick)}
            </text>
          ))}
      </svg>
      <svg width="100%" height={BOTTOM + BELOW} aria-hidden="true">
        <defs>
          <pattern id="unfinished" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <path d="M0 0V7" className="hatch" />
          </pattern>
        </defs>
        {best !== -1 &&
          ticks
            .slice(1)
            .map((tick) => <line key={tick} x2="100%" y1={heightOf(tick)} y2={heightOf(tick)} className="grid-line" />)}
        <svg
          viewBox={`0 0 ${months.length} ${BOTTOM}`}
          preserveAspectRatio="none"
          width="100%"
          height={BOTTOM}
          aria-hidden="true"
        >
          <path d={stepArea(tops.slice(0, last), BOTTOM)} className="area" />
        </svg>
        {tops.slice(1).map((top, index) => (
          <line
            key={months[index]?.month}
            x1={share(index + 1)}
            x2={share(index + 1)}
            y1={Math.max(top, tops[index] ?? top)}
            y2={BOTTOM}
            className="column-line"
          />
        ))}
        <rect x={share(last)} y={tops[last]} width={share(1)} height={BOTTOM - (tops[last] ?? BOTTOM)} fill="url(#unfinished)" />
        <line x2="100%" y1={BOTTOM} y2={BOTTOM} className="ground" />
        {best !== -1 && (
          <svg
            viewBox={`0 0 ${months.length} ${BOTTOM}`}
            preserveAspectRatio="none"
            width="100%"
            height={BOTTOM}
            aria-hidden="true"
          >
            <path d={stepPath(tops)} className="line" />
          </svg>
        )}
        {months[best] && (
          <>
            <circle cx={share(best + 0.5)} cy={tops[best]} r="5" className="best" />
            <text {...labelPlace(best, last, share)} y={(tops[best] ?? 0) - 11} className="best-amount">
              {dollarsAndCents(months[best].sales).replace(/\.00$/, '')}
            </text>
          </>
        )}
        {months.map(({ month }, index) => (
          <text
            key={month}
            x={share(index + 0.5)}
            y={BOTTOM + 20}
            textAnchor="middle"
            className={index === last ? 'current' : (last - index) % 2 === 1 ? 'every-other' : undefined}
          >
            {monthName(month, 'short')}
          </text>
        ))}
      </svg>
    </div>
  )
}

/** Over its month, and at the ends not beyond them. */
function labelPlace(nth: number, last: number, share: (columns: number) => string) {
  if (nth === 0) return { x: '0', textAnchor: 'start' } as const
  if (nth === last) return { x: '100%', textAnchor: 'end' } as const
  return { x: share(nth + 0.5), textAnchor: 'middle' } as const
}

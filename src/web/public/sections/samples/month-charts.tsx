import type { TextTable } from '#contract/core/text-table.ts'
import { parseLeadingNumber, type SampleTableProps, TextTableView } from './text-table-view.tsx'

const WIDTH = 240
const HEIGHT = 84
/** Space above the highest step for the line and its end point. */
const TOP_MARGIN = 8

/** Renders a stepped line for each column of numbers, and the table below. Each line has its own scale from zero. */
export function MonthCharts({ table, labelledBy }: SampleTableProps) {
  return (
    <>
      <ul className="trends">
        {table.head.slice(1).map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position
          <li key={index}>
            <TrendChart table={table} column={index + 1} name={name} id={`chart-${labelledBy}-${index}`} />
          </li>
        ))}
      </ul>
      <TextTableView table={table} labelledBy={labelledBy} />
    </>
  )
}

type TrendProps = { table: TextTable; column: number; name: string; id: string }

function TrendChart({ table: { rows }, column, name, id }: TrendProps) {
  // Skips cells without a number. A point at zero would be wrong.
  const dataPoints = rows.flatMap((cells) =>
    parseLeadingNumber(cells[column] ?? '') === undefined ? [] : [[cells[0] ?? '', cells[column] ?? '']],
  )
  const [first, last] = [dataPoints[0], dataPoints.at(-1)]
  const steps = buildSteps(dataPoints.map(([, text]) => Math.max(parseLeadingNumber(text ?? '') ?? 0, 0)))
  return (
    <figure>
      <figcaption>
        <b>{last?.[1]}</b> {name}
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby={`${id}-title ${id}-desc`}>
        <title id={`${id}-title`}>{name}</title>
        <desc id={`${id}-desc`}>{dataPoints.map((dataPoint) => dataPoint.join(' ')).join(', ')}</desc>
        <path className="trend-area" d={`M0 ${HEIGHT}${steps.path.replace('M', 'L')}V${HEIGHT}z`} />
        <path className="trend-line" d={steps.path} />
        <path className="trend-base" d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} />
        <circle cx={WIDTH - 5} cy={steps.end} r="4.5" />
      </svg>
      <p aria-hidden="true">
        <span>{first?.join(' ')}</span> <span>{last?.join(' ')}</span>
      </p>
    </figure>
  )
}

/** Builds the path with one step per number. `end` is the height of the last step. */
function buildSteps(numbers: readonly number[]): { path: string; end: number } {
  const maxValue = Math.max(...numbers, 0)
  const heights = numbers.map((number) =>
    roundToTenth(HEIGHT - (maxValue === 0 ? 0 : (number / maxValue) * (HEIGHT - TOP_MARGIN))),
  )
  const stepWidth = WIDTH / numbers.length
  const path = heights.map((y, index) => `${index === 0 ? `M0 ${y}` : `V${y}`}H${roundToTenth(stepWidth * (index + 1))}`)
  return { path: path.join(''), end: heights.at(-1) ?? HEIGHT }
}

function roundToTenth(number: number): number {
  return Math.round(number * 10) / 10
}

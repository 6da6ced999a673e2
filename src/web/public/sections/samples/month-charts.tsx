import type { TextTable } from '../../../../contract/grammar/text-table.ts'
import { type Drawn, numberIn, TableOf } from './figure-table.tsx'

const WIDTH = 240
const HEIGHT = 84
/** Above the highest step, for its line and the point at its end. */
const ABOVE = 8

/** A stepped line for each column of numbers, each on a scale of its own from zero, and the table that they are drawn from. */
export function MonthCharts({ table, labelledBy }: Drawn) {
  return (
    <>
      <ul className="trends">
        {table.head.slice(1).map((name, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is told by its place
          <li key={nth}>
            <Trend table={table} column={nth + 1} name={name} id={`${labelledBy}-${nth}`} />
          </li>
        ))}
      </ul>
      <TableOf table={table} labelledBy={labelledBy} />
    </>
  )
}

type TrendProps = { table: TextTable; column: number; name: string; id: string }

function Trend({ table: { rows }, column, name, id }: TrendProps) {
  // What is no number is not drawn, rather than as none.
  const told = rows.flatMap((cells) =>
    numberIn(cells[column] ?? '') === undefined ? [] : [[cells[0] ?? '', cells[column] ?? '']],
  )
  const [first, last] = [told[0], told.at(-1)]
  const line = steps(told.map(([, text]) => Math.max(numberIn(text ?? '') ?? 0, 0)))
  return (
    <figure>
      <figcaption>
        <b>{last?.[1]}</b> {name}
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby={`${id}-title ${id}-desc`}>
        <title id={`${id}-title`}>{name}</title>
        <desc id={`${id}-desc`}>{told.map((both) => both.join(' ')).join(', ')}</desc>
        <path className="trend-area" d={`M0 ${HEIGHT}${line.path.replace('M', 'L')}V${HEIGHT}z`} />
        <path className="trend-line" d={line.path} />
        <path className="trend-base" d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} />
        <circle cx={WIDTH - 5} cy={line.end} r="4.5" />
      </svg>
      <p aria-hidden="true">
        <span>{first?.join(' ')}</span> <span>{last?.join(' ')}</span>
      </p>
    </figure>
  )
}

/** One step for each number, and how high the last one is. */
function steps(numbers: readonly number[]): { path: string; end: number } {
  const most = Math.max(...numbers, 0)
  const heights = numbers.map((number) => rounded(HEIGHT - (most === 0 ? 0 : (number / most) * (HEIGHT - ABOVE))))
  const wide = WIDTH / numbers.length
  const path = heights.map((y, nth) => `${nth === 0 ? `M0 ${y}` : `V${y}`}H${rounded(wide * (nth + 1))}`)
  return { path: path.join(''), end: heights.at(-1) ?? HEIGHT }
}

function rounded(number: number): number {
  return Math.round(number * 10) / 10
}

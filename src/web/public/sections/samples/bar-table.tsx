import { type Drawn, numberAfter, numberIn, TableOf } from './figure-table.tsx'

/** A table whose second column is drawn: the longest bar is the largest number, or what the column is said to be `of`. */
export function BarTable({ table, labelledBy }: Drawn) {
  const numbers = table.rows.map((cells) => numberIn(cells[1] ?? '') ?? 0)
  const whole = numberAfter('of ', table.head[1] ?? '') ?? Math.max(...numbers)
  return (
    <TableOf
      className="bars"
      table={table}
      labelledBy={labelledBy}
      cell={(text, column) => (column === 1 ? <Bar text={text} part={partOf(numberIn(text) ?? 0, whole)} /> : text)}
    />
  )
}

/** The number, and beside it a bar that is as long in a hundred: the number says it to whoever cannot see the bar. */
function Bar({ text, part }: { text: string; part: number }) {
  return (
    <span className="bar">
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <path d={`M0 0H${part}V1H0z`} />
      </svg>
      {text}
    </span>
  )
}

function partOf(number: number, whole: number): number {
  return whole > 0 ? Math.round(Math.min(Math.max(number / whole, 0), 1) * 1000) / 10 : 0
}

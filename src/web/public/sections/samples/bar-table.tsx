import { parseLeadingNumber, parseNumberInColumnName, type SampleTableProps, TextTableView } from './text-table-view.tsx'

/** Renders the second column as bars. The longest bar is the largest number, or the `of …` number in the column's name. */
export function BarTable({ table, labelledBy }: SampleTableProps) {
  const numbers = table.rows.map((cells) => parseLeadingNumber(cells[1] ?? '') ?? 0)
  const maximum = parseNumberInColumnName('of ', table.head[1] ?? '') ?? Math.max(...numbers)
  return (
    <TextTableView
      className="bars"
      table={table}
      labelledBy={labelledBy}
      renderCell={(text, column) =>
        column === 1 ? <Bar text={text} part={toPercent(parseLeadingNumber(text) ?? 0, maximum)} /> : text
      }
    />
  )
}

/** Shows a number and a bar of that percentage. Screen readers read only the number. */
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

function toPercent(number: number, maximum: number): number {
  return maximum > 0 ? Math.round(Math.min(Math.max(number / maximum, 0), 1) * 1000) / 10 : 0
}

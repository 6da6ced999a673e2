import type { ReactNode } from 'react'
import type { TextTable } from '../../../../contract/grammar/text-table.ts'

export type Drawn = {
  table: TextTable
  /** The id of the heading that names it. */
  labelledBy: string
}

/** A plain table; in a column named “up to 2.5” whatever is above that is marked, in words and not by colour alone. */
export function FigureTable({ table, labelledBy, over }: Drawn & { over: string }) {
  const limits = table.head.map((name) => numberAfter('up to ', name))
  const isOver = (cell: string, column: number) => (numberIn(cell) ?? 0) > (limits[column] ?? Number.POSITIVE_INFINITY)
  return (
    <TableOf
      table={table}
      labelledBy={labelledBy}
      cell={(cell, column) => (
        <>
          {cell}
          {isOver(cell, column) && <span className="over">{over}</span>}
        </>
      )}
    />
  )
}

type TableProps = Drawn & {
  className?: string
  /** Draws a cell; as it is written where unsaid. The first of each row names the row. */
  cell?: (cell: string, column: number) => ReactNode
}

export function TableOf({ table: { head, rows }, labelledBy, className = '', cell = (text) => text }: TableProps) {
  const areNumbers = head.map((_, column) => column > 0 && rows.every((cells) => isNumber(cells[column] ?? '')))
  const isOfWords = className === '' && areNumbers.slice(1).includes(false)
  const classOf = (column: number) => (areNumbers[column] ? 'number' : undefined)
  return (
    <table className={`figure-table ${isOfWords ? 'of-words' : className}`} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          {head.map((name, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is told by its place
            <th key={column} scope="col" className={classOf(column)}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name = '', ...cells], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is told by its place
          <tr key={index}>
            <th scope="row">{name}</th>
            {cells.map((text, nth) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is told by its place
              <td key={nth} className={classOf(nth + 1)} data-name={isOfWords ? head[nth + 1] : undefined}>
                {cell(text, nth + 1)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The number that follows these words in the name of a column: `LCP in s, up to 2.5`. */
export function numberAfter(words: string, name: string): number | undefined {
  const at = name.toLowerCase().lastIndexOf(words)
  return at < 0 ? undefined : numberIn(name.slice(at + words.length))
}

/** The number that a cell holds, such as `1,620`, `4.8 s` or `-3`; none where it begins with something else. */
export function numberIn(cell: string): number | undefined {
  const digits = /^-?\d[\d,]*(\.\d+)?/.exec(cell.trim())?.[0].replaceAll(',', '')
  return digits === undefined ? undefined : Number(digits)
}

/** A number alone, or with its unit. */
function isNumber(cell: string): boolean {
  return /^-?\d[\d,.]* ?(%|ms|s|KB)?$/.test(cell)
}

import type { ReactNode } from 'react'
import type { TextTable } from '../../../../contract/core/text-table.ts'

export type TableViewProps = {
  table: TextTable
  /** The id of the heading that names it. */
  labelledBy: string
}

/** A plain table; in a column named “up to 2.5” whatever is above that is marked, in words and not by colour alone. */
export function FigureTable({ table, labelledBy, overLimitLabel }: TableViewProps & { overLimitLabel: string }) {
  const limits = table.head.map((name) => parseNumberAfter('up to ', name))
  const isOverLimit = (cell: string, column: number) =>
    (parseLeadingNumber(cell) ?? 0) > (limits[column] ?? Number.POSITIVE_INFINITY)
  return (
    <TextTableView
      table={table}
      labelledBy={labelledBy}
      renderCell={(cell, column) => (
        <>
          {cell}
          {isOverLimit(cell, column) && <span className="over">{overLimitLabel}</span>}
        </>
      )}
    />
  )
}

type TableProps = TableViewProps & {
  className?: string
  /** Draws a cell; as it is written where unsaid. The first of each row names the row. */
  renderCell?: (renderCell: string, column: number) => ReactNode
}

export function TextTableView({ table: { head, rows }, labelledBy, className = '', renderCell = (text) => text }: TableProps) {
  const areNumbers = head.map((_, column) => column > 0 && rows.every((cells) => isNumericCell(cells[column] ?? '')))
  const isTextTable = className === '' && areNumbers.slice(1).includes(false)
  const getCellClass = (column: number) => (areNumbers[column] ? 'number' : undefined)
  return (
    <table className={`figure-table ${isTextTable ? 'of-words' : className}`} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          {head.map((name, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is told by its place
            <th key={column} scope="col" className={getCellClass(column)}>
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
              <td key={nth} className={getCellClass(nth + 1)} data-name={isTextTable ? head[nth + 1] : undefined}>
                {renderCell(text, nth + 1)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The number that follows these words in the name of a column: `LCP in s, up to 2.5`. */
export function parseNumberAfter(prefix: string, name: string): number | undefined {
  const at = name.toLowerCase().lastIndexOf(prefix)
  return at < 0 ? undefined : parseLeadingNumber(name.slice(at + prefix.length))
}

/** The number that a cell holds, such as `1,620`, `4.8 s` or `-3`; none where it begins with something else. */
export function parseLeadingNumber(cell: string): number | undefined {
  const digits = /^-?\d[\d,]*(\.\d+)?/.exec(cell.trim())?.[0].replaceAll(',', '')
  return digits === undefined ? undefined : Number(digits)
}

/** A number alone, or with its unit. */
function isNumericCell(cell: string): boolean {
  return /^-?\d[\d,.]* ?(%|ms|s|KB)?$/.test(cell)
}

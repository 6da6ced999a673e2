import type { ReactNode } from 'react'
import type { TextTable } from '#contract/core/text-table.ts'

export type SampleTableProps = {
  table: TextTable
  /** The id of the table's heading. */
  labelledBy: string
}

/** Renders a plain table. In a column with "target: 2.5 s or less", marks larger numbers with text, not only with color. */
export function TextTableWithTargets({ table, labelledBy, overLimitLabel }: SampleTableProps & { overLimitLabel: string }) {
  const limits = table.head.map((name) => parseNumberInColumnName('target: ', name))
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

type TableProps = SampleTableProps & {
  className?: string
  /** Renders a cell; by default its text. The first cell of each row is the row's header. */
  renderCell?: (text: string, column: number) => ReactNode
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
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position
            <th key={column} scope="col" className={getCellClass(column)}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name = '', ...cells], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its position
          <tr key={index}>
            <th scope="row">{name}</th>
            {cells.map((text, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position
              <td key={index} className={getCellClass(index + 1)} data-name={isTextTable ? head[index + 1] : undefined}>
                {renderCell(text, index + 1)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Reads the number after a prefix in a column's name, such as `LCP (target: 2.5 s or less)`. */
export function parseNumberInColumnName(prefix: string, name: string): number | undefined {
  const at = name.toLowerCase().lastIndexOf(prefix)
  return at < 0 ? undefined : parseLeadingNumber(name.slice(at + prefix.length))
}

/** Reads the number at the start of a cell, such as `1,620`, `4.8 s` or `-3`; undefined if there is none. */
export function parseLeadingNumber(cell: string): number | undefined {
  const digits = /^-?\d[\d,]*(\.\d+)?/.exec(cell.trim())?.[0].replaceAll(',', '')
  return digits === undefined ? undefined : Number(digits)
}

/** Returns whether the cell is a number, with or without a unit. */
function isNumericCell(cell: string): boolean {
  return /^-?\d[\d,.]* ?(%|ms|s|KB)?$/.test(cell)
}

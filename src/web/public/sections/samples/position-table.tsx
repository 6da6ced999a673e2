import type { TextTable } from '#contract/core/text-table.ts'
import { parseLeadingNumber, type SampleTableProps } from './text-table-view.tsx'

/** The end of the scale: two pages of search results. */
const LAST_POSITION = 20

type Row = { search: string; before: string; now: string }

/** Renders searches by neighborhood: position before and now, the change, and the change on a scale. */
export function PositionTable({ table, labelledBy, change }: SampleTableProps & { change: string }) {
  const [place, search, before, now] = table.head
  return (
    <table className="figure-table positions" aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">
            {place}, {search}
          </th>
          <th scope="col" className="number">
            {before}
          </th>
          <th scope="col" className="number">
            {now}
          </th>
          <th scope="col" className="number">
            {change}
          </th>
          <td className="position-change" aria-hidden="true">
            <span>1</span> <span>{LAST_POSITION}</span>
          </td>
        </tr>
      </thead>
      {[...groupRowsByPlace(table)].map(([name, rows]) => (
        <tbody key={name}>
          <tr>
            <th scope="rowgroup" colSpan={4}>
              {name}
            </th>
            <td className="position-change" aria-hidden="true" />
          </tr>
          {rows.map((row) => (
            <PositionRow key={row.search} {...row} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

function PositionRow({ search, before, now }: Row) {
  const from = parseLeadingNumber(before)
  const to = parseLeadingNumber(now)
  const positionGain = from === undefined || to === undefined ? undefined : from - to
  return (
    <tr>
      <th scope="row">{search}</th>
      <td className="number">{before}</td>
      <td className="number">{now}</td>
      <td className={`number ${positionGain && positionGain < 0 ? 'fallen' : positionGain ? 'risen' : ''}`}>
        {positionGain === undefined ? '' : positionGain > 0 ? `↑ ${positionGain}` : positionGain < 0 ? `↓ ${-positionGain}` : '0'}
      </td>
      <td className="position-change" aria-hidden="true">
        {from !== undefined && to !== undefined && <PositionChange from={from} to={to} />}
      </td>
    </tr>
  )
}

/** Draws a line from the old to the new position. The best position is on the left. */
function PositionChange({ from, to }: { from: number; to: number }) {
  const [start, end] = [from, to].map(
    (position) => ((Math.min(Math.max(position, 1), LAST_POSITION) - 1) / (LAST_POSITION - 1)) * 96 + 2,
  )
  return (
    <svg viewBox="0 0 100 12" aria-hidden="true" className={from < to ? 'fallen' : undefined}>
      <path className="position-scale" d="M2 6H98" />
      <path className="position-line" d={`M${start} 6H${end}`} />
      <circle cx={end} cy="6" r="2.5" />
    </svg>
  )
}

/** Groups rows by place, in order of first appearance. */
function groupRowsByPlace({ rows }: TextTable): Map<string, Row[]> {
  const namedRows = rows.map(([place = '', search = '', before = '', now = '']) => ({ place, search, before, now }))
  return Map.groupBy(namedRows, ({ place }) => place)
}

import type { TextTable } from '../../../../contract/grammar/text-table.ts'
import { type Drawn, numberIn } from './figure-table.tsx'

/** How far down the scale reaches: two pages of results. */
const LAST = 20

type Row = { search: string; before: string; now: string }

/** Searches by neighborhood with their places before and now, what changed, and the way between the two drawn on a scale. */
export function PositionTable({ table, labelledBy, change }: Drawn & { change: string }) {
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
          <td className="way" aria-hidden="true">
            <span>1</span> <span>{LAST}</span>
          </td>
        </tr>
      </thead>
      {[...byPlace(table)].map(([name, rows]) => (
        <tbody key={name}>
          <tr>
            <th scope="rowgroup" colSpan={4}>
              {name}
            </th>
            <td className="way" aria-hidden="true" />
          </tr>
          {rows.map((row) => (
            <Position key={row.search} {...row} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

function Position({ search, before, now }: Row) {
  const from = numberIn(before)
  const to = numberIn(now)
  const risen = from === undefined || to === undefined ? undefined : from - to
  return (
    <tr>
      <th scope="row">{search}</th>
      <td className="number">{before}</td>
      <td className="number">{now}</td>
      <td className={`number ${risen && risen < 0 ? 'fallen' : risen ? 'risen' : ''}`}>
        {risen === undefined ? '' : risen > 0 ? `↑ ${risen}` : risen < 0 ? `↓ ${-risen}` : '0'}
      </td>
      <td className="way" aria-hidden="true">
        {from !== undefined && to !== undefined && <Way from={from} to={to} />}
      </td>
    </tr>
  )
}

/** From where it was to where it is; the best place is on the left. */
function Way({ from, to }: { from: number; to: number }) {
  const [start, end] = [from, to].map((position) => ((Math.min(Math.max(position, 1), LAST) - 1) / (LAST - 1)) * 96 + 2)
  return (
    <svg viewBox="0 0 100 12" aria-hidden="true" className={from < to ? 'fallen' : undefined}>
      <path className="way-scale" d="M2 6H98" />
      <path className="way-line" d={`M${start} 6H${end}`} />
      <circle cx={end} cy="6" r="2.5" />
    </svg>
  )
}

/** The rows of each place, in the order in which it comes first. */
function byPlace({ rows }: TextTable): Map<string, Row[]> {
  const named = rows.map(([place = '', search = '', before = '', now = '']) => ({ place, search, before, now }))
  return Map.groupBy(named, ({ place }) => place)
}

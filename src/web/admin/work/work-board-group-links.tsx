import { Link } from 'react-router'
import type { EndpointResult } from '#contract/core/endpoint.ts'
import {
  type countWorkBoardGroupsEndpoint,
  type WorkBoardGroupName,
  workBoardGroupLabels,
  workBoardGroups,
} from '#contract/work/board.ts'
import { buildWorkBoardUrl, type WorkBoardQuery } from './work-board-url.ts'

export type WorkBoardGroupCounts = EndpointResult<typeof countWorkBoardGroupsEndpoint>

type Props = {
  counts: WorkBoardGroupCounts
  /** What the links keep of the board's filters. */
  filter?: Partial<WorkBoardQuery>
  /** The group that the page shows. */
  current?: WorkBoardGroupName
}

/** Links each group of the board with its count. */
export function WorkBoardGroupLinks({ counts, filter, current }: Props) {
  return (
    <nav aria-label="Groups of work">
      <ul className="link-tiles grid-cols-2 sm:grid-cols-4 xl:grid-cols-7">
        {workBoardGroups.map((group) => {
          const count = getWorkBoardGroupCount(counts, group)
          return (
            <li key={group}>
              <Link
                to={buildWorkBoardUrl({ assignee: '', ...filter, state: undefined, group, page: 1 })}
                aria-current={group === current ? 'page' : undefined}
                className="aria-[current=page]:bg-mint"
              >
                <span className="block text-help text-muted">{workBoardGroupLabels[group]}</span>{' '}
                <span
                  className={`text-[1.75rem] leading-none font-[550] tabular-nums ${group === 'late' && count > 0 ? 'text-error' : ''}`}
                >
                  {count}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

export function getWorkBoardGroupCount(counts: WorkBoardGroupCounts, group: WorkBoardGroupName): number {
  return counts.find((one) => one.group === group)?.count ?? 0
}

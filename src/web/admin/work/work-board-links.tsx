import { Link } from 'react-router'
import { MAX_PACKAGE_NAME } from '#contract/content/kinds/pricing-package.ts'
import type { EndpointResult } from '#contract/core/endpoint.ts'
import {
  type countWorkBoardGroupsEndpoint,
  type WorkBoardGroupName,
  workBoardGroupLabels,
  workBoardGroups,
} from '#contract/work/board.ts'
import { type DeliverableState, openDeliverableStates } from '#contract/work/deliverable-workflow.ts'
import { buildListUrl, parsePageNumber } from '../../lists/load-list-page.ts'
import { adminPaths } from '../admin-paths.ts'

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

/** What the board shows: one group, or all work in one state. A person and a package narrow it. */
export type WorkBoardQuery = {
  group?: WorkBoardGroupName | undefined
  assignee: string
  package?: string | undefined
  state?: DeliverableState | undefined
  page: number
}

/**
 * Parses the URL's parameters. Ignores invalid values, so a mistyped URL shows more work instead of an error. A URL without a
 * group shows `firstGroup`.
 */
export function parseWorkBoardQuery(params: URLSearchParams, firstGroup: WorkBoardGroupName = 'late'): WorkBoardQuery {
  const state = openDeliverableStates.find((one) => one === params.get('state'))
  return {
    group: state ? undefined : (workBoardGroups.find((group) => group === params.get('group')) ?? firstGroup),
    assignee: params.get('assignee')?.trim() ?? '',
    package: params.get('package')?.trim().slice(0, MAX_PACKAGE_NAME) || undefined,
    state,
    page: parsePageNumber(params),
  }
}

/** Returns the board's URL without default values. */
export function buildWorkBoardUrl({ page, ...filter }: WorkBoardQuery): string {
  return buildListUrl(adminPaths.work, { ...filter, page })
}

export function hasWorkBoardFilter({ assignee, package: packageName, state }: WorkBoardQuery): boolean {
  return Boolean(assignee || packageName || state)
}

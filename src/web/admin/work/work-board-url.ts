import { packageNames } from '#contract/content/kinds/pricing-package.ts'
import { type WorkBoardGroupName, workBoardGroups } from '#contract/work/board.ts'
import { type DeliverableState, openDeliverableStates } from '#contract/work/deliverable-workflow.ts'
import { buildListUrl, parsePageNumber } from '../../lists/load-list-page.ts'
import { adminPaths } from '../admin-paths.ts'

/** What the board shows: one group, or all work in one state. A person and a package narrow it. */
export type WorkBoardQuery = {
  group?: WorkBoardGroupName | undefined
  assignee: string
  package?: (typeof packageNames)[number] | undefined
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
    package: packageNames.find((name) => name === params.get('package')),
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

import { Link } from 'react-router'
import type { EndpointReply } from '../../../contract/core/endpoint.ts'
import { type countWorkEndpoint, type WorkGroup, workGroups } from '../../../contract/work/board.ts'
import { buildWorkUrl, type WorkQuery } from './work-url.ts'

export type WorkCounts = EndpointReply<typeof countWorkEndpoint>

export const groupLabels: Record<WorkGroup, string> = {
  late: 'Late',
  'due this week': 'Due this week',
  'waiting for client': 'Waiting for client',
  'waiting for approval': 'Waiting for approval',
  'ready to start': 'Ready to start',
  'no start date': 'No answers yet',
}

type Props = {
  counts: WorkCounts
  /** What the links keep of the board's filters. */
  filter?: Partial<WorkQuery>
  /** The group that the page shows. */
  current?: WorkGroup
}

/** Links each group of the board with its count. */
export function WorkGroups({ counts, filter, current }: Props) {
  return (
    <nav aria-label="Groups of work">
      <ul className="grid grid-cols-2 gap-px overflow-clip rounded-card border border-rule bg-rule sm:grid-cols-3 xl:grid-cols-6">
        {workGroups.map((group) => {
          const count = getWorkCount(counts, group)
          return (
            <li key={group} className="bg-white">
              <Link
                to={buildWorkUrl({ assignee: '', ...filter, group, page: 1 })}
                aria-current={group === current ? 'page' : undefined}
                className="block h-full p-4 text-ink no-underline hover:bg-paper focus-visible:-outline-offset-4 aria-[current=page]:bg-mint"
              >
                <span className="block text-help text-muted">{groupLabels[group]}</span>{' '}
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

export function getWorkCount(counts: WorkCounts, group: WorkGroup): number {
  return counts.find((one) => one.group === group)?.count ?? 0
}

import { sql } from 'kysely'
import { getOffset, type Paging } from '../../../../contract/core/paging.ts'
import type { WorkGroup } from '../../../../contract/work/board.ts'
import type { DeliverableState } from '../../../../contract/work/deliverable-steps.ts'
import { getDateOfDay } from '../../../../contract/work/month-steps.ts'
import type { DatabaseReader, DeliverableTable } from '../../../platform/db/tables.ts'

/** An empty assignee selects everyone's work. */
export type BoardFilter = {
  group: WorkGroup
  assignee: string
  package?: string | undefined
  state?: DeliverableState | undefined
}

export type BoardOrder = {
  order_id: string
  number: number
  customer_name: string
  package_name: string
  opened_at: number
}
type BoardDeliverable = BoardOrder &
  Pick<DeliverableTable, 'id' | 'version' | 'title' | 'state' | 'due_on' | 'needs_approval' | 'assignee'>

/** How many days "this week" has, today included. */
const WEEK_DAYS = 7
/** Sorts after every date. The databases sort nulls differently. */
const NO_DATE = '9999'
/** A literal instead of a parameter: only then SQLite uses an index over a part of the rows. */
const YES = sql.lit(1)

/**
 * Lists open deliverables of active orders, the earliest date first. The indexes hold no others, so finished work costs
 * nothing.
 */
export async function listBoardDeliverables(
  db: DatabaseReader,
  { today, ...filter }: BoardFilter & { today: string },
  page: Paging,
): Promise<{ records: BoardDeliverable[]; total: number }> {
  const { group, assignee, state } = filter
  let all = db
    .selectFrom('deliverable')
    .innerJoin('orders', 'orders.id', 'deliverable.order_id')
    .innerJoin('order_work', 'order_work.order_id', 'deliverable.order_id')
    .where('deliverable.is_on_board', '=', YES)
  if (group === 'late') all = all.where('deliverable.due_on', '<', today)
  else if (group === 'due this week')
    all = all.where('deliverable.due_on', '>=', today).where('deliverable.due_on', '<=', getDateOfDay(today, WEEK_DAYS))
  else all = all.where('deliverable.state', '=', group as DeliverableState)
  if (assignee !== '') all = all.where('deliverable.assignee', '=', assignee.toLowerCase())
  if (state) all = all.where('deliverable.state', '=', state)
  if (filter.package) all = all.where('orders.package_name', '=', filter.package)
  const records = await all
    .select(['deliverable.id', 'deliverable.version', 'deliverable.title', 'deliverable.state', 'deliverable.due_on'])
    .select(['deliverable.needs_approval', 'deliverable.assignee', 'deliverable.order_id'])
    .select(['orders.number', 'orders.customer_name', 'orders.package_name', 'order_work.opened_at'])
    .orderBy(sql`coalesce(deliverable.due_on, ${sql.lit(NO_DATE)})`)
    .orderBy('orders.number')
    .orderBy('deliverable.position')
    .limit(page.size)
    .offset(getOffset(page))
    .execute()
  const { total } = await all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { records, total: Number(total) }
}

/** Lists active orders whose month hasn't started, the first paid first. They have no assignee and no state. */
export async function listOrdersToStart(
  db: DatabaseReader,
  { group, ...filter }: BoardFilter,
  page: Paging,
): Promise<{ records: BoardOrder[]; total: number }> {
  if (filter.assignee !== '' || filter.state) return { records: [], total: 0 }
  let all = db
    .selectFrom('order_work')
    .innerJoin('orders', 'orders.id', 'order_work.order_id')
    .leftJoin('brief', 'brief.order_id', 'order_work.order_id')
    .where('order_work.is_active', '=', YES)
    .where('order_work.starts_on', 'is', null)
    .where('brief.sent_at', group === 'ready to start' ? 'is not' : 'is', null)
  if (filter.package) all = all.where('orders.package_name', '=', filter.package)
  const records = await all
    .select(['order_work.order_id', 'order_work.opened_at', 'orders.number', 'orders.customer_name', 'orders.package_name'])
    .orderBy('order_work.opened_at')
    .orderBy('order_work.order_id')
    .limit(page.size)
    .offset(getOffset(page))
    .execute()
  const { total } = await all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { records, total: Number(total) }
}

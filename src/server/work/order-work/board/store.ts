import { type OrderByItemBuilder, sql } from 'kysely'
import { getPagingOffset, type PageAndSize } from '../../../../contract/core/paging.ts'
import type { BoardOrderGroup, WorkBoardGroupName } from '../../../../contract/work/board.ts'
import type { DeliverableState } from '../../../../contract/work/deliverable-step-rules.ts'
import { getWorkMonthDate } from '../../../../contract/work/work-month-calendar.ts'
import type { DatabaseReader, DeliverableTable } from '../../../platform/db/tables.ts'

/** An empty assignee selects everyone's work. */
export type BoardFilter = {
  group: WorkBoardGroupName | 'due today'
  /** Only what is due on this day or later. */
  dueFrom?: string
  assignee: string
  package?: string | undefined
  state?: DeliverableState | undefined
}

export type BoardOrderRow = {
  order_id: string
  number: number
  customer_name: string
  package_name: string
  opened_at: number
}
type BoardDeliverable = BoardOrderRow &
  Pick<DeliverableTable, 'id' | 'version' | 'title' | 'state' | 'due_on' | 'needs_approval' | 'assignee'>

/** How many days "this week" has, today included. */
const WEEK_DAYS = 7
/** The databases sort nulls differently. */
const nullsLast = (column: OrderByItemBuilder) => column.asc().nullsLast()
/** A literal instead of a parameter: only then SQLite uses an index over a part of the rows. */
const YES = sql.lit(1)

/** Look a row up by its id. A join would let PostgreSQL read all orders. */
const orderPackage = sql<string>`(select package_name from orders where orders.id = order_id)`
const answersSentAt = sql<number | null>`(select sent_at from brief where brief.order_id = order_work.order_id)`
const openDeliverable = sql`(select 1 from deliverable where deliverable.order_id = order_work.order_id and is_on_board = ${YES})`

/**
 * Lists open deliverables of active orders, the earliest date first. The indexes hold no others, so finished work costs
 * nothing.
 */
export async function listBoardDeliverables(
  db: DatabaseReader,
  { today, ...filter }: BoardFilter & { today: string },
  page: PageAndSize,
): Promise<{ records: BoardDeliverable[]; total: number }> {
  const { group, assignee, state, dueFrom } = filter
  let all = selectOnBoard(db)
  if (group === 'late') all = all.where('due_on', '<', today)
  else if (group === 'due today') all = all.where('due_on', '=', today)
  else if (group === 'due this week')
    all = all.where('due_on', '>=', today).where('due_on', '<=', getWorkMonthDate(today, WEEK_DAYS))
  else all = all.where('state', '=', group as DeliverableState)
  if (dueFrom) all = all.where('due_on', '>=', dueFrom)
  if (assignee !== '') all = all.where('assignee', '=', assignee.toLowerCase())
  if (state) all = all.where('state', '=', state)
  if (filter.package) all = all.where(orderPackage, '=', filter.package)
  const onPage = orderByDueDate(all).selectAll().limit(page.size).offset(getPagingOffset(page))
  const records = await db
    .selectFrom(onPage.as('deliverable'))
    .innerJoin('orders', 'orders.id', 'deliverable.order_id')
    .innerJoin('order_work', 'order_work.order_id', 'deliverable.order_id')
    .select(['deliverable.id', 'deliverable.version', 'deliverable.title', 'deliverable.state', 'deliverable.due_on'])
    .select(['deliverable.needs_approval', 'deliverable.assignee', 'deliverable.order_id'])
    .select(['orders.number', 'orders.customer_name', 'orders.package_name', 'order_work.opened_at'])
    .orderBy('deliverable.due_on', nullsLast)
    .orderBy('deliverable.id')
    .execute()
  return { records, total: await countDeliverables(db, all) }
}

/** Counts open deliverables of active orders past their due date. Reads only an index of open ones. */
export function countOverdueDeliverables(db: DatabaseReader, today: string): Promise<number> {
  return countDeliverables(db, selectOnBoard(db).where('due_on', '<', today))
}

/** Counts drafts of active orders without an answer. Reads only an index of open deliverables. */
export function countWaitingForApproval(db: DatabaseReader): Promise<number> {
  return countDeliverables(db, selectOnBoard(db).where('state', '=', 'waiting for approval'))
}

function selectOnBoard(db: DatabaseReader) {
  return db.selectFrom('deliverable').where('is_on_board', '=', YES)
}

type BoardQuery = ReturnType<typeof selectOnBoard>

/** Uses the order of the indexes: the ids of deliverables follow the order of payments. */
function orderByDueDate(deliverables: BoardQuery): BoardQuery {
  return deliverables.orderBy('due_on', nullsLast).orderBy('id')
}

/** Orders the rows it counts, or PostgreSQL would read every open deliverable by another index. */
async function countDeliverables(db: DatabaseReader, deliverables: BoardQuery): Promise<number> {
  const inOrder = orderByDueDate(deliverables).select('id')
  const { total } = await db
    .selectFrom(inOrder.as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Lists the active orders of a group, the first paid first. They have no assignee and no state. */
export async function listBoardOrders(
  db: DatabaseReader,
  { group, ...filter }: BoardFilter & { group: BoardOrderGroup },
  page: PageAndSize,
): Promise<{ records: BoardOrderRow[]; total: number }> {
  if (filter.assignee !== '' || filter.state) return { records: [], total: 0 }
  let all = db.selectFrom('order_work').where('is_active', '=', YES)
  if (group === 'ready to deliver')
    all = all.where('starts_on', 'is not', null).where(({ not, exists }) => not(exists(openDeliverable)))
  else all = all.where('starts_on', 'is', null).where(answersSentAt, group === 'ready to start' ? 'is not' : 'is', null)
  if (filter.package) all = all.where(orderPackage, '=', filter.package)
  const onPage = all.selectAll().orderBy('opened_at').orderBy('order_id').limit(page.size).offset(getPagingOffset(page))
  const records = await db
    .selectFrom(onPage.as('order_work'))
    .innerJoin('orders', 'orders.id', 'order_work.order_id')
    .select(['order_work.order_id', 'order_work.opened_at', 'orders.number', 'orders.customer_name', 'orders.package_name'])
    .orderBy('order_work.opened_at')
    .orderBy('order_work.order_id')
    .execute()
  const { total } = await all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { records, total: Number(total) }
}

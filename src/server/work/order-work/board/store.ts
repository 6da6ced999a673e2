import { type OrderByItemBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { getPagingOffset, type PageAndSize } from '#contract/core/paging.ts'
import type { BoardDeliverableGroup, BoardOrderGroup, WorkBoardGroupName } from '#contract/work/board.ts'
import type { DeliverableState } from '#contract/work/deliverable-workflow.ts'
import { getWorkMonthDate } from '#contract/work/work-month-calendar.ts'
import { countRows } from '#platform/db/read-list-page.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { joinableOrders, selectPackageOfOrder } from '#server/sales/orders/queries.ts'
import { selectAnswersSentAt } from '../../briefs/queries.ts'
import { waitingConversations } from '../../conversation/queries.ts'
import { hasCustomerAnswered } from '../customer-answers/store.ts'
import { hasPartWithChoice, isUndecided } from '../deliverables/choices/queries.ts'
import type { DeliverableTable } from '../tables.ts'

/** An empty assignee selects everyone's work. */
export type BoardFilter = {
  /** Without it: `late`, or every open deliverable in `state`. */
  group?: WorkBoardGroupName | 'due today' | undefined
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
  opened_at: number | null
  /** Only in `message waiting`. */
  waiting_since?: number | null
}
type BoardDeliverable = BoardOrderRow &
  Pick<DeliverableTable, 'id' | 'version' | 'title' | 'state' | 'due_on' | 'needs_approval' | 'assignee'>

/** How many days "this week" has, today included. */
const WEEK_DAYS = 7
/** The databases sort nulls differently. */
const nullsLast = (column: OrderByItemBuilder) => column.asc().nullsLast()
/** A literal, so that SQLite can use the partial indexes without preparing the statement again. */
const YES = sql.lit(1)

const orderPackage = selectPackageOfOrder(sql.ref('order_id'))
const answersSentAt = selectAnswersSentAt(sql.ref('order_work.order_id'))
/** Without `limit`, PostgreSQL would join all deliverables. */
const hasUndecidedPart = sql<SqlBool>`(select 1 from deliverable
    where deliverable.order_id = order_work.order_id and ${isUndecided} limit 1) is not null`
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
  let all = selectBoardDeliverables(db)
  if (group === 'due today') all = all.where('due_on', '=', today)
  else if (group || !state) all = all.where(buildGroupCondition((group ?? 'late') as BoardDeliverableGroup, today))
  if (dueFrom) all = all.where('due_on', '>=', dueFrom)
  if (assignee !== '') all = all.where('assignee', '=', assignee.toLowerCase())
  if (state) all = all.where('state', '=', state)
  if (filter.package) all = all.where(orderPackage, '=', filter.package)
  const onPage = orderByDueDate(all).selectAll().limit(page.size).offset(getPagingOffset(page))
  const records = await db
    .selectFrom(onPage.as('page'))
    .innerJoin(joinableOrders, 'orders.id', 'page.order_id')
    .innerJoin('order_work', 'order_work.order_id', 'page.order_id')
    .select(['page.id', 'page.version', 'page.title', 'page.state', 'page.due_on'])
    .select(['page.needs_approval', 'page.assignee', 'page.order_id'])
    .select(['orders.number', 'orders.customer_name', 'orders.package_name', 'order_work.opened_at'])
    .orderBy('page.due_on', nullsLast)
    .orderBy('page.id')
    .execute()
  return { records, total: await countDeliverables(db, all) }
}

function buildGroupCondition(group: BoardDeliverableGroup, today: string): RawBuilder<SqlBool> {
  const weekEnd = getWorkMonthDate(today, WEEK_DAYS)
  const isDue = sql`(due_on is null or due_on >= ${today})`
  const isTeamWork = sql`state in ('planned', 'in progress')`
  const conditions: Readonly<Record<BoardDeliverableGroup, RawBuilder<SqlBool>>> = {
    late: sql`due_on < ${today}`,
    'due this week': sql`due_on >= ${today} and due_on <= ${weekEnd} and ${isTeamWork}`,
    'coming up': sql`(due_on is null or due_on > ${weekEnd}) and ${isTeamWork}`,
    'changes requested': sql`state = 'changes requested' and ${isDue}`,
    approved: sql`state = 'approved' and ${isDue}`,
    'waiting for client': sql`state = 'waiting for client' and ${isDue} and not ${hasCustomerAnswered}`,
    'client answered': sql`state = 'waiting for client' and ${isDue} and ${hasCustomerAnswered}`,
    'waiting for approval': sql`state = 'waiting for approval' and ${isDue} and not ${hasCustomerAnswered}`,
    'waiting for our answer': sql`state = 'waiting for approval' and ${isDue} and ${hasCustomerAnswered}`,
  }
  return conditions[group]
}

/** Counts open deliverables of active orders past their due date. Reads only an index of open ones. */
export function countOverdueDeliverables(db: DatabaseReader, today: string): Promise<number> {
  return countDeliverables(db, selectBoardDeliverables(db).where('due_on', '<', today))
}

/** Counts drafts of active orders without an answer. Reads only an index of open deliverables. */
export function countWaitingForApproval(db: DatabaseReader): Promise<number> {
  return countDeliverables(db, selectBoardDeliverables(db).where('state', '=', 'waiting for approval'))
}

function selectBoardDeliverables(db: DatabaseReader) {
  return db.selectFrom('deliverable').where('is_on_board', '=', YES)
}

type BoardDeliverableQuery = ReturnType<typeof selectBoardDeliverables>

/** Sorts as the indexes do. The ids rise with the time of payment. */
function orderByDueDate(deliverables: BoardDeliverableQuery): BoardDeliverableQuery {
  return deliverables.orderBy('due_on', nullsLast).orderBy('id')
}

/** Sorts the rows before it counts them. Unsorted, PostgreSQL reads every open deliverable through another index. */
async function countDeliverables(db: DatabaseReader, deliverables: BoardDeliverableQuery): Promise<number> {
  const inOrder = orderByDueDate(deliverables).select('id')
  return countRows(db.selectFrom(inOrder.as('counted')))
}

/**
 * Lists the active orders of a group, the first paid first, and delivered ones with a choice. They have no assignee and no
 * state.
 */
export async function listBoardOrders(
  db: DatabaseReader,
  { group, today, ...filter }: Omit<BoardFilter, 'group'> & { group: BoardOrderGroup; today: string },
  page: PageAndSize,
): Promise<{ records: BoardOrderRow[]; total: number }> {
  if (filter.assignee !== '' || filter.state) return { records: [], total: 0 }
  if (group === 'message waiting') return listOrdersWithWaitingMessage(db, filter, page)
  let all = db.selectFrom('order_work')
  if (group === 'stop requested')
    all = all.where(sql<SqlBool>`order_id in (select order_id from stop_request where decision is null)`)
  else if (group === 'decision due') all = all.where(hasPartWithChoice('chosen', today))
  else if (group === 'waiting for choice') all = all.where(hasPartWithChoice('asked', today))
  else if (group === 'ready to deliver')
    all = all
      .where('is_active', '=', YES)
      .where('starts_on', 'is not', null)
      .where(({ not, exists }) => not(exists(openDeliverable)))
      .where(({ not }) => not(hasUndecidedPart))
  else {
    all = all.where('is_active', '=', YES).where('starts_on', 'is', null)
    all = all.where(answersSentAt, group === 'ready to start' ? 'is not' : 'is', null)
  }
  if (filter.package) all = all.where(orderPackage, '=', filter.package)
  const onPage = all.selectAll().orderBy('opened_at').orderBy('order_id').limit(page.size).offset(getPagingOffset(page))
  const records = await db
    .selectFrom(onPage.as('page'))
    .innerJoin(joinableOrders, 'orders.id', 'page.order_id')
    .select(['page.order_id', 'page.opened_at', 'orders.number', 'orders.customer_name', 'orders.package_name'])
    .orderBy('page.opened_at')
    .orderBy('page.order_id')
    .execute()
  return { records, total: await countRows(all) }
}

/** Lists the orders whose customer wrote last, the longest waiting first. An index holds no others. */
async function listOrdersWithWaitingMessage(
  db: DatabaseReader,
  filter: Pick<BoardFilter, 'package'>,
  page: PageAndSize,
): Promise<{ records: BoardOrderRow[]; total: number }> {
  let all = db.selectFrom(waitingConversations)
  if (filter.package) all = all.where(selectPackageOfOrder(sql.ref('waiting.order_id')), '=', filter.package)
  const onPage = all.selectAll().orderBy('waiting_since').orderBy('order_id').limit(page.size).offset(getPagingOffset(page))
  const records = await db
    .selectFrom(onPage.as('page'))
    .innerJoin(joinableOrders, 'orders.id', 'page.order_id')
    .leftJoin('order_work', 'order_work.order_id', 'page.order_id')
    .select(['page.order_id', 'page.waiting_since', 'order_work.opened_at'])
    .select(['orders.number', 'orders.customer_name', 'orders.package_name'])
    .orderBy('page.waiting_since')
    .orderBy('page.order_id')
    .execute()
  return { records, total: await countRows(all) }
}

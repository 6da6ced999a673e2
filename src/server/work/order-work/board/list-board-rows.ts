import { toBusinessDay } from '#contract/core/business-calendar.ts'
import type { ListPage, PageAndSize } from '#contract/core/paging.ts'
import { countHoursToAnswer } from '#contract/work/answer-deadline.ts'
import {
  isBoardOrderGroup,
  type OrderOrDeliverableBoardRow,
  type WorkBoardGroupName,
  workBoardGroups,
} from '#contract/work/board.ts'
import { listMissingAccess } from '../../access/access.ts'
import { listAnsweredDeliverables } from '../customer-answers/store.ts'
import type { WorkDependencies } from '../dependencies.ts'
import { type BoardFilter, type BoardOrderRow, listBoardDeliverables, listBoardOrders } from './store.ts'

type BoardDependencies = Pick<WorkDependencies, 'read' | 'timeZone' | 'answerPromise'>

export async function listBoard(
  { read, timeZone, answerPromise }: BoardDependencies,
  filter: BoardFilter,
  page: PageAndSize,
): Promise<ListPage<OrderOrDeliverableBoardRow>> {
  const { group } = filter
  const today = toBusinessDay(await timeZone(), Date.now())
  if (group && isBoardOrderGroup(group)) {
    const { records, total } = await listBoardOrders(read, { ...filter, group, today }, page)
    const missing = await listMissingAccess(
      read,
      records.map(({ order_id }) => order_id),
    )
    const promise = await answerPromise()
    const rows = records.map((row) => ({
      _id: row.order_id,
      ...serializeOrder(row),
      hoursToAnswer: row.waiting_since ? countHoursToAnswer(row.waiting_since, promise, Date.now()) : null,
      missingAccess: (missing.get(row.order_id) ?? []).map(({ name }) => name),
      deliverable: null,
    }))
    return { records: rows, total }
  }
  const { records, total } = await listBoardDeliverables(read, { ...filter, today }, page)
  const answered = await listAnsweredDeliverables(
    read,
    records.map(({ id }) => id),
  )
  const rows = records.map((row) => ({
    _id: row.id,
    ...serializeOrder(row),
    missingAccess: [],
    hoursToAnswer: null,
    deliverable: {
      _version: row.version,
      title: row.title,
      state: row.state,
      dueOn: row.due_on,
      isAnswered: answered.has(row.id),
      isLate: row.due_on !== null && row.due_on < today,
      needsApproval: row.needs_approval === 1,
      assignee: row.assignee,
    },
  }))
  return { records: rows, total }
}

export function countBoardRowsByGroup(dependencies: BoardDependencies): Promise<{ group: WorkBoardGroupName; count: number }[]> {
  const firstRow = { page: 1, size: 1 }
  return Promise.all(
    workBoardGroups.map(async (group) => ({
      group,
      count: (await listBoard(dependencies, { group, assignee: '' }, firstRow)).total,
    })),
  )
}

function serializeOrder({ order_id, number, customer_name, package_name, opened_at }: BoardOrderRow) {
  return {
    order: { _id: order_id, number, customerName: customer_name, packageName: package_name },
    paidAt: opened_at,
  }
}

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { LAST_DAY_OF_WORK_MONTH } from '#contract/content/kinds/deliverable-template.ts'
import { getWorkMonthDate } from '#contract/work/work-month-calendar.ts'
import { joinableOrders } from '#server/sales/orders/queries.ts'
import { joinableRefunds } from '#server/sales/payments/queries.ts'
import { isOrderTouched } from '../../store.ts'
import { ENDED_REFUND_STATES } from '../outcomes/store.ts'

// The conditions of `computeChoice`, for queries that read `order_work` and `deliverable`.

const endedRefundStates = sql.join(ENDED_REFUND_STATES.map((state) => sql.lit(state)))

/** A part wasn't delivered and has no outcome. Without `limit`, PostgreSQL would read all outcomes. */
export const isUndecided = sql<SqlBool>`(state = 'not delivered' and (select 1 from deliverable_outcome
    left join ${joinableRefunds} on refund_request.id = deliverable_outcome.refund_id
    where deliverable_outcome.deliverable_id = deliverable.id and withdrawn_at is null
    and (refund_request.state is null or refund_request.state not in (${endedRefundStates})) limit 1) is null)`

/** As in the index of missing parts. */
const isNotDone = sql<SqlBool>`state not in ('delivered', 'canceled')`
const isChosen = sql<SqlBool>`exists (select 1 from deliverable_choice
    where deliverable_id = deliverable.id and (kind <> 'finish' or missed_on >= deliverable.due_on))`
const hasChoice = sql<SqlBool>`exists (select 1 from deliverable_choice where deliverable_id = deliverable.id)`
const isDelivered = sql<SqlBool>`exists (select 1 from ${joinableOrders}
    where orders.id = order_work.order_id and payment_status = 'Paid' and order_status = 'Delivered')`

/**
 * Selects the work of orders with a part that the client can choose for, or whose choice the team carries out. With `among`,
 * only the deliverables of those orders are read.
 */
export function hasPartWithChoice(state: 'asked' | 'chosen', today: string, among?: readonly string[]): RawBuilder<SqlBool> {
  const lastStart = getWorkMonthDate(today, 2 - LAST_DAY_OF_WORK_MONTH)
  const isInState =
    state === 'chosen'
      ? isChosen
      : sql<SqlBool>`due_on < ${today} and not ${isChosen} and (is_active = 1 or ${isOrderTouched} or ${hasChoice})`
  return sql<SqlBool>`order_work.order_id in (
    select deliverable.order_id from deliverable join order_work on order_work.order_id = deliverable.order_id
    where ${among ? sql`deliverable.order_id in (${sql.join(among)}) and` : sql``} ${isNotDone} and (state <> 'not delivered' or ${isUndecided}) and ${isInState}
    and starts_on < ${lastStart} and (is_active = 1 or ${isDelivered}))`
}

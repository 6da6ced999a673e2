import { LAST_DAY_OF_WORK_MONTH } from '../../../../../contract/content/kinds/deliverable-template.ts'
import { getWorkMonthDate } from '../../../../../contract/work/work-month-calendar.ts'
import type { Tx } from '../../../../platform/db/database-writer.ts'
import type { DeliverableTable } from '../../../../platform/db/tables.ts'
import type { StoredOrder } from '../../../../sales/orders/orders.ts'
import { lockOrderWork } from '../../store.ts'
import { insertDeliverables } from '../store.ts'
import { findOrderToCarryOverTo, linkOutcomeToNextDeliverable, listDeliverablesToCarryOver } from './store.ts'

/**
 * Adds what earlier orders of the customer carried over, free. Call it when the work of an order opens, under the lock on
 * the order counters, so that only one of two orders gets it.
 */
export async function addCarriedOverDeliverables(tx: Tx, order: StoredOrder, isActive: boolean): Promise<void> {
  for (const waiting of await listDeliverablesToCarryOver(tx, order))
    await continueDeliverable(tx, waiting, order.id, {
      isActive,
      due: { due_day: waiting.due_day ?? LAST_DAY_OF_WORK_MONTH, due_on: null },
    })
}

/** Adds a carried deliverable to the customer's next order, if that order is paid already. */
export async function addDeliverableToNextOrder(
  tx: Tx,
  order: StoredOrder,
  carried: DeliverableTable,
  version: number,
): Promise<void> {
  const nextOrderId = await findOrderToCarryOverTo(tx, order)
  const next = nextOrderId === undefined ? undefined : await lockOrderWork(tx, nextOrderId)
  if (!next) return
  const due =
    next.starts_on === null
      ? { due_day: carried.due_day ?? LAST_DAY_OF_WORK_MONTH, due_on: null }
      : { due_day: LAST_DAY_OF_WORK_MONTH, due_on: getWorkMonthDate(next.starts_on, LAST_DAY_OF_WORK_MONTH) }
  await continueDeliverable(tx, { ...carried, version }, next.order_id, { isActive: next.is_active === 1, due })
}

type Continuation = { isActive: boolean; due: Pick<DeliverableTable, 'due_day' | 'due_on'> }

/** Copies what was promised, without the drafts and the words of the client. `version` is the version of the outcome. */
async function continueDeliverable(
  tx: Tx,
  { id, version, title, details, needs_approval }: DeliverableTable,
  orderId: string,
  { isActive, due }: Continuation,
): Promise<void> {
  const copy = { title, details, needs_approval, ...due, weight: 0, carried_from: id }
  const [nextId = ''] = await insertDeliverables(tx, orderId, [copy], { isActive, actor: '' })
  await linkOutcomeToNextDeliverable(tx, { deliverable_id: id, version }, nextId)
}

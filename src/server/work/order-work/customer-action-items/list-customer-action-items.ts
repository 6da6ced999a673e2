import { type CustomerActionItem, listCustomerActionItemsEndpoint } from '#contract/work/customer-action-items.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import { listPaidOrdersOfCustomer } from '#server/sales/orders/orders.ts'
import { listMissingAccess } from '../../access/access.ts'
import { listOrdersWithOpenBrief } from '../../briefs/briefs.ts'
import {
  type DeliverableReplyContext,
  loadDeliverableReplyContext,
  serializeDeliverables,
} from '../deliverables/serialize-deliverable.ts'
import type { WorkDependencies } from '../dependencies.ts'
import { listDeliverables } from '../store.ts'
import { listActiveOrders, listDeliverablesAwaitingCustomer, listOrdersToChoose } from './store.ts'

/** Bounds the time and the answer for a customer with many orders. */
const MAX_ORDERS = 20
const MAX_ITEMS = 10

const nothing = { mustChoose: false, chooseBy: null, unanswered: null, access: [], deliverable: null }

/** Lists what a person's own orders wait for: the choice and the answers of each, then its deliverables. */
export function createActionItemsHandler(dependencies: WorkDependencies) {
  const { read, briefs } = dependencies
  return defineHandler(listCustomerActionItemsEndpoint, async (_input, { person }) => {
    const orders = await listPaidOrdersOfCustomer(read, person.email, MAX_ORDERS)
    const ids = orders.map(({ id }) => id)
    if (ids.length === 0) return []
    const context = await loadDeliverableReplyContext(dependencies, person)
    const [toChoose, active, openBriefs, missingAccess, deliverables] = await Promise.all([
      listOrdersToChoose(read, ids, context.today),
      listActiveOrders(read, ids),
      listOrdersWithOpenBrief(read, ids),
      listMissingAccess(read, ids),
      listDeliverablesAwaitingCustomer(read, ids),
    ])
    const items = await Promise.all(
      orders.map(async ({ id, number }): Promise<CustomerActionItem[]> => {
        const item = { order: { _id: id, number }, ...nothing }
        const choice = toChoose.includes(id)
          ? [{ ...item, mustChoose: true, chooseBy: await findLastDay(read, id, context) }]
          : []
        if (!active.includes(id)) return choice
        const { unanswered } = openBriefs.has(id) ? await briefs.loadState(read, id) : { unanswered: null }
        const access = (missingAccess.get(id) ?? []).flatMap(({ name, state }) => (state === 'not yet' ? [name] : []))
        const parts = deliverables.filter(({ order_id }) => order_id === id)
        return [
          ...choice,
          ...(unanswered === null ? [] : [{ ...item, unanswered }]),
          ...(access.length === 0 ? [] : [{ ...item, access }]),
          ...parts.map(({ id: _id, title, state, waiting_for, draft_number }) => ({
            ...item,
            deliverable: { _id, title, state, waitingFor: waiting_for, draftNumber: draft_number },
          })),
        ]
      }),
    )
    return items.flat().slice(0, MAX_ITEMS)
  })
}

/** Returns the first day that ends a choice about a part of the order. */
async function findLastDay(read: DatabaseReader, orderId: string, context: DeliverableReplyContext): Promise<string | null> {
  const parts = await serializeDeliverables(read, await listDeliverables(read, orderId), context)
  return parts.flatMap(({ choice }) => choice?.chooseBy ?? []).toSorted()[0] ?? null
}

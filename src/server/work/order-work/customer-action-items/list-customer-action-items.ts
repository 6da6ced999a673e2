import { type CustomerActionItem, listCustomerActionItemsEndpoint } from '#contract/work/customer-action-items.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import { listUndeliveredPaidOrdersOfCustomer } from '#server/sales/orders/orders.ts'
import { listMissingAccess } from '../../access/access.ts'
import { listOrdersWithOpenBrief } from '../../briefs/briefs.ts'
import type { WorkDependencies } from '../dependencies.ts'
import { listDeliverablesAwaitingCustomer } from './store.ts'

/** Bounds the time and the answer for a customer with many orders. */
const MAX_ORDERS = 20
const MAX_ITEMS = 10

/** Lists what a person's own orders wait for: the answers of each, then its deliverables. */
export function createActionItemsHandler({ read, briefs }: WorkDependencies) {
  return defineHandler(listCustomerActionItemsEndpoint, async (_input, { person: { email } }) => {
    const orders = await listUndeliveredPaidOrdersOfCustomer(read, email, MAX_ORDERS)
    const ids = orders.map(({ id }) => id)
    if (ids.length === 0) return []
    const [openBriefs, missingAccess, deliverables] = await Promise.all([
      listOrdersWithOpenBrief(read, ids),
      listMissingAccess(read, ids),
      listDeliverablesAwaitingCustomer(read, ids),
    ])
    const items = await Promise.all(
      orders.map(async ({ id, number }): Promise<CustomerActionItem[]> => {
        const order = { _id: id, number }
        const { unanswered } = openBriefs.has(id) ? await briefs.loadState(read, id) : { unanswered: null }
        const access = (missingAccess.get(id) ?? []).flatMap(({ name, state }) => (state === 'not yet' ? [name] : []))
        const parts = deliverables.filter(({ order_id }) => order_id === id)
        return [
          ...(unanswered === null ? [] : [{ order, unanswered, access: [], deliverable: null }]),
          ...(access.length === 0 ? [] : [{ order, unanswered: null, access, deliverable: null }]),
          ...parts.map(({ id: _id, title, state, waiting_for, draft_number }) => ({
            order,
            unanswered: null,
            access: [],
            deliverable: { _id, title, state, waitingFor: waiting_for, draftNumber: draft_number },
          })),
        ]
      }),
    )
    return items.flat().slice(0, MAX_ITEMS)
  })
}

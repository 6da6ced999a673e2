import { countWorkBoardGroupsEndpoint, listWorkBoardRowsEndpoint } from '#contract/work/board.ts'
import { cancelOpenDeliverablesEndpoint, decideDeliverableOutcomeEndpoint } from '#contract/work/close-deliverables.ts'
import { listCustomerActionItemsEndpoint } from '#contract/work/customer-action-items.ts'
import { addDeliverableEndpoint, reviewDeliverableDraftEndpoint, updateDeliverableEndpoint } from '#contract/work/deliverables.ts'
import { getOrderWorkEndpoint, setMonthStartDateEndpoint } from '#contract/work/order-work.ts'
import { defineHandler, type EndpointHandler } from '#platform/http/register-api.ts'
import type { OrderWorkModule } from './order-work.ts'

export function createOrderWorkHandlers(orderWork: OrderWorkModule): EndpointHandler[] {
  return [
    defineHandler(listWorkBoardRowsEndpoint, ({ query }) => orderWork.listBoard(query, query)),
    defineHandler(countWorkBoardGroupsEndpoint, () => orderWork.countBoardRowsByGroup()),
    defineHandler(listCustomerActionItemsEndpoint, (_input, { person }) => orderWork.listCustomerActionItems(person)),
    defineHandler(getOrderWorkEndpoint, ({ params }, { person }) => orderWork.load(params.orderId, person)),
    defineHandler(setMonthStartDateEndpoint, async ({ params, body }, { person }) => {
      const { record, isMoved } = await orderWork.setMonthStartDate(params.orderId, person, body)
      return { message: isMoved ? 'The start date has moved' : 'The month has started', record }
    }),
    defineHandler(addDeliverableEndpoint, async ({ params, body }, { person, idempotency }) => ({
      message: 'Deliverable added',
      record: await orderWork.add(params.orderId, person, body, idempotency),
    })),
    defineHandler(updateDeliverableEndpoint, async ({ params, body, expectedVersion: { version } }, { person }) => ({
      message: 'Deliverable saved',
      record: await orderWork.change(params.id, person, { ...body, version }),
    })),
    defineHandler(decideDeliverableOutcomeEndpoint, async ({ params, body, expectedVersion: { version } }, { person }) => {
      const record = await orderWork.decideDeliverableOutcome(params.id, person, { ...body, version })
      if (body.outcome === 'carried') return { message: 'The next order delivers it, free', record }
      return { message: record.outcome?.refund?.isConfirmed ? 'The share is refunded' : 'The refund has started', record }
    }),
    defineHandler(cancelOpenDeliverablesEndpoint, async ({ params }, { person }) => ({
      message: 'The open deliverables are canceled',
      record: await orderWork.cancelOpen(params.orderId, person),
    })),
    defineHandler(reviewDeliverableDraftEndpoint, async ({ params, body, expectedVersion: { version } }, { person }) => ({
      message: body.answer === 'approved' ? 'Draft approved' : 'Changes requested',
      record: await orderWork.answer(params.id, person, { ...body, version }),
    })),
  ]
}

import { toBusinessDay } from '#contract/core/business-calendar.ts'
import { formatCalendarDay } from '#contract/core/format-date-time.ts'
import type { PageAndSize } from '#contract/core/paging.ts'
import { ignore404Error, UserError } from '#contract/core/user-error.ts'
import { countWorkBoardGroupsEndpoint, listWorkBoardRowsEndpoint } from '#contract/work/board.ts'
import { isOpenDeliverableState } from '#contract/work/deliverable-workflow.ts'
import { cancelOpenDeliverablesEndpoint, getOrderWorkEndpoint, setMonthStartDateEndpoint } from '#contract/work/order-work.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { Database } from '#platform/db/open-database.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import type { ModuleFunctions, ServerModule } from '#platform/module.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import type { StoredOrder } from '../../sales/orders/orders.ts'
import { openAccessList } from '../access/access.ts'
import { openBrief } from '../briefs/briefs.ts'
import { countBoardRowsByGroup, listBoard } from './board/list-board-rows.ts'
import { type BoardFilter, countOverdueDeliverables, countWaitingForApproval } from './board/store.ts'
import { createActionItemsHandler } from './customer-action-items/list-customer-action-items.ts'
import { copyTemplates, countNextMonth, createCustomerMonthHandlers } from './customer-months.ts'
import { createDeliverableHandlers } from './deliverables/change-deliverable.ts'
import { askForChoices, createChoiceHandler } from './deliverables/choices/choose.ts'
import { moveCarriedOverDeliverables } from './deliverables/outcomes/carry-over-to-next-order.ts'
import { createOutcomeHandler } from './deliverables/outcomes/decide-outcome.ts'
import { loadDeliverableReplyContext, requireFoundOrderWork } from './deliverables/serialize-deliverable.ts'
import { createDeliveryLogHandler } from './delivery-log.ts'
import type { WorkCaller, WorkDependencies } from './dependencies.ts'
import { queueMonthStartEmail } from './emails.ts'
import { loadOrderWork, serializeOrderWork } from './load-order-work.ts'
import { createRenewalsHandler } from './renewals/list-renewals.ts'
import { createContactHandler } from './set-contact.ts'
import { setOrderActivity } from './stop/order-activity.ts'
import { createStopHandlers } from './stop/stop-order.ts'
import { eraseStopReasons, listStopRequests } from './stop/store.ts'
import {
  cancelDeliverable,
  eraseCustomerCommentsOnDrafts,
  findLastContact,
  findOrderWork,
  insertOrderWork,
  listDeliverables,
  lockOrderWork,
  moveAssignedWork,
  recomputeDueDates,
  updateOrderWork,
} from './store.ts'

export { findContactName } from './contact.ts'
export { listPackageParts } from './customer-months.ts'
export { loadMonthEnds } from './renewals/store.ts'
export { loadWorkSummaries } from './work-summary.ts'

export type OrderWorkModule = ModuleFunctions<typeof createOrderWorkModule>

type OrderWorkOptions = Omit<WorkDependencies, 'read' | 'write'> & { database: Database }

/** Creates the module for the work of paid orders. Work begins with the first payment and stays, also after a refund. */
export function createOrderWorkModule({ database: { read, write }, ...options }: OrderWorkOptions) {
  const dependencies: WorkDependencies = { ...options, read, write }
  const { orders, mail } = options

  const handlers = [
    defineHandler(listWorkBoardRowsEndpoint, ({ query }) => listBoard(dependencies, query, query)),
    defineHandler(countWorkBoardGroupsEndpoint, () => countBoardRowsByGroup(dependencies)),
    createActionItemsHandler(dependencies),

    createDeliveryLogHandler(dependencies),
    defineHandler(getOrderWorkEndpoint, ({ params }, { person }) => loadOrderWork(dependencies, params.orderId, person)),

    // Sets the start and all due dates that follow from it. Throws a 409 unless the order is Paid and not Delivered, and a 400
    // for a start before the payment that isn't confirmed.
    defineHandler(setMonthStartDateEndpoint, async ({ params: { orderId }, body }, { person }) => {
      const { startsOn, confirmedStart } = body
      const order = await orders.findForPerson(orderId, person)
      const context = await loadDeliverableReplyContext(dependencies, person)
      const { record, isMoved } = await write(async (tx) => {
        const work = requireFoundOrderWork(await lockOrderWork(tx, orderId))
        if (work.is_active === 0) throw new UserError(409, 'The month can start only if the order is paid and not delivered yet.')
        const paidOn = toBusinessDay(context.timeZone, work.opened_at)
        if (startsOn < paidOn && confirmedStart !== startsOn) {
          const question = `The order was paid on ${formatCalendarDay(paidOn)}. To start the month before that, send the same date again.`
          throw new UserError(400, question, 'startsOn')
        }
        await updateOrderWork(tx, orderId, { starts_on: startsOn })
        await recomputeDueDates(tx, orderId, startsOn)
        await recordAuditEntry(tx, {
          actor: person.email,
          action: 'order.month-started',
          subject: String(order.number),
          detail: { startsOn },
        })
        const isMoved = work.starts_on !== null && work.starts_on !== startsOn
        if (work.starts_on !== startsOn) await queueMonthStartEmail(dependencies, tx, order, { startsOn, isMoved })
        const record = await serializeOrderWork(dependencies, tx, { ...work, starts_on: startsOn }, context)
        return { record, isMoved }
      })
      mail.wake()
      return { message: isMoved ? 'The start date has moved' : 'The month has started', record }
    }),

    ...createDeliverableHandlers(dependencies),
    createOutcomeHandler(dependencies),
    createChoiceHandler(dependencies),
    ...createStopHandlers(dependencies),
    createCancelHandler(dependencies),
    createContactHandler(dependencies),
    createRenewalsHandler(dependencies),
    ...createCustomerMonthHandlers(dependencies),
  ]

  const orderWork = {
    load: (orderId: string, person: WorkCaller) => loadOrderWork(dependencies, orderId, person),
    listBoard: (filter: BoardFilter, page: PageAndSize) => listBoard(dependencies, filter, page),
    countBoardRowsByGroup: () => countBoardRowsByGroup(dependencies),
    askForChoices: (orderId: string) => askForChoices(dependencies, orderId),
  }
  return {
    ...orderWork,
    name: 'work/order-work',
    handlers,
    stateTables: ['order_work', 'deliverable', 'deliverable_step', 'deliverable_outcome', 'deliverable_choice', 'stop_request'],
    async erasePerson(tx, email) {
      await eraseCustomerCommentsOnDrafts(tx, email)
      await eraseStopReasons(tx, email)
      return {}
    },
    followEmailChange: moveAssignedWork,
    // An order that was never paid has no work.
    exportOrder: {
      stopRequests: async (orderId) =>
        (await listStopRequests(read, orderId)).map(({ requested_at, reason, decision, answer }) => ({
          requestedAt: Number(requested_at),
          reason,
          decision,
          answer,
        })),
      monthStartsOn: async (orderId) => (await findOrderWork(read, orderId))?.starts_on ?? null,
      deliverables: async (orderId, customer) =>
        (await ignore404Error(loadOrderWork(dependencies, orderId, customer)))?.deliverables ?? [],
    },
    gauges: {
      rankstead_deliverables_overdue: {
        help: 'Open deliverables past their due date',
        read: async () => countOverdueDeliverables(read, toBusinessDay(await options.timeZone(), Date.now())),
      },
      rankstead_deliverables_waiting_for_approval: {
        help: 'Drafts without an answer from the customer',
        read: () => countWaitingForApproval(read),
      },
    },
  } satisfies ServerModule
}

/** Follows a change of an order. Opens its work once, when the order is Paid for the first time. */
export async function followOrderChange(tx: Tx, order: StoredOrder, before: StoredOrder): Promise<void> {
  const isPaid = order.payment_status === 'Paid'
  const isActive = isPaid && order.order_status !== 'Delivered'
  const work = await lockOrderWork(tx, order.id)
  if (!work && !isPaid) return
  if (!work) {
    const contact_id = await findLastContact(tx, order.customer_email)
    const opened = await insertOrderWork(tx, order.id, { isActive, month: await countNextMonth(tx, order), contact_id })
    await openBrief(tx, order)
    await openAccessList(tx, order.id)
    await copyTemplates(tx, order, opened)
  } else await setOrderActivity(tx, order)
  if (isPaid !== (before.payment_status === 'Paid')) await moveCarriedOverDeliverables(tx, order)
}

const RETURNED_PAYMENT = 'The payment for this order was returned in full.'

/** Cancels the open deliverables of an order whose whole price went back. Throws a 404 or a 409. */
function createCancelHandler(dependencies: WorkDependencies) {
  const { write, orders } = dependencies
  return defineHandler(cancelOpenDeliverablesEndpoint, async ({ params: { orderId } }, { person }) => {
    await orders.findForPerson(orderId, person)
    const context = await loadDeliverableReplyContext(dependencies, person)
    const record = await write(async (tx) => {
      const order = await orders.lockOrder(tx, orderId)
      const work = requireFoundOrderWork(await lockOrderWork(tx, orderId))
      if (order.payment_status !== 'Cancelled')
        throw new UserError(409, 'The payment wasn’t returned in full. Cancel deliverables one at a time on their pages.')
      const open = (await listDeliverables(tx, orderId)).filter(({ state }) => isOpenDeliverableState(state))
      for (const before of open) await cancelDeliverable(tx, before, RETURNED_PAYMENT, person.email)
      const detail = { count: String(open.length) }
      if (open.length > 0)
        await recordAuditEntry(tx, { actor: person.email, action: 'order.work-canceled', subject: String(order.number), detail })
      return serializeOrderWork(dependencies, tx, work, context)
    })
    return { message: 'The open deliverables are canceled', record }
  })
}

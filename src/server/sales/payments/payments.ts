import { randomUUID } from 'node:crypto'
import type { ListPage, PageAndSize } from '#contract/core/paging.ts'
import { UserError } from '#contract/core/user-error.ts'
import type { ReviewFlag } from '#contract/sales/payment-review-flags.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { IdempotencyKey } from '#platform/db/idempotency.ts'
import type { Database } from '#platform/db/open-database.ts'
import type { EndpointHandler } from '#platform/http/register-api.ts'
import type { ModuleFunctions, ServerModule } from '#platform/module.ts'
import { createJobQueue, type QueueTiming } from '#platform/queue/queue.ts'
import type { StoredOrder } from '../orders/orders.ts'
import { exportAccounting, findLedgerCorrections, sumReceiptsAndRefundsByMonth } from './accounting/accounting.ts'
import { listPaymentAttempts } from './attempts/store.ts'
import { beginPayment, createCheckoutConcurrencyLimit } from './begin-payment.ts'
import { loadCustomerPaymentState } from './customer-payment-state.ts'
import { insertPaymentDecision } from './decisions/store.ts'
import { loadCustomerOrderTimeline, loadPaymentEvidence } from './evidence/evidence.ts'
import { createPaymentHandlers } from './handlers.ts'
import { hasPayeeReceivedPayment } from './ledger/store.ts'
import { recordManualPayment, undoMarkOrderPaid } from './manual-payment.ts'
import { createNoticeQueueOptions, NOTICE_QUEUE_TIMING, receiveNotice } from './notices/notice-queue.ts'
import type { PaymentCaller, PaymentDependencies } from './payment-dependencies.ts'
import type { RawPaymentNotice } from './payment-gateway.ts'
import {
  captureApprovedPayment,
  isQueryableAttempt,
  queryProviderAboutOrder,
  queueImmediateQuery,
} from './provider-tasks/order-query-tasks.ts'
import { createProviderTasks, DEFAULT_PAYMENT_QUERY_TIMING, type PaymentQueryTiming } from './provider-tasks/provider-tasks.ts'
import { recomputePaymentState } from './recompute-payment-state.ts'
import { lockOrderAndPrepareShareRefund } from './refunds/refund-price-share.ts'
import {
  type RefundInput,
  type RefundRequest,
  requestRefund,
  sendRefundToProvider,
  serializeRefund,
  withdrawUnfulfilledRefund,
} from './refunds/refunds.ts'
import { type FlagDecision, resolveReviewFlag, undoAcceptance } from './resolve-review-flag.ts'
import { serializeReviewFlag } from './review-flags/serialize-review-flag.ts'
import { listOpenReviewFlagKinds, listReviewFlags } from './review-flags/store.ts'

export { checkPayPalCredentials } from './paypal-orders/paypal-api.ts'
export type { PaymentQueryTiming } from './provider-tasks/provider-tasks.ts'

type PaymentOptions = Omit<PaymentDependencies, 'read' | 'write' | 'tasks' | 'queryTiming' | 'wakeTasks'> & {
  database: Database
  timing?: QueueTiming | undefined
  queryTiming?: PaymentQueryTiming | undefined
}

export type PaymentsModule = ModuleFunctions<typeof createPaymentsModule>

/** Creates the payments module. It calls orders; orders never calls it. */
export function createPaymentsModule({
  database,
  timing = NOTICE_QUEUE_TIMING,
  queryTiming = DEFAULT_PAYMENT_QUERY_TIMING,
  ...options
}: PaymentOptions) {
  const { read, write } = database
  const { mail, orders, problem } = options
  const gateway = options.gateways.current
  const tasks = createProviderTasks({ read, timing, queryTiming, problem })
  const dependencies: PaymentDependencies = { ...options, read, write, tasks, queryTiming, wakeTasks: () => taskQueue.wake() }
  const taskHandlers = {
    ask: (...task: TaskInput) => queryProviderAboutOrder(dependencies, ...task),
    capture: (...task: TaskInput) => captureApprovedPayment(dependencies, ...task),
    refund: (...task: TaskInput) => sendRefundToProvider(dependencies, ...task),
  }
  const taskQueue = createJobQueue({ database, ...tasks.createQueueOptions(taskHandlers), onSettled: mail.wake })
  const wakeMailAndTasks = () => {
    mail.wake()
    taskQueue.wake()
  }
  const noticeQueue = createJobQueue({ database, ...createNoticeQueueOptions(dependencies, timing), onSettled: wakeMailAndTasks })
  const withinLimit = createCheckoutConcurrencyLimit()
  const payments = {
    gateway,
    beginPayment: (id: string, person: PaymentCaller) => beginPayment(dependencies, withinLimit, id, person),
    getState: (id: string, person: PaymentCaller) => loadCustomerPaymentState(dependencies, id, person),
    loadTimeline: (id: string, person: PaymentCaller) => loadCustomerOrderTimeline(dependencies, id, person),
    loadEvidence: (id: string, person: PaymentCaller) => loadPaymentEvidence(dependencies, id, person),
    cancel: async (id: string, person: PaymentCaller): Promise<StoredOrder> => {
      await orders.findForPerson(id, person)
      return cancelOrder(dependencies, id, person.email)
    },
    /** Stores a notice. Returns false if too many wait already. Throws a 404 for a gateway that isn't set up. */
    receiveNotice: async (gatewayId: string, raw: RawPaymentNotice): Promise<boolean> => {
      const isStored = await receiveNotice(dependencies, gatewayId, raw)
      noticeQueue.wake()
      return isStored
    },
    refreshAsAdmin: (id: string, person: PaymentCaller) => queueQueryAsAdmin(dependencies, id, person),
    refreshAsCustomer: (id: string, person: PaymentCaller) => queueQueryAsCustomer(dependencies, id, person),
    markPaid: (id: string, mark: Parameters<typeof recordManualPayment>[2], actor: string) =>
      recordManualPayment(dependencies, id, mark, actor),
    undoMarkPaid: (id: string, reason: string, actor: string) => undoMarkOrderPaid(dependencies, id, reason, actor),
    listFlags: (isOpen: boolean, page: PageAndSize) => loadReviewFlagPage(dependencies, isOpen, page),
    resolveFlag: (id: string, decision: FlagDecision, actor: string) => resolveReviewFlag(dependencies, id, decision, actor),
    undoAcceptance: (id: string, actor: string) => undoAcceptance(dependencies, id, actor),
    listOpenFlagKinds: (orderIds: readonly string[]) => listOpenReviewFlagKinds(read, orderIds),
    refund: (id: string, input: RefundInput, actor: string, key?: IdempotencyKey) =>
      requestRefund(dependencies, id, input, actor, key),
    withdrawRefund: (id: string, actor: string) => write((tx: Tx) => withdrawUnfulfilledRefund(dependencies, tx, id, actor)),
    lockOrderAndPrepareShareRefund: (tx: Tx, orderId: string) => lockOrderAndPrepareShareRefund(dependencies, tx, orderId),
    /** Sends what a transaction queued: emails, and tasks for the provider. */
    wake: wakeMailAndTasks,
    serializeRefund: (request: RefundRequest) => serializeRefund(dependencies, request),
    exportAccounting: (month: string | undefined, actor: string) => exportAccounting(dependencies, month, actor),
    sumReceiptsAndRefundsByMonth: (months: readonly string[]) => sumReceiptsAndRefundsByMonth(dependencies, months),
    /** Returns whether the current gateway has brought a payment to that account. */
    hasPayeeReceivedPayment: (payee: string) =>
      hasPayeeReceivedPayment(read, { gateway: gateway.id, payee, live: gateway.isLive }),
  }
  return {
    ...payments,
    name: 'sales/payments',
    handlers: (): EndpointHandler[] => createPaymentHandlers(payments, orders),
    dataTables: ['payment_notice', 'payment_fact', 'review_flag'],
    stateTables: ['payment_attempt', 'order_decision', 'refund_request', 'provider_queue', 'provider_task'],
    counters: { payments: findLedgerCorrections },
    queues: [noticeQueue, taskQueue],
    start: () => {
      noticeQueue.start()
      taskQueue.start()
    },
    close: async () => {
      await Promise.all([noticeQueue.close(), taskQueue.close()])
    },
  } satisfies ServerModule
}

type TaskInput = [task: Parameters<typeof queryProviderAboutOrder>[1], signal: AbortSignal]

/** Cancels an unpaid order by adding a decision. A canceled order stays canceled. Throws a 409 for a paid order. */
async function cancelOrder({ write, orders }: PaymentDependencies, orderId: string, actor: string): Promise<StoredOrder> {
  return write(async (tx) => {
    const { payment_status } = await orders.lockOrder(tx, orderId)
    if (payment_status === 'Paid')
      throw new UserError(409, 'This order is paid, so you can’t cancel it here. Please write to us.')
    if (payment_status === 'UnPaid') {
      await insertPaymentDecision(tx, orderId, { id: randomUUID(), kind: 'cancel', actor, reason: '' })
      await recomputePaymentState(tx, orders, orderId)
    }
    return orders.lockOrder(tx, orderId)
  })
}

async function loadReviewFlagPage(
  { read, orders }: PaymentDependencies,
  isOpen: boolean,
  page: PageAndSize,
): Promise<ListPage<ReviewFlag>> {
  const { records, total } = await listReviewFlags(read, isOpen, page)
  const flags = records.map(async (flag) => serializeReviewFlag(read, flag, await orders.find(flag.order_id)))
  return { records: await Promise.all(flags), total }
}

/** Queues a query about the checkout attempts of an order. Throws a 409 if no provider can answer. */
async function queueQueryAsAdmin(dependencies: PaymentDependencies, orderId: string, person: PaymentCaller): Promise<void> {
  await dependencies.orders.findForPerson(orderId, person)
  if (!(await hasQueryableAttempt(dependencies, orderId)))
    throw new UserError(409, 'There’s nothing to check. No payment for this order was started with a provider that we can ask.')
  await queueImmediateQuery(dependencies, orderId)
}

/** Queues a query for a customer who came back. Does nothing if no provider can answer, or the queue is full. */
async function queueQueryAsCustomer(dependencies: PaymentDependencies, orderId: string, person: PaymentCaller): Promise<void> {
  const { payment_status } = await dependencies.orders.findForPerson(orderId, person)
  if (payment_status !== 'UnPaid' || !(await hasQueryableAttempt(dependencies, orderId))) return
  if (!(await dependencies.tasks.isFull(dependencies.read))) await queueImmediateQuery(dependencies, orderId)
}

async function hasQueryableAttempt({ read, gateways }: PaymentDependencies, orderId: string): Promise<boolean> {
  return (await listPaymentAttempts(read, orderId)).some((attempt) => isQueryableAttempt(gateways, attempt))
}

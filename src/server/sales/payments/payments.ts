import type { Tx } from '#platform/db/database-writer.ts'
import type { Database } from '#platform/db/open-database.ts'
import type { ModuleFunctions, ServerModule } from '#platform/module.ts'
import { createJobQueue, type QueueTiming } from '#platform/queue/queue.ts'
import type { StoredOrder } from '../orders/orders.ts'
import { createAccountingExportHandler, findLedgerCorrections } from './accounting/accounting.ts'
import { createBeginPaymentHandler } from './begin-payment.ts'
import { createCustomerPaymentHandlers } from './customer-payment-state.ts'
import { createEvidenceHandlers } from './evidence/evidence.ts'
import { hasPayeeReceivedPayment } from './ledger/store.ts'
import { createManualPaymentHandlers } from './manual-payment.ts'
import { createNoticeQueueOptions, NOTICE_QUEUE_TIMING } from './notices/notice-queue.ts'
import { createNoticeHandlers } from './notices/receive-notice.ts'
import type { PaymentDependencies } from './payment-dependencies.ts'
import {
  captureApprovedPayment,
  createPaymentRefreshHandlers,
  queryProviderAboutOrder,
} from './provider-tasks/order-query-tasks.ts'
import { createProviderTasks, DEFAULT_PAYMENT_QUERY_TIMING, type PaymentQueryTiming } from './provider-tasks/provider-tasks.ts'
import { findLargestRefundable, type PriceShareRefund, refundShare } from './refunds/refund-price-share.ts'
import { addRefundTaskAndLockOrder, createRefundHandlers, type PartToRefund } from './refunds/refunds.ts'
import { sendRefundToProvider } from './refunds/send-refund.ts'
import { createReviewFlagHandlers } from './resolve-review-flag.ts'

export { sumReceiptsAndRefundsByMonth } from './accounting/accounting.ts'
export { checkPayPalCredentials } from './paypal-orders/paypal-api.ts'
export type { PaymentQueryTiming } from './provider-tasks/provider-tasks.ts'
export type { RefundRequest } from './refunds/refunds.ts'
export { listOpenReviewFlagKinds } from './review-flags/store.ts'

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
  const { mail, problem } = options
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
  const payments = {
    gateway,
    lockOrderForRefund: (tx: Tx, orderId: string, earlierParts?: readonly PartToRefund[]) =>
      addRefundTaskAndLockOrder(dependencies, tx, orderId, earlierParts),
    refundShare: (tx: Tx, order: StoredOrder, share: PriceShareRefund) => refundShare(dependencies, tx, order, share),
    findLargestRefundable,
    /** Sends what a transaction queued: emails, and tasks for the provider. */
    wake: wakeMailAndTasks,
    /** Returns whether the current gateway has brought a payment to that account. */
    hasPayeeReceivedPayment: (payee: string) =>
      hasPayeeReceivedPayment(read, { gateway: gateway.id, payee, live: gateway.isLive }),
  }
  return {
    ...payments,
    name: 'sales/payments',
    handlers: [
      ...createCustomerPaymentHandlers(dependencies),
      createBeginPaymentHandler(dependencies),
      ...createPaymentRefreshHandlers(dependencies),
      ...createManualPaymentHandlers(dependencies),
      ...createEvidenceHandlers(dependencies),
      ...createRefundHandlers(dependencies),
      createAccountingExportHandler(dependencies),
      ...createReviewFlagHandlers(dependencies),
      ...createNoticeHandlers(dependencies, noticeQueue.wake),
    ],
    dataTables: ['payment_notice', 'payment_fact', 'review_flag'],
    stateTables: ['payment_attempt', 'order_decision', 'refund_request', 'provider_queue', 'provider_task'],
    erasePerson: 'Payments stay for the tax office.',
    exportPerson: 'An order says what was paid.',
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

import { Refusal } from '../../../contract/grammar/refusal.ts'
import { auditedExport } from '../../audit/audit.ts'
import type { Database } from '../../platform/db/db.ts'
import type { Once } from '../../platform/db/once.ts'
import type { Tx } from '../../platform/db/write.ts'
import type { Handled } from '../../platform/http/http.ts'
import type { Api, Module } from '../../platform/module.ts'
import { createQueue, type QueueTiming } from '../../platform/queue/queue.ts'
import type { StoredOrder } from '../orders/orders.ts'
import { accountingEntries, accountingTable, monthsByPaymentDate, recountPayments } from './accounting/accounting.ts'
import { cancelOrder, endFlag, type FlagEnd, markOrderPaid, takeBackMark } from './decisions.ts'
import { listPaymentFlags, orderStoryOf, paymentEvidenceOf } from './evidence/evidence.ts'
import { openFlagsOf } from './flags/store.ts'
import type { RawNotice } from './gateway.ts'
import { beginPayment, createBeginLimit } from './hand-off.ts'
import { paymentHandlers } from './handlers.ts'
import { noticeQueueParts, receiveNotice, TIMING } from './notices/inbox.ts'
import type { PaymentParts, Person } from './parts.ts'
import { paymentStateOf } from './payment-state.ts'
import { ASK_TIMING, type AskTiming, createProviderTasks } from './provider-tasks/provider-tasks.ts'
import { askProvider, captureApproved, isAskable, NOW } from './provider-work.ts'
import {
  makeRefund,
  type RefundRequest,
  requestRefund,
  serializeRefund,
  type WantedRefund,
  withdrawRefund,
} from './refunds/refunds.ts'
import { attemptsOf, hasSettled } from './store.ts'

export { tryApp } from './paypal-orders/api.ts'
export type { AskTiming } from './provider-tasks/provider-tasks.ts'

type Needs = Omit<PaymentParts, 'read' | 'write' | 'tasks' | 'askTiming' | 'wakeTasks'> & {
  database: Database
  timing?: QueueTiming | undefined
  askTiming?: AskTiming | undefined
}

export type Payments = Api<typeof createPayments>

/** The payments of orders. Payments calls orders, never the other way round. */
export function createPayments({ database, timing = TIMING, askTiming = ASK_TIMING, ...needs }: Needs) {
  const { read, write } = database
  const { mail, orders, problem } = needs
  const gateway = needs.gateways.current
  const tasks = createProviderTasks({ read, timing, ask: askTiming, problem })
  const parts: PaymentParts = { ...needs, read, write, tasks, askTiming, wakeTasks: () => taskQueue.wake() }
  const work = {
    ask: (...task: TaskInput) => askProvider(parts, ...task),
    capture: (...task: TaskInput) => captureApproved(parts, ...task),
    refund: (...task: TaskInput) => makeRefund(parts, ...task),
  }
  const taskQueue = createQueue({ database, ...tasks.queueParts(work), settled: mail.wake })
  const wakeBoth = () => {
    mail.wake()
    taskQueue.wake()
  }
  const noticeQueue = createQueue({ database, ...noticeQueueParts(parts, timing), settled: wakeBoth })
  const withinLimit = createBeginLimit()
  const payments = {
    gateway,
    begin: (id: string, person: Person) => beginPayment(parts, withinLimit, id, person),
    standing: (id: string, person: Person) => paymentStateOf(parts, id, person),
    story: (id: string, person: Person) => orderStoryOf(parts, id, person),
    evidence: (id: string, person: Person) => paymentEvidenceOf(parts, id, person),
    cancel: async (id: string, person: Person): Promise<StoredOrder> => {
      await orders.ofPerson(id, person)
      return cancelOrder(parts, id, person.email)
    },
    /** Stores a notice as it came. False if too many wait already; throws a 404 if none is expected from there. */
    receive: async (gatewayId: string, raw: RawNotice): Promise<boolean> => {
      const isKept = await receiveNotice(parts, gatewayId, raw)
      noticeQueue.wake()
      return isKept
    },
    ask: (id: string, person: Person) => askAsAdmin(parts, id, person),
    confirm: (id: string, person: Person) => askAsCustomer(parts, id, person),
    markPaid: (id: string, mark: Parameters<typeof markOrderPaid>[2], actor: string) => markOrderPaid(parts, id, mark, actor),
    takeBackPaid: (id: string, reason: string, actor: string) => takeBackMark(parts, id, reason, actor),
    flags: (isOpen: boolean, page: Parameters<typeof listPaymentFlags>[2]) => listPaymentFlags(parts, isOpen, page),
    endFlag: (id: string, end: FlagEnd, actor: string) => endFlag(parts, id, end, actor),
    openFlagsOf: (orderIds: readonly string[]) => openFlagsOf(read, orderIds),
    refund: (id: string, wanted: WantedRefund, actor: string, once?: Once) => requestRefund(parts, id, wanted, actor, once),
    withdrawRefund: (id: string, actor: string) => write((tx: Tx) => withdrawRefund(parts, tx, id, actor)),
    serializeRefund: (request: RefundRequest) => serializeRefund(parts, request),
    exportAccounting: (month: string | undefined, actor: string) => exportAccounting(parts, month, actor),
    monthsByPaymentDate: async (months: readonly string[]) =>
      monthsByPaymentDate(read, { months, timeZone: await orders.timeZone(), isLive: gateway.isLive }),
    /** Returns whether a payment to that account has arrived by today's gateway. */
    wasPaid: (payee: string) => hasSettled(read, { gateway: gateway.id, payee, live: gateway.isLive }),
  }
  return {
    ...payments,
    name: 'sales/payments',
    handlers: (): Handled[] => paymentHandlers(payments, orders),
    dataTables: ['payment_notice', 'payment_fact', 'payment_flag'],
    stateTables: ['payment_attempt', 'order_intent', 'refund_request', 'provider_queue', 'provider_task'],
    counters: { payments: recountPayments },
    queues: [noticeQueue, taskQueue],
    start: () => {
      noticeQueue.start()
      taskQueue.start()
    },
    close: async () => {
      await Promise.all([noticeQueue.close(), taskQueue.close()])
    },
  } satisfies Module
}

type TaskInput = [task: Parameters<typeof askProvider>[1], signal: AbortSignal]

/** Returns the accounting file of a month, or of all time, and records who exported it. */
async function exportAccounting(
  { read, write, orders }: PaymentParts,
  month: string | undefined,
  actor: string,
): Promise<AsyncGenerator<string>> {
  const timeZone = await orders.timeZone()
  const exported = { actor, action: 'accounting.exported', subject: 'payments' } as const
  return accountingTable(await auditedExport(write, exported, accountingEntries(read, month, timeZone)), timeZone)
}

/** Queues an ask about the hand-offs of an order. Throws a 409 if no provider can answer. */
async function askAsAdmin(parts: PaymentParts, orderId: string, person: Person): Promise<void> {
  await parts.orders.ofPerson(orderId, person)
  if (!(await hasAskable(parts, orderId)))
    throw new Refusal(409, 'There is nothing to ask: no payment of this order was begun with a provider that can answer.')
  await queueAsk(parts, orderId)
}

/** Queues an ask for a customer who is back. Does nothing if no provider can answer, or many orders wait already. */
async function askAsCustomer(parts: PaymentParts, orderId: string, person: Person): Promise<void> {
  const { payment_status } = await parts.orders.ofPerson(orderId, person)
  if (payment_status !== 'UnPaid' || !(await hasAskable(parts, orderId))) return
  if (!(await parts.tasks.isFull(parts.read))) await queueAsk(parts, orderId)
}

async function hasAskable({ read, gateways }: PaymentParts, orderId: string): Promise<boolean> {
  return (await attemptsOf(read, orderId)).some((attempt) => isAskable(gateways, attempt))
}

async function queueAsk({ write, tasks, wakeTasks }: PaymentParts, orderId: string): Promise<void> {
  await write((tx) => tasks.add(tx, { orderId, kind: 'ask', subject: NOW }))
  wakeTasks()
}

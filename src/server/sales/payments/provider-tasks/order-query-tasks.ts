import { UserError } from '#contract/core/user-error.ts'
import { refreshPaymentStateEndpoint } from '#contract/sales/customer-payment.ts'
import { refreshPaymentFactsEndpoint } from '#contract/sales/payment-evidence.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import type { Gateways } from '../gateways.ts'
import { findCaptureObstacle } from '../payment-capture-rules.ts'
import type { PaymentDependencies } from '../payment-dependencies.ts'
import type { PaymentApproval, ProviderReport, QueryableAttempt } from '../payment-gateway.ts'
import { recordProviderReport } from '../record-provider-report.ts'
import { buildNotCapturedFlag, buildPaymentRefusedFlag, raiseFlagAndNotify } from '../review-flags/review-flags.ts'
import { closeUnpaidAttempt, findPaymentAttempt, listPaymentAttempts, type StoredPaymentAttempt } from '../store.ts'
import type { ProviderTask, ProviderTaskResultWriter } from './provider-tasks.ts'

/** How many of an order's newest checkout attempts one query covers. */
const MAX_QUERIED_ATTEMPTS = 5

/** The subject of a query that isn't scheduled. The database stores it. */
export const IMMEDIATE_QUERY_SUBJECT = 'now'

/** Returns whether the provider can answer a query about a checkout attempt. */
export function isQueryableAttempt(
  gateways: Gateways,
  attempt: StoredPaymentAttempt,
): attempt is StoredPaymentAttempt & QueryableAttempt {
  return attempt.reference !== null && gateways.all.get(attempt.gateway)?.reconcile !== undefined
}

export async function queueImmediateQuery({ write, tasks, wakeTasks }: PaymentDependencies, orderId: string): Promise<void> {
  await write((tx) => tasks.add(tx, { orderId, kind: 'ask', subject: IMMEDIATE_QUERY_SUBJECT }))
  wakeTasks()
}

/** Queries the provider about the newest checkout attempts of an order. */
export async function queryProviderAboutOrder(
  dependencies: PaymentDependencies,
  { order_id: orderId, subject }: ProviderTask,
  signal: AbortSignal,
): Promise<ProviderTaskResultWriter> {
  const { read, orders, gateways } = dependencies
  const order = await orders.find(orderId)
  if (subject !== IMMEDIATE_QUERY_SUBJECT && order?.payment_status !== 'UnPaid') return doNothing
  const reports: [string, ProviderReport | undefined][] = []
  const queryable = (await listPaymentAttempts(read, orderId)).filter((attempt) => isQueryableAttempt(gateways, attempt))
  for (const attempt of queryable.slice(-MAX_QUERIED_ATTEMPTS).toReversed())
    reports.push([attempt.gateway, await gateways.all.get(attempt.gateway)?.reconcile?.(attempt, signal)])
  return async (tx) => {
    for (const [gateway, report] of reports)
      if (report) await recordProviderReport(dependencies, tx, report, { gateway, noticeId: null })
  }
}

/** Captures an approved payment, or flags the order with the reason against it. */
export async function captureApprovedPayment(
  dependencies: PaymentDependencies,
  task: ProviderTask,
  signal: AbortSignal,
): Promise<ProviderTaskResultWriter> {
  const { read, write, gateways } = dependencies
  const attempt = await findPaymentAttempt(read, task.subject)
  const gateway = attempt && gateways.all.get(attempt.gateway)
  if (!attempt || !isQueryableAttempt(gateways, attempt) || !gateway?.capture) return doNothing
  const source = { gateway: gateway.id, noticeId: null }
  const { approval, facts = [] } = (await gateway.reconcile?.(attempt, signal)) ?? {}
  if (!approval || attempt.refusedApproval === approval.id)
    return (tx) => recordProviderReport(dependencies, tx, { facts }, source)
  const reason = await write((tx) => findCaptureObstacleNow(dependencies, tx, attempt, approval))
  if (reason) {
    return async (tx) => {
      await recordProviderReport(dependencies, tx, { facts }, source)
      await raiseFlagAndNotify(dependencies, tx, attempt.orderId, buildNotCapturedFlag(attempt, reason))
    }
  }
  const { refusal, facts: captureFacts } = await gateway.capture(attempt, approval, signal)
  return async (tx) => {
    await recordProviderReport(dependencies, tx, { facts: captureFacts }, source)
    if (refusal !== undefined) await closeRefusedAttempt(dependencies, tx, attempt, refusal, approval)
  }
}

/** Closes a checkout attempt that the provider refused. Raises a flag if the owner must act. */
export async function closeRefusedAttempt(
  dependencies: PaymentDependencies,
  tx: Tx,
  attempt: StoredPaymentAttempt,
  refusal: string,
  approval?: PaymentApproval,
): Promise<void> {
  await closeUnpaidAttempt(tx, attempt.id, { refusal, refused_approval_id: approval?.id ?? null })
  if (dependencies.gateways.all.get(attempt.gateway)?.explainRefusal?.(refusal).owner !== undefined)
    await raiseFlagAndNotify(dependencies, tx, attempt.orderId, buildPaymentRefusedFlag(attempt, refusal))
}

/** Reads under the order lock, so that it sees a cancel or another payment. */
async function findCaptureObstacleNow(
  { orders }: PaymentDependencies,
  tx: Tx,
  attempt: StoredPaymentAttempt,
  approval: PaymentApproval,
) {
  const order = await orders.lockOrder(tx, attempt.orderId)
  return findCaptureObstacle({ order, attempts: await listPaymentAttempts(tx, attempt.orderId), attempt, approval })
}

async function doNothing(): Promise<void> {}

/** Queues queries about the checkout attempts of an order. */
export function createPaymentRefreshHandlers(dependencies: PaymentDependencies) {
  const { read, orders, gateways, tasks } = dependencies

  async function hasQueryableAttempt(orderId: string): Promise<boolean> {
    return (await listPaymentAttempts(read, orderId)).some((attempt) => isQueryableAttempt(gateways, attempt))
  }

  return [
    // For a customer who came back. Does nothing if no provider can answer, or the queue is full.
    defineHandler(refreshPaymentStateEndpoint, async ({ params: { id } }, { person }) => {
      const { payment_status } = await orders.findForPerson(id, person)
      const canAsk = payment_status === 'UnPaid' && (await hasQueryableAttempt(id)) && !(await tasks.isFull(read))
      if (canAsk) await queueImmediateQuery(dependencies, id)
      return { message: 'We’re checking whether your payment has arrived.' }
    }),

    // For an admin. Throws a 409 if no provider can answer.
    defineHandler(refreshPaymentFactsEndpoint, async ({ params: { id } }, { person }) => {
      await orders.findForPerson(id, person)
      if (!(await hasQueryableAttempt(id)))
        throw new UserError(
          409,
          'There’s nothing to check. No payment for this order was started with a provider that we can ask.',
        )
      await queueImmediateQuery(dependencies, id)
      return { message: 'We’re asking the payment provider. The answer will show here in a moment.' }
    }),
  ]
}

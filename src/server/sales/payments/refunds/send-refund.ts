import type { Tx } from '#platform/db/database-writer.ts'
import { listFactsOfTransaction } from '../ledger/store.ts'
import type { PaymentDependencies } from '../payment-dependencies.ts'
import { RefundRefusedError } from '../payment-gateway.ts'
import { IMMEDIATE_QUERY_SUBJECT } from '../provider-tasks/order-query-tasks.ts'
import type { ProviderTask, ProviderTaskResultWriter } from '../provider-tasks/provider-tasks.ts'
import { recordProviderReport } from '../record-provider-report.ts'
import { buildRefundUnclearFlag, raiseFlagAndNotify } from '../review-flags/review-flags.ts'
import { changeRefundState, findRefundRequest, type RefundRequest } from '../store.ts'
import { markRefundRefused, matchRequestWithOwnRefund } from './match-refunds-to-requests.ts'

/** How many times to send a refund to the provider. With the queue's pauses, that takes about 11 hours. */
const MAX_REFUND_ATTEMPTS = 20

const UNCLEAR_MESSAGE =
  'The payment provider never said whether it made this refund. Look for the refund there. If it was made, we’ll hear about it and confirm it here. If not, press the button below, and refund again.'

/**
 * Sends a refund to the provider, always with the same idempotency key. Throws, so that the queue retries. After
 * `MAX_REFUND_ATTEMPTS`, the request becomes unclear.
 */
export async function sendRefundToProvider(
  dependencies: PaymentDependencies,
  { subject, attempts }: ProviderTask,
  signal: AbortSignal,
): Promise<ProviderTaskResultWriter> {
  const { read, gateways } = dependencies
  const request = await findRefundRequest(read, subject)
  if (request?.state !== 'asked') return async () => {}
  const { gateway, payment_transaction_id, cents, id } = request
  const payment = (await listFactsOfTransaction(read, gateway, payment_transaction_id)).find(({ kind }) => kind === 'settled')
  const provider = gateways.all.get(gateway)
  try {
    if (!payment || !provider?.refund) throw new RefundRefusedError('This payment provider is no longer set up.')
    const facts = await provider.refund(payment, cents, id, signal)
    return async (tx) => {
      for (const { transactionId } of facts) await matchRequestWithOwnRefund(dependencies, tx, request, transactionId)
      await recordProviderReport(dependencies, tx, { facts }, { gateway, noticeId: null })
    }
  } catch (error) {
    if (error instanceof RefundRefusedError) return (tx) => markRefundRefused(dependencies, tx, request, error.message)
    if (attempts + 1 < MAX_REFUND_ATTEMPTS) throw error
    dependencies.problem(error, `the payment provider never confirmed refund ${id}; the queue stops sending it`)
    return (tx) => markRefundUnclear(dependencies, tx, request)
  }
}

/**
 * Marks a refund as unclear. The provider may have made it, so its money stays reserved. A queued query may still confirm
 * it.
 */
async function markRefundUnclear(dependencies: PaymentDependencies, tx: Tx, request: RefundRequest): Promise<void> {
  await dependencies.tasks.add(tx, { orderId: request.order_id, kind: 'ask', subject: IMMEDIATE_QUERY_SUBJECT })
  await dependencies.orders.lockOrder(tx, request.order_id)
  if (!(await changeRefundState(tx, request.id, ['asked'], { state: 'unclear', refusal: UNCLEAR_MESSAGE }))) return
  await raiseFlagAndNotify(dependencies, tx, request.order_id, buildRefundUnclearFlag(request))
}

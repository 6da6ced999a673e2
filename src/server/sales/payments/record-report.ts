import type { Tx } from '../../platform/db/database-writer.ts'
import type { PaymentFact } from './ledger/payment-fact.ts'
import { type FactSource, recordFact } from './ledger/record-fact.ts'
import { notifyAdmins, notifyOfPayment } from './notify-payment.ts'
import type { PaymentDependencies } from './payment-dependencies.ts'
import type { ProviderReport } from './payment-gateway.ts'
import { confirmRefundRequest } from './refunds/store.ts'
import { buildRefundUnclearFlag } from './review-flags/review-flags.ts'
import { CLOSED_BY_SYSTEM, closeFlagBySubject } from './review-flags/store.ts'
import { findAttempt, findAttemptByReference } from './store.ts'

/** Records what a provider reports. An approval becomes a task to capture it. */
export async function recordReport(
  dependencies: PaymentDependencies,
  tx: Tx,
  { facts, approval }: ProviderReport,
  source: FactSource,
): Promise<void> {
  const attempt = approval && (await findAttemptByReference(tx, source.gateway, approval.reference))
  // Other programs may use the same application at the provider. Their orders are not ours to capture.
  if (attempt) await dependencies.tasks.add(tx, { orderId: attempt.orderId, kind: 'capture', subject: attempt.id })
  for (const fact of facts) await recordAndNotify(dependencies, tx, await removeForeignAttempt(tx, fact), source)
}

/** Records one fact, and issues the documents and emails that follow from it. */
export async function recordAndNotify(
  dependencies: PaymentDependencies,
  tx: Tx,
  fact: PaymentFact,
  source: FactSource,
): Promise<void> {
  const result = await recordFact(tx, dependencies.orders, fact, source)
  const confirmed = fact.kind === 'refunded' ? await confirmRefundRequest(tx, source.gateway, fact) : undefined
  if (confirmed) await closeFlagBySubject(tx, buildRefundUnclearFlag(confirmed), CLOSED_BY_SYSTEM)
  if (!result) return
  if ('orphan' in result) await notifyAdmins(dependencies, tx, [result.orphan])
  else await notifyOfPayment(dependencies, tx, result, fact.live)
}

/** Removes the hand-off from a fact that names one of ours, but another order at the provider than that hand-off made. */
async function removeForeignAttempt(tx: Tx, fact: PaymentFact): Promise<PaymentFact> {
  if (fact.reference === undefined || fact.attemptId === undefined) return fact
  const attempt = await findAttempt(tx, fact.attemptId)
  if (!attempt || attempt.reference === fact.reference) return fact
  const { attemptId: _foreign, ...rest } = fact
  return rest
}

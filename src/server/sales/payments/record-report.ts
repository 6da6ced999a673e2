import type { Tx } from '../../platform/db/write.ts'
import { refundUnclear } from './flags/flags.ts'
import { closeAbout, OVER } from './flags/store.ts'
import type { ProviderReport } from './gateway.ts'
import type { Fact } from './ledger/fact.ts'
import { recordFact, type Source } from './ledger/record.ts'
import { notifyOfPayment, notifyOwner } from './notify.ts'
import type { PaymentParts } from './parts.ts'
import { confirmRefund } from './refunds/store.ts'
import { findAttempt, findByReference } from './store.ts'

/** Records what a provider reports. An approval becomes a task to capture it. */
export async function recordReport(
  parts: PaymentParts,
  tx: Tx,
  { facts, approval }: ProviderReport,
  source: Source,
): Promise<void> {
  const attempt = approval && (await findByReference(tx, source.gateway, approval.reference))
  // Other programs may use the same application at the provider. Their orders are not ours to capture.
  if (attempt) await parts.tasks.add(tx, { orderId: attempt.orderId, kind: 'capture', subject: attempt.id })
  for (const fact of facts) await recordAndNotify(parts, tx, await withoutForeignHandOff(tx, fact), source)
}

/** Records one fact, and issues the documents and emails that follow from it. */
export async function recordAndNotify(parts: PaymentParts, tx: Tx, fact: Fact, source: Source): Promise<void> {
  const result = await recordFact(tx, parts.orders, fact, source)
  const confirmed = fact.kind === 'refunded' ? await confirmRefund(tx, source.gateway, fact) : undefined
  if (confirmed) await closeAbout(tx, refundUnclear(confirmed), OVER)
  if (!result) return
  if ('orphan' in result) await notifyOwner(parts, tx, [result.orphan])
  else await notifyOfPayment(parts, tx, result, fact.live)
}

/** Removes the hand-off from a fact that names one of ours, but another order at the provider than that hand-off made. */
async function withoutForeignHandOff(tx: Tx, fact: Fact): Promise<Fact> {
  if (fact.reference === undefined || fact.attemptId === undefined) return fact
  const attempt = await findAttempt(tx, fact.attemptId)
  if (!attempt || attempt.reference === fact.reference) return fact
  const { attemptId: _foreign, ...rest } = fact
  return rest
}

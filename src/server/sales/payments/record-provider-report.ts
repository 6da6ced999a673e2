import type { Tx } from '#platform/db/database-writer.ts'
import { findPaymentAttempt, findPaymentAttemptByReference } from './attempts/store.ts'
import { issueSalesDocuments } from './issue-sales-documents.ts'
import type { PaymentFact } from './ledger/payment-fact.ts'
import { listFactsOfTransaction } from './ledger/store.ts'
import type { PaymentDependencies } from './payment-dependencies.ts'
import type { ProviderReport } from './payment-gateway.ts'
import { notifyAdminsOfFlags } from './raise-review-flag.ts'
import { type PaymentFactSource, recordPaymentFact } from './record-payment-fact.ts'

/** Records a provider's report. An approval becomes a capture task. */
export async function recordProviderReport(
  dependencies: PaymentDependencies,
  tx: Tx,
  { facts, approval }: ProviderReport,
  source: PaymentFactSource,
): Promise<void> {
  const attempt = approval && (await findPaymentAttemptByReference(tx, source.gateway, approval.reference))
  // Other programs may share our application at the provider. Never capture their orders.
  if (attempt) await dependencies.tasks.add(tx, { orderId: attempt.orderId, kind: 'capture', subject: attempt.id })
  for (const fact of facts) await recordFactAndNotify(dependencies, tx, await removeForeignAttempt(tx, fact), source)
}

/** Records one fact, and sends the documents and emails that follow from it. */
export async function recordFactAndNotify(
  dependencies: PaymentDependencies,
  tx: Tx,
  fact: PaymentFact,
  source: PaymentFactSource,
): Promise<void> {
  const result = await recordPaymentFact(dependencies, tx, fact, source)
  if (!result) return
  if ('orphan' in result) await notifyAdminsOfFlags(dependencies, tx, [result.orphan])
  else await issueSalesDocuments(dependencies, tx, result, fact.live)
}

/**
 * Records the counter entry of a payment that an admin takes back. It counts from the decision on, which the caller adds
 * next. Both keep their own month (P-110).
 */
export async function recordTakenBackPayment(
  dependencies: PaymentDependencies,
  tx: Tx,
  gateway: string,
  transactionId: string,
): Promise<void> {
  const payment = (await listFactsOfTransaction(tx, gateway, transactionId)).find(({ kind }) => kind === 'settled')
  if (!payment) return
  const { attemptId, cents, currency, payees, live } = payment
  const amounts = { cents, currency, payees, live, ...(attemptId !== undefined && { attemptId }) }
  const fact = { ...amounts, kind: 'takenBack', transactionId, parentTransactionId: transactionId, at: Date.now() } as const
  await recordFactAndNotify(dependencies, tx, fact, { gateway, noticeId: null })
}

/** Removes our attempt id from a fact if the fact's order at the provider isn't that attempt's order. */
async function removeForeignAttempt(tx: Tx, fact: PaymentFact): Promise<PaymentFact> {
  if (fact.reference === undefined || fact.attemptId === undefined) return fact
  const attempt = await findPaymentAttempt(tx, fact.attemptId)
  if (!attempt || attempt.reference === fact.reference) return fact
  const { attemptId: _foreign, ...rest } = fact
  return rest
}

import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { PaymentAttemptTerms } from '../ledger/compare-fact-with-attempt.ts'
import type { PaymentAttemptTable } from '../tables.ts'

export type StoredPaymentAttempt = PaymentAttemptTerms & {
  orderId: string
  reference: string | null
  createdAt: number
  /** When it ended without a payment, epoch ms. The customer can't use it again. */
  closedAt: number | null
  /** The provider's code for a refused payment. */
  refusal: string | null
  /** The id of the approval that the provider refused. */
  refusedApproval: string | null
}

export async function insertPaymentAttempt(
  tx: Tx,
  attempt: PaymentAttemptTerms & { orderId: string },
): Promise<StoredPaymentAttempt> {
  const { orderId, live, ...rest } = attempt
  const row = { ...rest, order_id: orderId, live: Number(live), reference: null, created_at: Date.now() }
  await tx.insertInto('payment_attempt').values(row).execute()
  return { ...attempt, reference: null, createdAt: row.created_at, closedAt: null, refusal: null, refusedApproval: null }
}

/** Stores the provider's order id and its names of the payee. */
export async function saveAttemptProviderReference(
  tx: Tx,
  attemptId: string,
  { reference, payeeIdentifiers }: { reference: string; payeeIdentifiers: readonly string[] },
): Promise<void> {
  const payee_aliases = JSON.stringify(payeeIdentifiers)
  await tx.updateTable('payment_attempt').set({ reference, payee_aliases }).where('id', '=', attemptId).execute()
}

/** Ends an attempt without a payment. The next checkout needs a new attempt. */
export async function closeUnpaidAttempt(
  tx: Tx,
  id: string,
  outcome: Partial<Pick<PaymentAttemptTable, 'refusal' | 'refused_approval_id'>> = {},
): Promise<void> {
  await tx
    .updateTable('payment_attempt')
    .set({ closed_at: Date.now(), ...outcome })
    .where('id', '=', id)
    .execute()
}

export async function findPaymentAttemptByReference(
  db: DatabaseReader,
  gateway: string,
  reference: string,
): Promise<StoredPaymentAttempt | undefined> {
  const all = db.selectFrom('payment_attempt').selectAll().where('reference', '=', reference)
  const row = await all.where('gateway', '=', gateway).executeTakeFirst()
  return row && toAttempt(row)
}

export async function findPaymentAttempt(db: DatabaseReader, id: string): Promise<StoredPaymentAttempt | undefined> {
  const row = await db.selectFrom('payment_attempt').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toAttempt(row)
}

/** Returns the first of these ids that is a checkout attempt, with the customer of its order. */
export async function findFirstAttemptAmongIds(
  db: DatabaseReader,
  ids: readonly string[],
): Promise<{ attempt_id: string; account: string } | undefined> {
  return db
    .selectFrom('payment_attempt')
    .innerJoin('orders', 'orders.id', 'payment_attempt.order_id')
    .select(['payment_attempt.id as attempt_id', 'orders.customer_email as account'])
    .where('payment_attempt.id', 'in', ids)
    .limit(1)
    .executeTakeFirst()
}

/** Returns the oldest attempt first. */
export async function listPaymentAttempts(db: DatabaseReader, orderId: string): Promise<StoredPaymentAttempt[]> {
  const all = db.selectFrom('payment_attempt').selectAll().where('order_id', '=', orderId)
  return (await all.orderBy('created_at').orderBy('id').execute()).map(toAttempt)
}

function toAttempt(row: PaymentAttemptTable): StoredPaymentAttempt {
  const { order_id, live, created_at, payee_aliases, closed_at = null, refusal = null, refused_approval_id = null, ...rest } = row
  return {
    ...rest,
    orderId: order_id,
    live: live === 1,
    createdAt: created_at,
    closedAt: closed_at,
    refusal,
    refusedApproval: refused_approval_id,
    ...(payee_aliases && { payeeIdentifiers: JSON.parse(payee_aliases) as string[] }),
  }
}

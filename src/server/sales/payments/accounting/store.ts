import { type SqlBool, sql } from 'kysely'
import type { PaymentFactKind } from '../../../../contract/sales/payment-fact-and-flag-kinds.ts'
import type { DatabaseReader } from '../../../platform/db/tables.ts'

/** A counted payment fact with the invoice of its order. `at` is in epoch ms. */
export type AccountingEntry = {
  gateway: string
  transaction_id: string
  kind: PaymentFactKind
  at: number
  live: number
  received_cents: number
  refunded_cents: number
  fee_cents: number | null
  order_number: number | null
  /** Negative for a test invoice. */
  invoice_number: number | null
}

/** A time span without `to`, in epoch ms. */
export type AccountingPeriod = { from: number; to: number }

export async function listAccountingEntriesBefore(
  db: DatabaseReader,
  { from, to }: AccountingPeriod,
  before: Pick<AccountingEntry, 'at' | 'transaction_id' | 'kind'> | undefined,
  limit: number,
): Promise<AccountingEntry[]> {
  const entries = db
    .selectFrom('payment_fact')
    .leftJoin('orders', 'orders.id', 'payment_fact.order_id')
    .leftJoin('invoice', 'invoice.order_id', 'payment_fact.order_id')
    .select([
      'payment_fact.gateway',
      'payment_fact.transaction_id',
      'payment_fact.kind',
      'payment_fact.at',
      'payment_fact.live',
      'payment_fact.received_cents',
      'payment_fact.refunded_cents',
      'payment_fact.fee_cents',
      'orders.number as order_number',
      'invoice.number as invoice_number',
    ])
    .where('payment_fact.at', '>=', from)
    .where('payment_fact.at', '<', to)
    .where(sql<SqlBool>`(payment_fact.received_cents <> 0 or payment_fact.refunded_cents <> 0)`)
    .orderBy('payment_fact.at', 'desc')
    .orderBy('payment_fact.transaction_id', 'desc')
    .orderBy('payment_fact.kind', 'desc')
    .limit(limit)
  if (!before) return entries.execute()
  return entries
    .where((eb) =>
      eb(
        eb.refTuple('payment_fact.at', 'payment_fact.transaction_id', 'payment_fact.kind'),
        '<',
        eb.tuple(before.at, before.transaction_id, before.kind),
      ),
    )
    .execute()
}

/** Sums up the receipts and refunds of a period, in cents. Reads only the index `payment_fact_sums`. */
export async function sumReceiptsAndRefunds(db: DatabaseReader, live: number, { from, to }: AccountingPeriod) {
  const sums = db
    .selectFrom('payment_fact')
    .select(({ fn }) => [fn.sum<number>('received_cents').as('received'), fn.sum<number>('refunded_cents').as('refunded')])
    .where('live', '=', live)
    .where('at', '>=', from)
    .where('at', '<', to)
  const { received, refunded } = await sums.executeTakeFirstOrThrow()
  return { received: Number(received ?? 0), refunded: Number(refunded ?? 0) }
}

/** Returns orders after a number whose totals differ from the sums of their facts. `last` is the last number it read. */
export async function findOrdersWithWrongTotals(
  db: DatabaseReader,
  after: number,
  limit: number,
): Promise<{ ids: string[]; last: number | undefined }> {
  const { rows } = await sql<{ id: string; number: number; is_equal: unknown }>`
    select id, number, received_cents = received and refunded_cents = refunded as is_equal from (
      select orders.id, orders.number, orders.received_cents, orders.refunded_cents,
        coalesce((select sum(received_cents) from payment_fact where order_id = orders.id), 0) as received,
        coalesce((select sum(refunded_cents) from payment_fact where order_id = orders.id), 0) as refunded
      from orders where number > ${after} order by number limit ${limit}) as sums
    order by number`.execute(db)
  return { ids: rows.flatMap(({ id, is_equal }) => (is_equal ? [] : [id])), last: rows.at(-1)?.number }
}

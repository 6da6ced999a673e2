import { type SqlBool, sql } from 'kysely'
import type { ManualPaymentMethod, PaymentFactKind } from '../../../../contract/sales/payment-fact-and-flag-kinds.ts'
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
  /** The invoice that is paid or corrected. Negative for a test invoice. */
  invoice_number: number | null
  /** The credit note of a refund or a reversal, or the one that cancels it. Negative for test money. */
  credit_note_number: number | null
  /** How a payment by hand arrived, and the reference that the admin typed. */
  method: ManualPaymentMethod | null
  reference: string | null
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
    .leftJoin('order_decision', 'order_decision.id', 'payment_fact.transaction_id')
    .select((eb) => [
      'payment_fact.gateway',
      'payment_fact.transaction_id',
      'payment_fact.kind',
      'payment_fact.at',
      'payment_fact.live',
      'payment_fact.received_cents',
      'payment_fact.refunded_cents',
      'payment_fact.fee_cents',
      'orders.number as order_number',
      'order_decision.method',
      'order_decision.reference',
      eb
        .selectFrom('invoice')
        .select('invoice.number')
        .whereRef('invoice.order_id', '=', 'payment_fact.order_id')
        .orderBy('invoice.issued_at', 'desc')
        .limit(1)
        .as('invoice_number'),
      eb
        .selectFrom('credit_note')
        .select('credit_note.number')
        .whereRef('credit_note.order_id', '=', 'payment_fact.order_id')
        .where(isCreditNoteOfFact)
        .orderBy('credit_note.sequence', 'desc')
        .limit(1)
        .as('credit_note_number'),
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

/** A refund and a reversal have a credit note. The end of a reversal has one that cancels it, with the time of the end. */
const isCreditNoteOfFact = sql<SqlBool>`
  case when payment_fact.refunded_cents > 0
    then credit_note.transaction_id = payment_fact.transaction_id and credit_note.cents > 0
    else payment_fact.refunded_cents < 0 and credit_note.refunded_at = payment_fact.at and credit_note.cents < 0
  end`

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

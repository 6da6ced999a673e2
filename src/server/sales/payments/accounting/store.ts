import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { ManualPaymentMethod, PaymentFactKind } from '#contract/sales/payment-kinds.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader, DatabaseTables } from '#platform/db/tables.ts'
import { cancelledInvoiceNumbers, creditNoteNumbers, invoiceNumbers } from '#server/sales/invoices/queries.ts'
import { joinableOrders } from '#server/sales/orders/queries.ts'
import { computeBookingTime } from '../ledger/payment-fact.ts'

/** A counted payment fact with its invoice. `at` is in epoch ms. */
export type AccountingEntry = {
  gateway: string
  transaction_id: string
  kind: PaymentFactKind
  at: number
  booked_on: string | null
  live: number
  received_cents: number
  refunded_cents: number
  fee_cents: number | null
  order_number: number | null
  /** The invoices that are paid or corrected, oldest first, such as `1001,1002`. Negative for test invoices. */
  invoice_numbers: string | null
  /** The credit notes of a refund or a reversal, or those that cancel it. Negative for test money. */
  credit_note_numbers: string | null
  /** How a payment by hand arrived, and the reference that the admin typed. */
  method: ManualPaymentMethod | null
  reference: string | null
}

/** The days from `firstDay` until before `endDay`, and when they begin in today's time zone, in epoch ms. */
export type AccountingPeriod = { firstDay: string; endDay: string; from: number; to: number }

/** How far a time may lie from the day that it was booked on, in ms: the distance of two time zones. */
const BOOKING_TOLERANCE_MS = 2 * 86_400_000

/** Selects facts by the day that they were booked on, and older facts without such a day by their time. */
function isInPeriod(eb: ExpressionBuilder<DatabaseTables, 'payment_fact'>, { firstDay, endDay, from, to }: AccountingPeriod) {
  return eb.or([
    eb.and([eb('booked_on', '>=', firstDay), eb('booked_on', '<', endDay)]),
    eb.and([eb('booked_on', 'is', null), eb('payment_fact.at', '>=', from), eb('payment_fact.at', '<', to)]),
  ])
}

export async function listAccountingEntriesBefore(
  db: DatabaseReader,
  period: AccountingPeriod | undefined,
  before: Pick<AccountingEntry, 'at' | 'transaction_id' | 'kind'> | undefined,
  limit: number,
): Promise<AccountingEntry[]> {
  const entries = db
    .selectFrom('payment_fact')
    .leftJoin(joinableOrders, 'orders.id', 'payment_fact.order_id')
    .leftJoin('order_decision', 'order_decision.id', 'payment_fact.transaction_id')
    .select([
      'payment_fact.gateway',
      'payment_fact.transaction_id',
      'payment_fact.kind',
      'payment_fact.at',
      'payment_fact.booked_on',
      'payment_fact.live',
      'payment_fact.received_cents',
      'payment_fact.refunded_cents',
      'payment_fact.fee_cents',
      'orders.number as order_number',
      'order_decision.method',
      'order_decision.reference',
      invoicesOfFact.as('invoice_numbers'),
      creditNotesOfFact.as('credit_note_numbers'),
    ])
    .$if(period !== undefined, (all) =>
      all
        .where('payment_fact.at', '>=', (period?.from ?? 0) - BOOKING_TOLERANCE_MS)
        .where('payment_fact.at', '<', (period?.to ?? 0) + BOOKING_TOLERANCE_MS)
        .where((eb) => isInPeriod(eb, period as AccountingPeriod)),
    )
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

const isTakenBack = sql`exists (select 1 from payment_fact as other
  where other.order_id = payment_fact.order_id and other.transaction_id = payment_fact.transaction_id and other.received_cents < 0)`

/** The cancelled invoices of a payment, and the order's current one unless the payment was taken back. */
const invoicesOfFact = sql<string | null>`(
  select string_agg(cast(number as text), ',' order by issued_at, abs(number)) from (
    select number, issued_at from ${cancelledInvoiceNumbers}
      where order_id = payment_fact.order_id and transaction_id = payment_fact.transaction_id
    union all
    select number, issued_at from ${invoiceNumbers} where order_id = payment_fact.order_id and not ${isTakenBack}) as invoices)`

/**
 * A refund and a reversal have credit notes. The end of a reversal has one that cancels it. A payment taken back has one for
 * each invoice that it cancels, also if the payment was accepted again.
 */
const creditNotesOfFact = sql<string | null>`(
  select string_agg(cast(number as text), ',' order by sequence) from ${creditNoteNumbers}
  where credit_note.order_id = payment_fact.order_id and case
    when payment_fact.refunded_cents < 0 then credit_note.refunded_at = payment_fact.at and credit_note.cents < 0
    when payment_fact.received_cents > 0 and ${isTakenBack} then 1 = 0
    else credit_note.transaction_id = payment_fact.transaction_id and credit_note.cents > 0
  end)`

/** Sums up the receipts and refunds of a period, in cents. Reads only the index `payment_fact_booked`. */
export async function sumReceiptsAndRefunds(db: DatabaseReader, live: number, period: AccountingPeriod) {
  const sums = db
    .selectFrom('payment_fact')
    .select(({ fn }) => [fn.sum<number>('received_cents').as('received'), fn.sum<number>('refunded_cents').as('refunded')])
    .where('live', '=', live)
    .where((eb) => isInPeriod(eb, period))
  const { received, refunded } = await sums.executeTakeFirstOrThrow()
  return { received: Number(received ?? 0), refunded: Number(refunded ?? 0) }
}

export async function hasUnbookedFacts(db: DatabaseReader): Promise<boolean> {
  const unbooked = db.selectFrom('payment_fact').select('at').where('booked_on', 'is', null).limit(1)
  return (await unbooked.executeTakeFirst()) !== undefined
}

/** Books up to `limit` facts of an older version on their day in the current time zone. */
export async function bookFacts(tx: Tx, timeZone: string, limit: number): Promise<void> {
  const unbooked = tx.selectFrom('payment_fact').select(['gateway', 'transaction_id', 'kind', 'at', 'recorded_at'])
  for (const { at, recorded_at, ...key } of await unbooked.where('booked_on', 'is', null).limit(limit).execute()) {
    const booking = computeBookingTime(at, recorded_at, timeZone)
    await tx
      .updateTable('payment_fact')
      .set({ at: booking.at, booked_on: booking.bookedOn })
      .where((fact) => fact.and(key))
      .execute()
  }
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
      from ${joinableOrders} where number > ${after} order by number limit ${limit}) as sums
    order by number`.execute(db)
  return { ids: rows.flatMap(({ id, is_equal }) => (is_equal ? [] : [id])), last: rows.at(-1)?.number }
}

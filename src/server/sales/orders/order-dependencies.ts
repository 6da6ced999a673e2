import type { WorkSummary } from '#contract/sales/order-progress.ts'
import type { PaymentMode } from '#contract/sales/order-statuses.ts'
import type { ReviewFlagKind } from '#contract/sales/payment-kinds.ts'
import type { Tx, WriteFunction } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { MailService } from '../../mail/mail.ts'
import type { StoredOrder } from './store.ts'

export type OrderDependencies = {
  read: DatabaseReader
  write: WriteFunction
  mail: MailService
  /** The business's time zone, which decides the dates and months of orders. */
  timeZone: () => Promise<string>
  /** The kind of money that the totals show. */
  mode: PaymentMode
  /** Runs in the transaction of every change of an order, while no other process can change it. */
  onOrderChanged: (tx: Tx, order: StoredOrder, before: StoredOrder) => Promise<void>
} & PaymentQueries &
  WorkQueries

/** The queries of the work of orders, which stands above orders. */
type WorkQueries = {
  /** Returns what became of the parts, by order id. */
  loadWorkSummaries: (db: DatabaseReader, ids: readonly string[]) => Promise<ReadonlyMap<string, WorkSummary>>
}

/** The queries of payments, which stands above orders. */
type PaymentQueries = {
  /** Returns the kinds of the open review flags by order id. */
  listOpenReviewFlagKinds: (db: DatabaseReader, ids: readonly string[]) => Promise<ReadonlyMap<string, ReviewFlagKind[]>>
  /** In cents. */
  sumReceiptsAndRefundsByMonth: (
    db: DatabaseReader,
    money: { timeZone: string; mode: PaymentMode },
    months: readonly string[],
  ) => Promise<Record<'received' | 'refunded', number>[]>
}

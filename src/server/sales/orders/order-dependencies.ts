import type { PaymentMode } from '#contract/sales/order-statuses.ts'
import type { Tx, WriteFunction } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { MailService } from '../../mail/mail.ts'
import type { StoredOrder } from './store.ts'

export type OrderDependencies = {
  read: DatabaseReader
  write: WriteFunction
  mail: MailService
  /** Returns the admins to notify about a new order. */
  adminEmails: (tx: Tx) => Promise<string[]>
  /** The business's time zone, which decides the dates and months of orders. */
  timeZone: () => Promise<string>
  /** The kind of money that the totals show. */
  mode: PaymentMode
  /** Runs in the transaction of every change of an order, while no other process can change it. */
  onOrderChanged: (tx: Tx, order: StoredOrder, before: StoredOrder) => Promise<void>
}

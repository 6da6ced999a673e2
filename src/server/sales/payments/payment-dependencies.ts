import type { MailService } from '../../mail/mail.ts'
import type { Tx, WriteFunction } from '../../platform/db/database-writer.ts'
import type { DatabaseReader } from '../../platform/db/tables.ts'
import type { Invoices } from '../invoices/invoices.ts'
import type { Orders } from '../orders/orders.ts'
import type { Gateways } from './create-gateways.ts'
import type { ProviderTasks, QueryTiming } from './provider-tasks/provider-tasks.ts'

/** What the functions of this module work with. */
export type PaymentDependencies = {
  read: DatabaseReader
  write: WriteFunction
  mail: MailService
  orders: Orders
  invoices: Invoices
  gateways: Gateways
  tasks: ProviderTasks
  queryTiming: QueryTiming
  /** Has the worker look for provider tasks at once. */
  wakeTasks: () => void
  /** Returns the account that receives payments; a sample until the owner names one. */
  findPayee: (db: DatabaseReader) => Promise<{ email: string; isSample: boolean } | undefined>
  /** Returns the admins who read about payments that need a person. */
  adminEmails: (tx: Tx) => Promise<string[]>
  /** Counts a paid order in the statistics of visits. */
  countPaidOrder: (tx: Tx) => Promise<void>
  /** The site's address, for links. */
  origin: string
  problem: (error: unknown, sentence: string) => void
}

/** Who makes a call. */
export type Person = { email: string; isAdmin: boolean }

export const CURRENCY = 'USD'

/** Returns the account that would receive a payment now. A sample is good enough in a rehearsal, where no money moves. */
export async function findCurrentPayee(
  { findPayee, gateways }: PaymentDependencies,
  db: DatabaseReader,
): Promise<string | undefined> {
  const payee = await findPayee(db)
  return payee && (!payee.isSample || gateways.current.isRehearsal) ? payee.email : undefined
}

import type { Mail } from '../../mail/mail.ts'
import type { Reader } from '../../platform/db/tables.ts'
import type { Tx, Write } from '../../platform/db/write.ts'
import type { Invoices } from '../invoices/invoices.ts'
import type { Orders } from '../orders/orders.ts'
import type { Gateways } from './gateways.ts'
import type { AskTiming, ProviderTasks } from './provider-tasks/provider-tasks.ts'

/** What the functions of this module work with. */
export type PaymentParts = {
  read: Reader
  write: Write
  mail: Mail
  orders: Orders
  invoices: Invoices
  gateways: Gateways
  tasks: ProviderTasks
  askTiming: AskTiming
  /** Has the worker look for provider tasks at once. */
  wakeTasks: () => void
  /** Returns the account that receives payments; a sample until the owner names one. */
  payeeIn: (db: Reader) => Promise<{ email: string; isSample: boolean } | undefined>
  /** Returns the admins who read about payments that need a person. */
  adminEmails: (tx: Tx) => Promise<string[]>
  /** Counts a paid order in the statistics of visits. */
  countPaid: (tx: Tx) => Promise<void>
  /** The site's address, for links. */
  origin: string
  problem: (error: unknown, sentence: string) => void
}

/** Who makes a call. */
export type Person = { email: string; isAdmin: boolean }

export const CURRENCY = 'USD'

/** Returns the account that would receive a payment now. A sample is good enough in a rehearsal, where no money moves. */
export async function currentPayee({ payeeIn, gateways }: PaymentParts, db: Reader): Promise<string | undefined> {
  const payee = await payeeIn(db)
  return payee && (!payee.isSample || gateways.current.isRehearsal) ? payee.email : undefined
}

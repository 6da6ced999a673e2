import type { Tx, WriteFunction } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { LogProblem } from '#platform/log/module-log-types.ts'
import { loadPayee } from '../../content/business/business.ts'
import type { MailService } from '../../mail/mail.ts'
import type { OrdersModule } from '../orders/orders.ts'
import type { Gateways } from './gateways.ts'
import type { PaymentQueryTiming, ProviderTasks } from './provider-tasks/provider-tasks.ts'

export type PaymentDependencies = {
  read: DatabaseReader
  write: WriteFunction
  mail: MailService
  orders: OrdersModule
  gateways: Gateways
  tasks: ProviderTasks
  queryTiming: PaymentQueryTiming
  /** Makes the worker look for provider tasks now. */
  wakeTasks: () => void
  /** Returns whether the customer has questions to answer about this order. */
  hasClientQuestions: (tx: Tx, orderId: string) => Promise<boolean>
  /** The site's origin, for links. */
  origin: string
  problem: LogProblem
}

export const PAYMENT_CURRENCY = 'USD'

/** Returns the account that would receive a payment now. A sample account works only in a rehearsal. */
export async function findCurrentPayee({ gateways }: PaymentDependencies, db: DatabaseReader): Promise<string | undefined> {
  const payee = await loadPayee(db)
  return payee && (!payee.isSample || gateways.current.isRehearsal) ? payee.email : undefined
}

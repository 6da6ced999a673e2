import { toBusinessDay } from '#contract/core/business-calendar.ts'
import { UserError } from '#contract/core/user-error.ts'
import type { Tx, WriteFunction } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { OrdersModule } from '../../sales/orders/orders.ts'
import type { PaymentsModule } from '../../sales/payments/payments.ts'
import type { BriefsModule } from '../briefs/briefs.ts'
import type { ConversationModule } from '../conversation/conversation.ts'
import type { FilesModule } from '../files/files.ts'
import type { DeliverableReplyContext } from './deliverables/serialize-deliverable.ts'
import type { StepEmailDependencies } from './emails.ts'

export type WorkDependencies = StepEmailDependencies & {
  read: DatabaseReader
  write: WriteFunction
  orders: Pick<OrdersModule, 'find' | 'findForPerson' | 'lockOrder'>
  briefs: Pick<BriefsModule, 'loadState'>
  conversation: Pick<ConversationModule, 'countUnread'>
  files: Pick<FilesModule, 'attach' | 'listByIds'>
  payments: Pick<PaymentsModule, 'lockOrderForRefund' | 'refundShare' | 'wake'>
  timeZone: () => Promise<string>
  hasAdminRole: (db: DatabaseReader | Tx, email: string) => Promise<boolean>
}

export type WorkCaller = { email: string; isAdmin: boolean }

const NO_WORK = 'Work on this order begins once it’s paid.'

/** Returns the caller, today's date in the business's time zone, and the files module. */
export async function loadDeliverableReplyContext(
  { timeZone, files }: Pick<WorkDependencies, 'timeZone' | 'files'>,
  person: WorkCaller,
): Promise<DeliverableReplyContext> {
  const zone = await timeZone()
  return { person, timeZone: zone, today: toBusinessDay(zone, Date.now()), files }
}

export function requireFoundOrderWork<T>(work: T | undefined): T {
  if (work === undefined) throw new UserError(404, NO_WORK)
  return work
}

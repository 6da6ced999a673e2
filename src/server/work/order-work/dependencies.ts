import type { AnswerPromise } from '#contract/work/answer-deadline.ts'
import type { MissedDate } from '#contract/work/deliverable-choice.ts'
import type { Tx, WriteFunction } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { MailService } from '../../mail/mail.ts'
import type { OrdersModule } from '../../sales/orders/orders.ts'
import type { PaymentsModule } from '../../sales/payments/payments.ts'
import type { BriefsModule } from '../briefs/briefs.ts'
import type { ConversationModule } from '../conversation/conversation.ts'
import type { FilesModule } from '../files/files.ts'

export type WorkDependencies = {
  read: DatabaseReader
  write: WriteFunction
  mail: MailService
  orders: Pick<OrdersModule, 'find' | 'findForPerson' | 'lockOrder'>
  briefs: Pick<BriefsModule, 'loadState'>
  conversation: Pick<ConversationModule, 'countUnread'>
  files: Pick<FilesModule, 'attach' | 'listByIds'>
  payments: Pick<PaymentsModule, 'lockOrderForRefund' | 'refundShare' | 'findLargestRefundable' | 'wake'>
  timeZone: () => Promise<string>
  /** By when the team answers a client. */
  answerPromise: () => Promise<AnswerPromise>
  choiceQuestions: ChoiceQuestions
}

/** The emails that ask clients what happens to missed parts. */
export type ChoiceQuestions = {
  /** Records that the client is asked. Returns false if the client was asked before, or wants no reminders. */
  markAsked: (tx: Tx, date: MissedDate) => Promise<boolean>
  /** Returns when the client was asked about each date (epoch ms), or undefined, in the order of the dates. */
  listTimes: (db: DatabaseReader, dates: readonly MissedDate[]) => Promise<(number | undefined)[]>
}

export type WorkCaller = { email: string; isAdmin: boolean }

import { formatDate } from '#contract/core/format-date-time.ts'
import type { Tx, WriteFunction } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { LogProblem } from '#platform/log/module-log-types.ts'
import type { LinkInEmail, MailService, OutgoingEmail } from '../../mail/mail.ts'
import type { BriefsModule } from '../briefs/briefs.ts'
import { buildAnswersReminderEmail, buildApprovalReminderEmail } from './emails.ts'
import { runForEachOrder } from './run-for-each-order.ts'
import {
  type DueReminder,
  type DueReminderFilter,
  listDueAnswersReminders,
  listDueApprovalReminders,
  markReminderSent,
  REMINDER_BATCH_SIZE,
} from './store.ts'

export type CustomerReminderDependencies = {
  read: DatabaseReader
  write: WriteFunction
  mail: MailService
  briefs: Pick<BriefsModule, 'loadState'>
  timeZone: () => Promise<string>
  problem: LogProblem
  /** Returns the path that stops the reminders of an order. */
  buildStopPath: (orderId: string) => LinkInEmail['path']
}

const DAY = 24 * 60 * 60_000

/** When a customer is reminded, in days after the first payment, and after the draft. */
const ANSWER_DAYS = [2, 5, 10]
const APPROVAL_DAYS = [3, 7]
/** A reminder that could not go out for this many days is left out. Ends before the next one begins. */
const GRACE_DAYS = 2

type Compose<D extends DueReminder> = (db: Tx, due: D, isLast: boolean) => Promise<OutgoingEmail>

/** Queues every due reminder once. Returns whether more may be due. */
export async function sendCustomerReminders(dependencies: CustomerReminderDependencies): Promise<boolean> {
  const { briefs, timeZone, buildStopPath } = dependencies
  const zone = await timeZone()
  const toValues = ({ orderId, number }: DueReminder, isLast: boolean) => ({
    order: { id: orderId, number },
    stopPath: buildStopPath(orderId),
    isLast,
  })
  const hasMoreAnswers = await sendDue(dependencies, 'answers', ANSWER_DAYS, listDueAnswersReminders, async (tx, due, isLast) => {
    const { unanswered } = await briefs.loadState(tx, due.orderId)
    return buildAnswersReminderEmail(due.email, { ...toValues(due, isLast), unanswered })
  })
  const hasMoreApprovals = await sendDue(
    dependencies,
    'approval',
    APPROVAL_DAYS,
    listDueApprovalReminders,
    async (_tx, due, isLast) => {
      const { deliverableId: id, title, draftNumber, sentAt } = due
      const draft = { id, title, number: draftNumber, sentOn: formatDate(zone, Number(sentAt)) }
      return buildApprovalReminderEmail(due.email, { ...toValues(due, isLast), draft })
    },
  )
  return hasMoreAnswers || hasMoreApprovals
}

/** Queues the due reminders of one kind, each in its own transaction with the mark that it was sent. */
async function sendDue<D extends DueReminder>(
  { read, write, mail, problem }: CustomerReminderDependencies,
  name: string,
  days: readonly number[],
  list: (db: DatabaseReader, filter: DueReminderFilter) => Promise<D[]>,
  compose: Compose<D>,
): Promise<boolean> {
  const now = Date.now()
  let hasMore = false
  for (const [index, day] of days.entries()) {
    const filter = { kind: `${name}-${day}`, after: now - (day + GRACE_DAYS) * DAY, until: now - day * DAY }
    const all = await list(read, filter)
    const succeeded = await runForEachOrder(problem, all, ({ subject }) =>
      write(async (tx) => {
        // The order may have changed since the first query.
        const [due] = await list(tx, { ...filter, subject })
        if (!due || !(await markReminderSent(tx, filter.kind, subject))) return
        await mail.enqueue(tx, await compose(tx, due, index === days.length - 1))
      }),
    )
    if (all.length > 0) mail.wake()
    if (all.length === REMINDER_BATCH_SIZE && succeeded > 0) hasMore = true
  }
  return hasMore
}

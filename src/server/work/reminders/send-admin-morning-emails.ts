import { getInstantOfLocalTime, toBusinessDay } from '#contract/core/business-calendar.ts'
import { getWorkMonthDate } from '#contract/work/work-month-calendar.ts'
import type { WriteFunction } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { MessagesModule } from '../../inbox/messages/messages.ts'
import type { MailService } from '../../mail/mail.ts'
import { listAdminEmailsByWorkEmailFrequency } from '../../people/users/users.ts'
import type { ConversationModule } from '../conversation/conversation.ts'
import type { OrderWorkModule } from '../order-work/order-work.ts'
import { buildLateDeliverablesEmail, buildWorkSummaryEmail, type WorkRowsWithTotal } from './emails.ts'
import { findLastReminderDay, markReminderSent } from './store.ts'

export type MorningEmailDependencies = {
  read: DatabaseReader
  write: WriteFunction
  mail: MailService
  messages: Pick<MessagesModule, 'countByFolder'>
  orderWork: Pick<OrderWorkModule, 'listBoard' | 'countBoardRowsByGroup'>
  conversation: Pick<ConversationModule, 'listUnreadConversations'>
  timeZone: () => Promise<string>
}

const MORNING = '08:00'
const KIND = 'morning'
/** How many deliverables a list in an email names. */
const LISTED = { page: 1, size: 10 }

/**
 * Queues the emails of the morning, once per day of the business's time zone. A later start on the same day makes up for
 * them. The first start sends none, so that a new site begins with the next morning.
 */
export async function sendAdminMorningEmails(dependencies: MorningEmailDependencies): Promise<void> {
  const { read, write, mail, timeZone } = dependencies
  const zone = await timeZone()
  const today = toBusinessDay(zone, Date.now())
  const isMorningOver = Date.now() >= getInstantOfLocalTime(zone, today, MORNING)
  const lastDay = await findLastReminderDay(read, KIND, today)
  if (lastDay === today) return
  if (lastDay === undefined) {
    const yesterday = getWorkMonthDate(today, 0)
    await write((tx) => markReminderSent(tx, KIND, isMorningOver ? today : yesterday))
    return
  }
  if (!isMorningOver) return
  const { newlyLate, ...work } = await loadWork(dependencies, lastDay)
  await write(async (tx) => {
    if (!(await markReminderSent(tx, KIND, today))) return
    if (work.late.total + work.dueToday.total + work.unread + work.spam > 0)
      for (const to of await listAdminEmailsByWorkEmailFrequency(tx, 'Every morning'))
        await mail.enqueue(tx, buildWorkSummaryEmail(to, { ...work, newlyLate: newlyLate.total }))
    if (newlyLate.total > 0)
      for (const to of await listAdminEmailsByWorkEmailFrequency(tx, 'Only when something becomes late'))
        await mail.enqueue(tx, buildLateDeliverablesEmail(to, newlyLate))
  })
  mail.wake()
}

/** Loads what the board shows. `newlyLate` is what was due on `lastDay` or later. */
async function loadWork({ orderWork, conversation, messages }: MorningEmailDependencies, lastDay: string) {
  const list = async (group: 'late' | 'due today', dueFrom?: string): Promise<WorkRowsWithTotal> => {
    const { records, total } = await orderWork.listBoard({ group, assignee: '', ...(dueFrom && { dueFrom }) }, LISTED)
    return { rows: records, total }
  }
  const [late, newlyLate, dueToday, unread, { spam }, groups] = await Promise.all([
    list('late'),
    list('late', lastDay),
    list('due today'),
    conversation.listUnreadConversations({ email: '', isAdmin: true }, { page: 1, size: 1 }),
    messages.countByFolder(),
    orderWork.countBoardRowsByGroup(),
  ])
  return { late, newlyLate, dueToday, unread: unread.total, spam: spam.UnRead, groups }
}

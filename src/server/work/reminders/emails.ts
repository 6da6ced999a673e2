import { formatCalendarDay } from '#contract/core/format-date-time.ts'
import { type OrderOrDeliverableBoardRow, type WorkBoardGroupName, workBoardGroupLabels } from '#contract/work/board.ts'
import { defineEmail, type EmailBlock, type LinkInEmail, toSingleLine } from '../../mail/mail.ts'
import { type OrderInEmail, SAMPLE_ORDER } from '../order-in-emails.ts'

type OrderReminder = { order: Pick<OrderInEmail, 'id' | 'number'>; stopPath: LinkInEmail['path']; isLast: boolean }

const SAMPLE_REMINDER: OrderReminder = {
  order: SAMPLE_ORDER,
  stopPath: '/stop-reminders?token=sample',
  isLast: false,
}

export const buildAnswersReminderEmail = defineEmail<OrderReminder & { unanswered: number }>({
  name: 'answers-reminder',
  title: 'Reminder: questions to answer',
  audience: 'customer',
  sentWhen:
    'A customer hasn’t sent the answers 2, 5 and 10 days after the payment. No email goes out once the month has started.',
  sample: { ...SAMPLE_REMINDER, unanswered: 6 },
  compose: ({ order: { id, number }, stopPath, isLast, unanswered }) => ({
    subject: `Order ${number}: we’re waiting for your answers`,
    heading: 'We’re waiting for your answers',
    intro: [
      `${describeOpenQuestions(unanswered)} We start the month of order ${number} once we have your answers and the access we need.`,
      'You can save the answers you know now and finish the rest later.',
      ...(isLast ? ['This is our last reminder.'] : []),
    ],
    action: { label: 'Answer the questions', path: `/my-order/${id}/brief` },
    unsubscribe: { label: 'Stop the reminders about this order', path: stopPath },
  }),
})

type DraftReminder = OrderReminder & {
  /** `sentOn` is the day that the customer got the draft. */
  draft: { id: string; title: string; number: number; sentOn: string }
}

export const buildApprovalReminderEmail = defineEmail<DraftReminder>({
  name: 'approval-reminder',
  title: 'Reminder: draft to approve',
  audience: 'customer',
  sentWhen: 'A customer hasn’t answered a draft 3 and 7 days after it was sent.',
  sample: {
    ...SAMPLE_REMINDER,
    draft: {
      id: '00000000-0000-4000-8000-000000000002',
      title: 'Neighborhood page: Maple Heights',
      number: 2,
      sentOn: 'November 23, 2026',
    },
  },
  compose: ({ order, draft, stopPath, isLast }) => ({
    subject: `Draft ${draft.number} is waiting for your answer: ${draft.title}`,
    heading: 'A draft is waiting for your answer',
    intro: [
      `We sent you draft ${draft.number} of “${draft.title}” on ${draft.sentOn}.`,
      'Approve it, or tell us what to change. Nothing goes live without your approval.',
      ...(isLast ? ['This is our last reminder about this draft.'] : []),
    ],
    action: { label: 'Read the draft', path: `/my-order/${order.id}/deliverable/${draft.id}` },
    unsubscribe: { label: 'Stop the reminders about this order', path: stopPath },
  }),
})

/** Some deliverables of the board, and how many there are. */
export type WorkRowsWithTotal = { rows: readonly OrderOrDeliverableBoardRow[]; total: number }

const SAMPLE_DELIVERABLE: OrderOrDeliverableBoardRow['deliverable'] = {
  _version: 1,
  title: 'Neighborhood page: Maple Heights',
  state: 'in progress',
  dueOn: '2026-11-22',
  isAnswered: false,
  isLate: true,
  needsApproval: true,
  assignee: '',
}
const SAMPLE_ROW: OrderOrDeliverableBoardRow = {
  _id: '00000000-0000-4000-8000-000000000002',
  order: {
    _id: SAMPLE_ORDER.id,
    number: SAMPLE_ORDER.number,
    customerName: SAMPLE_ORDER.customer_name,
    packageName: 'Standard',
  },
  deliverable: SAMPLE_DELIVERABLE,
  missingAccess: [],
  paidAt: 0,
  hoursToAnswer: null,
}
const SAMPLE_LIST: WorkRowsWithTotal = { rows: [SAMPLE_ROW], total: 1 }
const SAMPLE_DUE_TODAY: WorkRowsWithTotal = {
  rows: [{ ...SAMPLE_ROW, deliverable: { ...SAMPLE_DELIVERABLE, title: 'Monthly call', dueOn: '2026-11-23', isLate: false } }],
  total: 1,
}

const SPAM_LINK: EmailBlock = { link: { label: 'Check the likely spam', path: '/all-messages?place=spam' } }

/** Leads to the choice of these emails. */
const CHOICE_LINK: EmailBlock = { link: { label: 'Choose when you get this email', path: '/account#work-emails' } }

type WorkSummary = {
  late: WorkRowsWithTotal
  /** How many passed their due date since the last email. */
  newlyLate: number
  dueToday: WorkRowsWithTotal
  /** The orders with unread messages. */
  unread: number
  /** The unread messages in the spam folder. */
  spam: number
  /** The counts of the work board. */
  groups: readonly { group: WorkBoardGroupName; count: number }[]
}

export const buildWorkSummaryEmail = defineEmail<WorkSummary>({
  name: 'work-summary',
  title: 'Daily work email',
  audience: 'admin',
  sentWhen: 'Every morning at 8 if something is late, due or unread, also likely spam. Each admin chooses on the account page.',
  sample: {
    late: { ...SAMPLE_LIST, total: 3 },
    newlyLate: 1,
    dueToday: SAMPLE_DUE_TODAY,
    unread: 1,
    spam: 2,
    groups: [{ group: 'changes requested', count: 1 }],
  },
  compose: ({ late, newlyLate, dueToday, unread, spam, groups }) => ({
    subject: `Your work today: ${listCounts({ late, dueToday, unread, spam }).join(', ')}`,
    heading: 'Your work today',
    intro: [
      {
        facts: [
          ['Late', describeLate(late.total, newlyLate)],
          ['Due today', String(dueToday.total)],
          ['New messages', unread === 0 ? '0' : `about ${countOrders(unread)}`],
          ...groups
            .filter(({ group, count }) => group !== 'late' && count > 0)
            .map(({ group, count }): [string, string] => [workBoardGroupLabels[group], String(count)]),
          ['Likely spam', spam === 0 ? '' : `${spam} unread. Check that no customer is among them.`],
        ],
      },
    ],
    action: { label: 'Open the work', path: '/work' },
    details: [...listWork('Late:', late), ...listWork('Due today:', dueToday), ...(spam > 0 ? [SPAM_LINK] : []), CHOICE_LINK],
  }),
})

export const buildLateDeliverablesEmail = defineEmail<WorkRowsWithTotal>({
  name: 'deliverables-late',
  title: 'Late deliverables',
  audience: 'admin',
  sentWhen: 'The morning after a deliverable passes its due date, to admins who don’t get the daily work email.',
  sample: SAMPLE_LIST,
  compose: (late) => ({
    subject: late.total === 1 ? 'A deliverable is late' : `${late.total} deliverables are late`,
    heading: late.total === 1 ? 'A deliverable is late' : 'Some deliverables are late',
    intro: [
      late.total === 1
        ? 'A deliverable passed its due date. Deliver it, or agree on a new date with your customer.'
        : `${late.total} deliverables passed their due dates. Deliver them, or agree on new dates with your customers.`,
    ],
    action: { label: 'Open the work', path: '/work' },
    details: [...listWork('Late:', late), CHOICE_LINK],
  }),
})

function describeOpenQuestions(unanswered: number): string {
  if (unanswered === 0) return 'Your answers are saved, but not sent yet.'
  return unanswered === 1 ? 'One of our questions has no answer yet.' : `${unanswered} of our questions have no answer yet.`
}

function listCounts({ late, dueToday, unread, spam }: Omit<WorkSummary, 'newlyLate' | 'groups'>): string[] {
  return [
    ...(late.total > 0 ? [`${late.total} late`] : []),
    ...(dueToday.total > 0 ? [`${dueToday.total} due`] : []),
    ...(unread > 0 ? [`new messages about ${countOrders(unread)}`] : []),
    ...(spam > 0 ? [`${spam} in spam`] : []),
  ]
}

function countOrders(orders: number): string {
  return orders === 1 ? '1 order' : `${orders} orders`
}

function describeLate(late: number, newlyLate: number): string {
  if (newlyLate === 0) return String(late)
  return newlyLate === late ? `${late} (new)` : `${late} (${newlyLate} new)`
}

function listWork(title: string, { rows, total }: WorkRowsWithTotal): EmailBlock[] {
  if (total === 0) return []
  const list = rows.map(({ order: { number, customerName }, deliverable }) => {
    const due = deliverable?.dueOn ? `, due ${formatCalendarDay(deliverable.dueOn)}` : ''
    return `“${toSingleLine(deliverable?.title ?? '')}” for ${toSingleLine(customerName)}, order ${number}${due}`
  })
  const more = total - rows.length
  return [title, { list: more > 0 ? [...list, `${more} more`] : list }]
}

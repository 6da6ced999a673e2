import type { ReachedSiteWideLimit } from '#contract/operations/reached-site-wide-limits.ts'
import type { ReviewFlag } from '#contract/sales/payment-review-flags.ts'
import type { WorkBoardGroupName } from '#contract/work/board.ts'
import type { UnreadConversation } from '#contract/work/conversation.ts'
import { adminPaths, buildAdminOrderPath } from '../admin-paths.ts'
import { buildMessagesUrl } from '../inbox/messages/messages-url.ts'
import { reviewFlagCopy } from '../sales/payments/review-flag-copy.ts'
import { getWorkBoardGroupCount, type WorkBoardGroupCounts } from '../work/work-board-group-links.tsx'
import { buildWorkBoardUrl } from '../work/work-board-url.ts'
import type { UnsavedFormsSummary } from './unsaved-forms.ts'

export type AdminActionItem = {
  kind: 'payments' | 'mail' | 'limits' | 'messages' | 'work' | 'followUps' | 'unsaved'
  title: string
  detail: string
  actionLabel: string
  to: string
}

type ActionItemCounts = {
  /** The number of open flags, and the oldest one. */
  openFlags?: { total: number; oldest: ReviewFlag | undefined }
  unreadMessages?: number
  unreadSpam?: number
  /** The orders with unread messages from customers: how many, and the one with the latest message. */
  unreadOrders?: { total: number; latest: UnreadConversation | undefined }
  workCounts?: WorkBoardGroupCounts
  /** The customers whose follow-up date has come. */
  dueFollowUpCount?: number
  /** Emails that the mail server refused. */
  undeliveredMail?: number
  unsavedForms?: UnsavedFormsSummary
  /** The limits on visitors' forms that were reached in the last day. */
  reachedSiteWideLimits?: readonly ReachedSiteWideLimit[]
}

/** Returns the action items, the most urgent first. Leaves out counts that failed to load. */
export function buildActionItems({
  openFlags,
  unreadMessages = 0,
  unreadSpam = 0,
  unreadOrders,
  workCounts = [],
  dueFollowUpCount = 0,
  undeliveredMail = 0,
  unsavedForms,
  reachedSiteWideLimits = [],
}: ActionItemCounts): AdminActionItem[] {
  return [
    ...(openFlags && openFlags.total > 0 ? [buildPaymentsItem(openFlags)] : []),
    ...(undeliveredMail > 0
      ? [
          {
            kind: 'mail' as const,
            title: pluralize(undeliveredMail, 'email not delivered', 'emails not delivered'),
            detail: 'Not accepted by the mail server',
            actionLabel: 'See why',
            to: adminPaths.undeliveredEmail,
          },
        ]
      : []),
    ...reachedSiteWideLimits.map(({ of, page, period, most }) => ({
      kind: 'limits' as const,
      title: `Too many ${of} in one ${period}`,
      detail: `The first ${most.toLocaleString('en-US')} were accepted. This is usually a bot.`,
      actionLabel: 'View',
      to: page,
    })),
    ...(unreadOrders?.latest ? [buildUnreadOrdersItem(unreadOrders.total, unreadOrders.latest)] : []),
    ...(unreadMessages > 0
      ? [
          {
            kind: 'messages' as const,
            title: pluralize(unreadMessages, 'unread message', 'unread messages'),
            detail: 'From the contact form',
            actionLabel: 'Read',
            to: adminPaths.messages,
          },
        ]
      : []),
    ...(unreadSpam > 0
      ? [
          {
            kind: 'messages' as const,
            title: pluralize(unreadSpam, 'unread message in Spam', 'unread messages in Spam'),
            detail: 'Probably advertising. Check that no customer is among them.',
            actionLabel: 'Check',
            to: buildMessagesUrl({ place: 'spam' }),
          },
        ]
      : []),
    ...buildWorkItems(workCounts),
    ...(dueFollowUpCount > 0
      ? [
          {
            kind: 'followUps' as const,
            title: pluralize(dueFollowUpCount, 'customer to follow up with', 'customers to follow up with'),
            detail: 'Due today or earlier',
            actionLabel: 'View',
            to: adminPaths.customers,
          },
        ]
      : []),
    ...(unsavedForms
      ? [
          {
            kind: 'unsaved' as const,
            title: pluralize(unsavedForms.count, 'form with unsaved changes', 'forms with unsaved changes'),
            detail: new Intl.ListFormat('en-US').format(unsavedForms.titles),
            actionLabel: 'Continue editing',
            to: unsavedForms.to,
          },
        ]
      : []),
  ]
}

type WorkItemTexts = [group: WorkBoardGroupName, one: string, several: string, detail: string, actionLabel: string]

const workItemTexts: readonly WorkItemTexts[] = [
  ['late', 'deliverable is late', 'deliverables are late', 'The client can see that, too', 'View'],
  ['decision due', 'order to decide about', 'orders to decide about', 'The month is over, and a part isn’t delivered', 'Decide'],
  ['changes requested', 'draft to change', 'drafts to change', 'The client asked for changes', 'View'],
  ['client answered', 'answer to use', 'answers to use', 'A client wrote what you waited for', 'View'],
  ['waiting for our answer', 'question about a draft', 'questions about drafts', 'A client wrote instead of approving', 'Answer'],
  ['ready to deliver', 'order to mark delivered', 'orders to mark delivered', 'Every part is done', 'Deliver'],
  ['ready to start', 'month to start', 'months to start', 'No answers are missing', 'Start'],
]

function buildWorkItems(counts: WorkBoardGroupCounts): AdminActionItem[] {
  return workItemTexts.flatMap(([group, one, several, detail, actionLabel]) => {
    const count = getWorkBoardGroupCount(counts, group)
    if (count === 0) return []
    const to = buildWorkBoardUrl({ group, assignee: '', page: 1 })
    return [{ kind: 'work' as const, title: pluralize(count, one, several), detail, actionLabel, to }]
  })
}

function buildPaymentsItem({ total, oldest }: NonNullable<ActionItemCounts['openFlags']>): AdminActionItem {
  const flagName = oldest && reviewFlagCopy[oldest.kind].name
  const orderPrefix = oldest?.order ? `Order ${oldest.order.number}: ` : ''
  return {
    kind: 'payments',
    title: pluralize(total, 'payment to check', 'payments to check'),
    detail: flagName
      ? `${total > 1 ? 'The oldest: ' : ''}${orderPrefix}${orderPrefix ? flagName.charAt(0).toLowerCase() + flagName.slice(1) : flagName}`
      : '',
    actionLabel: 'Check it',
    to: total === 1 && oldest?.order ? buildAdminOrderPath(oldest.order._id) : adminPaths.paymentsToReview,
  }
}

export function formatNumberOfActionItems(count: number): string {
  if (count === 0) return ''
  return count === 1 ? 'One thing to do today.' : `${NUMBER_WORDS[count] ?? count} things to do today.`
}

const NUMBER_WORDS: Readonly<Record<number, string>> = { 2: 'Two', 3: 'Three', 4: 'Four', 5: 'Five' }

function pluralize(count: number, singular: string, plural: string): string {
  return count === 1 ? `1 ${singular}` : `${count} ${plural}`
}

function buildUnreadOrdersItem(total: number, { _id, number }: UnreadConversation): AdminActionItem {
  return {
    kind: 'messages',
    title: total === 1 ? `New message about order ${number}` : `New messages about ${total} orders`,
    detail: total === 1 ? 'From the customer' : `The latest is about order ${number}`,
    actionLabel: 'Read',
    to: `${buildAdminOrderPath(_id)}#conversation`,
  }
}

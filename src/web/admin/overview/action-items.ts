import { listAutosavesEndpoint } from '#contract/content/autosaves.ts'
import { contentKinds } from '#contract/content-kinds.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import type { ReachedSiteWideLimit } from '#contract/operations/reached-site-wide-limits.ts'
import type { ReviewFlag } from '#contract/sales/payment-review-flags.ts'
import type { WorkBoardGroupName } from '#contract/work/board.ts'
import type { UnreadConversation } from '#contract/work/conversation.ts'
import { adminPaths, buildAdminOrderPath } from '../admin-paths.ts'
import { loadEditorRecord } from '../editor/records/load-editor-records.ts'
import { getRecordEditorPath } from '../editor/records/record-titles.ts'
import { buildMessagesUrl } from '../inbox/messages/messages-url.ts'
import { reviewFlagCopy } from '../sales/payments/review-flag-copy.ts'
import { buildWorkBoardUrl, getWorkBoardGroupCount, type WorkBoardGroupCounts } from '../work/work-board-links.tsx'

export type AdminActionItem = {
  kind: 'payments' | 'mail' | 'limits' | 'messages' | 'work' | 'followUps' | 'unsaved'
  title: string
  detail: string
  actionLabel: string
  to: string
}

type List<T> = { total: number; records: readonly T[] }

type ActionItemCounts = {
  /** The open flags, the oldest first. */
  openFlags?: List<ReviewFlag>
  unreadMessages?: number
  unreadSpam?: number
  /** The orders with unread messages from customers, the one with the latest message first. */
  unreadOrders?: List<UnreadConversation>
  workCounts?: WorkBoardGroupCounts
  /** The customers whose follow-up date has come. */
  dueFollowUpCount?: number
  /** The months that end without a next order. */
  renewalCount?: number
  /** Emails that the mail server refused. */
  undeliveredMail?: number
  unsavedForms?: UnsavedFormsSummary
  /** The limits on visitors' forms that were reached in the last day. */
  reachedSiteWideLimits?: readonly ReachedSiteWideLimit[]
}

/** Returns the action items, the most urgent first. Leaves out counts that failed to load. */
export function buildActionItems({
  openFlags,
  unreadMessages,
  unreadSpam,
  unreadOrders,
  workCounts = [],
  dueFollowUpCount,
  renewalCount,
  undeliveredMail,
  unsavedForms,
  reachedSiteWideLimits = [],
}: ActionItemCounts): AdminActionItem[] {
  const toItem = (kind: AdminActionItem['kind'], count: number | undefined, texts: ItemTexts, to: string): AdminActionItem[] => {
    const [one, several, detail, actionLabel] = texts
    return count ? [{ kind, title: count === 1 ? `1 ${one}` : `${count} ${several}`, detail, actionLabel, to }] : []
  }
  const flags = openFlags && describeOpenFlags(openFlags)
  return [
    ...toItem(
      'payments',
      openFlags?.total,
      ['payment to check', 'payments to check', flags?.detail ?? '', 'Check it'],
      flags?.to ?? '',
    ),
    ...toItem('mail', undeliveredMail, itemTexts.mail, adminPaths.undeliveredEmail),
    ...reachedSiteWideLimits.map(({ of, page, period, most }) => ({
      kind: 'limits' as const,
      title: `Too many ${of} in one ${period}`,
      detail: `The first ${most.toLocaleString('en-US')} were accepted. This is usually a bot.`,
      actionLabel: 'View',
      to: page,
    })),
    ...(unreadOrders ? buildUnreadOrdersItem(unreadOrders) : []),
    ...toItem('messages', unreadMessages, itemTexts.messages, adminPaths.messages),
    ...toItem('messages', unreadSpam, itemTexts.spam, buildMessagesUrl({ place: 'spam' })),
    ...workItemTexts.flatMap(([group, ...texts]) =>
      toItem('work', getWorkBoardGroupCount(workCounts, group), texts, buildWorkBoardUrl({ group, assignee: '', page: 1 })),
    ),
    ...toItem('followUps', dueFollowUpCount, itemTexts.followUps, adminPaths.customers),
    ...toItem('followUps', renewalCount, itemTexts.renewals, adminPaths.customers),
    ...(unsavedForms ? toItem('unsaved', unsavedForms.count, describeUnsavedForms(unsavedForms), unsavedForms.to) : []),
  ]
}

type ItemTexts = readonly [one: string, several: string, detail: string, actionLabel: string]

const itemTexts = {
  mail: ['email not delivered', 'emails not delivered', 'Not accepted by the mail server', 'See why'],
  messages: ['unread message', 'unread messages', 'From the contact form', 'Read'],
  spam: [
    'unread message in Spam',
    'unread messages in Spam',
    'Probably advertising. Check that no customer is among them.',
    'Check',
  ],
  renewals: ['month that ends', 'months that end', 'Without a next order so far', 'View'],
  followUps: ['customer to follow up with', 'customers to follow up with', 'Due today or earlier', 'View'],
} as const

const workItemTexts: readonly (readonly [group: WorkBoardGroupName, ...ItemTexts])[] = [
  ['late', 'deliverable is late', 'deliverables are late', 'The client can see that, too', 'View'],
  ['stop requested', 'client asks to stop', 'clients ask to stop', 'The work is paused until you answer', 'Answer'],
  [
    'decision due',
    'client’s choice to act on',
    'clients’ choices to act on',
    'Finish, carry over or refund what wasn’t delivered',
    'View',
  ],
  ['changes requested', 'draft to change', 'drafts to change', 'The client asked for changes', 'View'],
  ['client answered', 'answer to use', 'answers to use', 'A client wrote what you waited for', 'View'],
  ['message waiting', 'client waits for an answer', 'clients wait for an answer', 'The board shows how long you have', 'Answer'],
  ['waiting for our answer', 'question about a draft', 'questions about drafts', 'A client wrote instead of approving', 'Answer'],
  ['ready to deliver', 'order to mark delivered', 'orders to mark delivered', 'Every part is done', 'Deliver'],
  ['ready to start', 'month to start', 'months to start', 'No answers are missing', 'Start'],
]

function describeUnsavedForms({ titles }: UnsavedFormsSummary): ItemTexts {
  const detail = new Intl.ListFormat('en-US').format(titles)
  return ['form with unsaved changes', 'forms with unsaved changes', detail, 'Continue editing']
}

/** Names the oldest flag. One flag leads to its order. */
function describeOpenFlags({ total, records: [oldest] }: List<ReviewFlag>): { detail: string; to: string } {
  const { name = '' } = (oldest && reviewFlagCopy[oldest.kind]) ?? {}
  const text = oldest?.order ? `Order ${oldest.order.number}: ${name.charAt(0).toLowerCase()}${name.slice(1)}` : name
  return {
    detail: total > 1 && oldest ? `The oldest: ${text}` : text,
    to: total === 1 && oldest?.order ? buildAdminOrderPath(oldest.order._id) : adminPaths.paymentsToReview,
  }
}

function buildUnreadOrdersItem({ total, records: [latest] }: List<UnreadConversation>): AdminActionItem[] {
  if (!latest) return []
  const { _id, number } = latest
  const isOne = total === 1
  return [
    {
      kind: 'messages',
      title: isOne ? `New message about order ${number}` : `New messages about ${total} orders`,
      detail: isOne ? 'From the customer' : `The latest is about order ${number}`,
      actionLabel: 'Read',
      to: `${buildAdminOrderPath(_id)}#conversation`,
    },
  ]
}

export function formatNumberOfActionItems(count: number): string {
  if (count === 0) return ''
  return count === 1 ? 'One thing to do today.' : `${NUMBER_WORDS[count] ?? count} things to do today.`
}

const NUMBER_WORDS: Readonly<Record<number, string>> = { 2: 'Two', 3: 'Three', 4: 'Four', 5: 'Five' }

/** The admin's autosaves: their number, the titles of their kinds, and the path of the newest. */
type UnsavedFormsSummary = { count: number; titles: readonly string[]; to: string }

export async function loadUnsavedForms(call: ApiCallFunction): Promise<UnsavedFormsSummary | undefined> {
  const autosaves = (await call(listAutosavesEndpoint, {})).flatMap(({ kind, id }) => {
    const contentKind = contentKinds.find((candidate) => candidate.kind === kind)
    return contentKind ? [{ contentKind, id }] : []
  })
  const [newest] = autosaves
  if (!newest) return undefined
  const { contentKind, id } = newest
  // A new record has no page. Neither does a record that was deleted since.
  const record = await loadEditorRecord(call, contentKind, id).catch(() => undefined)
  return {
    count: autosaves.length,
    titles: [...new Set(autosaves.map((autosave) => autosave.contentKind.title))],
    to: (record && getRecordEditorPath(contentKind, record)) ?? contentKind.editor.home,
  }
}

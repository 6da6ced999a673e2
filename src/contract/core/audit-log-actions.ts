import { formatCalendarDay, formatDateTimeWithZone } from './format-date-time.ts'

/** The kind of thing an action changed. It decides whether the entry's subject is a path, a number or an id. */
export const auditSubjectKinds = [
  'account',
  'adminUser',
  'content',
  'customer',
  'draft',
  'list',
  'mail',
  'order',
  'payee',
  'payment',
  'paymentEmail',
  'picture',
] as const
export type AuditSubjectKind = (typeof auditSubjectKinds)[number]

type AuditDetail = Readonly<Record<string, string>>

type AuditActionDefinition = { about: AuditSubjectKind; name: string; describe: (detail: AuditDetail) => string }

/** Defines an action. `sentence` may name details in braces. By default, it is the action's name. */
function defineAction(
  about: AuditSubjectKind,
  name: string,
  sentence: string | AuditActionDefinition['describe'] = name,
): AuditActionDefinition {
  return { about, name, describe: typeof sentence === 'string' ? (detail) => fillDetails(sentence, detail) : sentence }
}

function fillDetails(sentence: string, detail: AuditDetail): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(detail[name]))
}

/** Formats a number with its noun, such as `3 changes`. */
function formatCount(number: string | undefined, one: string): string {
  return number === '1' ? `1 ${one}` : `${number} ${one}s`
}

const defineNotedAction = (name: string) => defineAction('payment', name, ({ note }) => (note ? `${name}: “${note}”` : name))
const defineContentAction = (verb: string) => defineAction('content', `${verb} website content`, `${verb}: {title}`)
const defineImageAction = (verb: string) =>
  defineAction('picture', `${verb} an image`, ({ alt }) => `${verb} ${alt ? `the image “${alt}”` : 'an image'}`)
const defineExportAction = (name: string) =>
  defineAction('list', name, ({ rows }) => (rows === undefined ? name : `${name}: ${formatCount(rows, 'row')}`))
const defineDraftAction = (name: string) =>
  defineAction('draft', name, ({ changes }) => `${name}: ${formatCount(changes, 'change')}`)

/** Every action of the audit log. An action without a definition doesn't compile. */
export const auditActions = {
  'user.added': defineAction('adminUser', 'Added an admin', 'Added {emailAfter} as {roleAfter}'),
  'user.changed': defineAction(
    'adminUser',
    'Changed an admin',
    'Changed {emailBefore} ({roleBefore}) to {emailAfter} ({roleAfter})',
  ),
  'user.removed': defineAction('adminUser', 'Removed an admin', 'Removed {emailBefore}'),
  'user.invited': defineAction('adminUser', 'Invited an admin again', 'Invited {email} again'),
  'payment-email.added': defineAction('paymentEmail', 'Added a payment account', 'Added the payment account {paypalEmailAfter}'),
  'payment-email.changed': defineAction(
    'paymentEmail',
    'Changed the payment account',
    'Changed the payment account from {paypalEmailBefore} to {paypalEmailAfter}',
  ),
  'payment-email.deleted': defineAction(
    'paymentEmail',
    'Deleted a payment account',
    'Deleted the payment account {paypalEmailBefore}',
  ),
  'payee.confirmed': defineAction('payee', 'Confirmed the payment account'),
  'search-engines.decided': defineAction('content', 'Changed search engine access', ({ isAllowed }) =>
    isAllowed === 'yes' ? 'Let search engines in' : 'Kept search engines out until the samples are replaced',
  ),
  'order.status': defineAction('order', 'Changed an order’s status', 'Set the order to {orderStatus}'),
  'order.paid-by-hand': defineAction('order', 'Marked an order as paid', 'Marked the order as paid: “{reason}”'),
  'order.refund-asked': defineAction('order', 'Refunded a payment', ({ amount, reason }) => `Refunded $${amount}: “${reason}”`),
  'order.refund-withdrawn': defineAction('order', 'Withdrew a refund', ({ amount }) => `Withdrew the refund of $${amount}`),
  'order.brief-reopened': defineAction('order', 'Reopened a client’s answers', 'Reopened the client’s answers: “{reason}”'),
  'order.month-started': defineAction('order', 'Started an order’s month', ({ startsOn }) =>
    startsOn ? `Started the month on ${formatCalendarDay(startsOn)}` : 'Started the month',
  ),
  'deliverable.added': defineAction('order', 'Added a deliverable', 'Added the deliverable “{title}”'),
  'deliverable.changed': defineAction('order', 'Changed a deliverable', 'Changed the deliverable “{title}”'),
  'order.work-canceled': defineAction(
    'order',
    'Canceled the work after a refund',
    ({ count: open }) => `Canceled the ${open} open ${open === '1' ? 'deliverable' : 'deliverables'} after the refund`,
  ),
  'deliverable.outcome': defineAction('order', 'Carried over or refunded a deliverable', ({ title, outcome }) =>
    outcome === 'refunded' ? `Refunded the share of “${title}”` : `Carried “${title}” over to the next order`,
  ),
  'invoice.numbering': defineAction('list', 'Set the next invoice number', 'Set the next invoice number to {next}'),
  'order.paid-by-hand-taken-back': defineAction('order', 'Undid “Marked as paid”', 'Undid “Marked as paid”: “{reason}”'),
  'customer.exported': defineAction('customer', 'Exported a customer’s data'),
  'customer.note-deleted': defineAction('customer', 'Deleted a note about a customer'),
  'customer.notes-erased': defineAction('customer', 'Deleted a customer’s notes, messages and files'),
  'payment-flag.attached': defineNotedAction('Attached a payment to an order'),
  'payment-flag.refundNoted': defineNotedAction('Noted that a payment was sent back'),
  'payment-flag.accepted': defineNotedAction('Accepted a payment that did not match'),
  'payment-flag.taken-back': defineAction('payment', 'Undid the acceptance of a payment'),
  'payment-flag.dismissed': defineNotedAction('Closed a payment to check'),
  'payment-flag.over': defineNotedAction('Closed a payment that no longer needed a check'),
  'content.added': defineContentAction('Added'),
  'content.changed': defineContentAction('Changed'),
  'content.deleted': defineContentAction('Deleted'),
  'content.ordered': defineAction('content', 'Reordered a list', 'Reordered: {title}'),
  'content.exported': defineAction(
    'content',
    'Exported all website content',
    ({ records = '' }) => `Exported all website content${records && `: ${records} records`}`,
  ),
  'subscribers.exported': defineExportAction('Exported the subscribers'),
  'orders.exported': defineExportAction('Exported orders'),
  'accounting.exported': defineExportAction('Exported payments for accounting'),
  'content.imported': defineAction(
    'content',
    'Imported website content',
    'Imported website content: {added} added, {changed} changed, {removed} removed',
  ),
  'media.added': defineImageAction('Added'),
  'media.changed': defineImageAction('Described'),
  'media.deleted': defineImageAction('Deleted'),
  'media.restored': defineImageAction('Restored'),
  'draft.published': defineDraftAction('Published the drafts'),
  'draft.publish-undone': defineDraftAction('Undid publishing the drafts'),
  'draft.scheduled': defineAction('draft', 'Scheduled the drafts', ({ at = '' }) => `Scheduled the drafts for ${at}`),
  'draft.taken-back': defineAction('draft', 'Canceled scheduled publishing'),
  'draft.discard-undone': defineDraftAction('Restored discarded drafts'),
  'draft.discarded': defineDraftAction('Discarded drafts'),
  'mail.retried': defineAction('mail', 'Sent an email again'),
  'email.verified': defineAction('account', 'Confirmed the email address'),
  'email.link-mailed': defineAction('account', 'Asked for a new link to confirm the email address'),
  'password.changed': defineAction('account', 'Changed the password'),
  'password.reset': defineAction('account', 'Set a new password with an emailed link'),
  'password.link-made': defineAction('account', 'Created a password link on the server'),
  'second-factor.set-up': defineAction('account', 'Set up two-step verification'),
  'second-factor.turned-off': defineAction('account', 'Turned off two-step verification'),
  'recovery-codes.renewed': defineAction('account', 'Created new recovery codes'),
  'recovery-code.used': defineAction('account', 'Logged in with a recovery code', 'Logged in with a recovery code; {left} left'),
  'session.ended': defineAction('account', 'Logged out other devices', ({ count = '1' }) =>
    count === '1' ? 'Logged out another device' : `Logged out ${count} other devices`,
  ),
}

export type AuditAction = keyof typeof auditActions

/** Describes an action in plain words, with times in the business's time zone. An action of another version of the program keeps its own name. */
export function describeAuditEntry(
  action: string,
  detail: AuditDetail,
  timeZone: string,
): { what: string; about: AuditSubjectKind | null } {
  const definition: AuditActionDefinition | undefined = Object.hasOwn(auditActions, action)
    ? auditActions[action as AuditAction]
    : undefined
  if (!definition) return { what: action, about: null }
  const { at } = detail
  const shownDetail = at === undefined ? detail : { ...detail, at: formatDateTimeWithZone(timeZone, Date.parse(at)) }
  return { what: definition.describe(shownDetail), about: definition.about }
}

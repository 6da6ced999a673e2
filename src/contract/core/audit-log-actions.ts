import { formatCalendarDay, formatDateTimeWithZone } from './format-dates-and-times.ts'

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

/** `sentence` names the details in braces. Without it, an entry reads like the filter. */
function define(
  about: AuditSubjectKind,
  name: string,
  sentence: string | AuditActionDefinition['describe'] = name,
): AuditActionDefinition {
  return { about, name, describe: typeof sentence === 'string' ? (detail) => fillDetails(sentence, detail) : sentence }
}

function fillDetails(sentence: string, detail: AuditDetail): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(detail[name]))
}

/** Starts a sentence about a number of things, such as "3 changes". */
function count(number: string | undefined, one: string): string {
  return number === '1' ? `1 ${one}` : `${number} ${one}s`
}

const withNote = (name: string) => define('payment', name, ({ note }) => (note ? `${name}: “${note}”` : name))
const content = (verb: string) => define('content', `${verb} website content`, `${verb}: {title}`)
const image = (verb: string) =>
  define('picture', `${verb} an image`, ({ alt }) => `${verb} ${alt ? `the image “${alt}”` : 'an image'}`)
const exported = (name: string) =>
  define('list', name, ({ rows }) => (rows === undefined ? name : `${name}: ${count(rows, 'row')}`))
const drafts = (name: string) => define('draft', name, ({ changes }) => `${name}: ${count(changes, 'change')}`)

/** Every action of the audit log. An action without a definition doesn't compile. */
export const auditActions = {
  'user.added': define('adminUser', 'Added an admin', 'Added {emailAfter} as {roleAfter}'),
  'user.changed': define('adminUser', 'Changed an admin', 'Changed {emailBefore} ({roleBefore}) to {emailAfter} ({roleAfter})'),
  'user.removed': define('adminUser', 'Removed an admin', 'Removed {emailBefore}'),
  'user.invited': define('adminUser', 'Invited an admin again', 'Invited {email} again'),
  'payment-email.added': define('paymentEmail', 'Added a payment account', 'Added the payment account {paypalEmailAfter}'),
  'payment-email.changed': define(
    'paymentEmail',
    'Changed the payment account',
    'Changed the payment account from {paypalEmailBefore} to {paypalEmailAfter}',
  ),
  'payment-email.deleted': define('paymentEmail', 'Deleted a payment account', 'Deleted the payment account {paypalEmailBefore}'),
  'payee.confirmed': define('payee', 'Confirmed the payment account'),
  'search-engines.decided': define('content', 'Changed search engine access', ({ isAllowed }) =>
    isAllowed === 'yes' ? 'Let search engines in' : 'Kept search engines out until the samples are replaced',
  ),
  'order.status': define('order', 'Changed an order’s status', 'Set the order to {orderStatus}'),
  'order.paid-by-hand': define('order', 'Marked an order as paid', 'Marked the order as paid: “{reason}”'),
  'order.refund-asked': define('order', 'Refunded a payment', ({ amount, reason }) => `Refunded $${amount}: “${reason}”`),
  'order.refund-withdrawn': define('order', 'Withdrew a refund', ({ amount }) => `Withdrew the refund of $${amount}`),
  'order.brief-reopened': define('order', 'Reopened a client’s answers', 'Reopened the client’s answers: “{reason}”'),
  'order.month-started': define('order', 'Started an order’s month', ({ startsOn }) =>
    startsOn ? `Started the month on ${formatCalendarDay(startsOn)}` : 'Started the month',
  ),
  'deliverable.added': define('order', 'Added a deliverable', 'Added the deliverable “{title}”'),
  'deliverable.changed': define('order', 'Changed a deliverable', 'Changed the deliverable “{title}”'),
  'order.work-canceled': define(
    'order',
    'Canceled the work after a refund',
    ({ count: open }) => `Canceled the ${open} open ${open === '1' ? 'deliverable' : 'deliverables'} after the refund`,
  ),
  'deliverable.outcome': define('order', 'Carried over or refunded a deliverable', ({ title, outcome }) =>
    outcome === 'refunded' ? `Refunded the share of “${title}”` : `Carried “${title}” over to the next order`,
  ),
  'invoice.numbering': define('list', 'Set the next invoice number', 'Set the next invoice number to {next}'),
  'order.paid-by-hand-taken-back': define('order', 'Undid “Marked as paid”', 'Undid “Marked as paid”: “{reason}”'),
  'customer.exported': define('customer', 'Exported a customer’s data'),
  'customer.note-deleted': define('customer', 'Deleted a note about a customer'),
  'customer.notes-erased': define('customer', 'Deleted a customer’s notes, messages and files'),
  'payment-flag.attached': withNote('Attached a payment to an order'),
  'payment-flag.refundNoted': withNote('Noted that a payment was sent back'),
  'payment-flag.accepted': withNote('Accepted a payment that did not match'),
  'payment-flag.dismissed': withNote('Closed a payment to check'),
  'payment-flag.over': withNote('Closed a payment that no longer needed a check'),
  'content.added': content('Added'),
  'content.changed': content('Changed'),
  'content.deleted': content('Deleted'),
  'content.ordered': define('content', 'Reordered a list', 'Reordered: {title}'),
  'content.exported': define(
    'content',
    'Exported all website content',
    ({ records = '' }) => `Exported all website content${records && `: ${records} records`}`,
  ),
  'subscribers.exported': exported('Exported the subscribers'),
  'orders.exported': exported('Exported orders'),
  'accounting.exported': exported('Exported payments for accounting'),
  'content.imported': define(
    'content',
    'Imported website content',
    'Imported website content: {added} added, {changed} changed, {removed} removed',
  ),
  'media.added': image('Added'),
  'media.changed': image('Described'),
  'media.deleted': image('Deleted'),
  'media.restored': image('Restored'),
  'draft.published': drafts('Published the drafts'),
  'draft.publish-undone': drafts('Undid publishing the drafts'),
  'draft.scheduled': define('draft', 'Scheduled the drafts', ({ at = '' }) => `Scheduled the drafts for ${at}`),
  'draft.taken-back': define('draft', 'Canceled scheduled publishing'),
  'draft.discard-undone': drafts('Restored discarded drafts'),
  'draft.discarded': drafts('Discarded drafts'),
  'mail.retried': define('mail', 'Sent an email again'),
  'email.verified': define('account', 'Confirmed the email address'),
  'email.link-mailed': define('account', 'Asked for a new link to confirm the email address'),
  'password.changed': define('account', 'Changed the password'),
  'password.reset': define('account', 'Set a new password with an emailed link'),
  'password.link-made': define('account', 'Created a password link on the server'),
  'second-factor.set-up': define('account', 'Set up two-step verification'),
  'second-factor.turned-off': define('account', 'Turned off two-step verification'),
  'recovery-codes.renewed': define('account', 'Created new recovery codes'),
  'recovery-code.used': define('account', 'Logged in with a recovery code', 'Logged in with a recovery code; {left} left'),
  'session.ended': define('account', 'Logged out other devices', ({ count = '1' }) =>
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

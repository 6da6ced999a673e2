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

/** `name` shows in the filter. `describe` builds the sentence of an entry. */
type AuditActionDefinition = { name: string; about: AuditSubjectKind; describe?: (detail: AuditDetail) => string }

/** A payment that an admin closed, with the admin's note. */
function defineFlagAction(name: string): AuditActionDefinition {
  return { name, about: 'payment', describe: ({ note }) => (note ? `${name}: “${note}”` : name) }
}

/** `title` is the title of the content kind. */
function defineContentAction(verb: string): AuditActionDefinition {
  return { name: `${verb} website content`, about: 'content', describe: ({ title }) => `${verb}: ${title}` }
}

/** A picture of the library, with its description if it has one. */
function defineImageAction(verb: string): AuditActionDefinition {
  return {
    name: `${verb} an image`,
    about: 'picture',
    describe: ({ alt }) => `${verb} ${alt ? `the image “${alt}”` : 'an image'}`,
  }
}

/** A list that an admin downloaded. A download that was cut off has no row count. */
function defineExportAction(name: string): AuditActionDefinition {
  return {
    name,
    about: 'list',
    describe: ({ rows }) => (rows === undefined ? name : `${name}: ${rows === '1' ? '1 row' : `${rows} rows`}`),
  }
}

const flagActions = {
  'payment-flag.attached': defineFlagAction('Attached a payment to an order'),
  'payment-flag.refundNoted': defineFlagAction('Noted that a payment was sent back'),
  'payment-flag.accepted': defineFlagAction('Accepted a payment that did not match'),
  'payment-flag.dismissed': defineFlagAction('Closed a payment to check'),
  'payment-flag.over': defineFlagAction('Closed a payment that no longer needed a check'),
} satisfies Record<`payment-flag.${string}`, AuditActionDefinition>

/** Every action of the audit log. An action without a definition doesn't compile. */
export const auditActions = {
  'user.added': {
    name: 'Added an admin',
    about: 'adminUser',
    describe: ({ emailAfter, roleAfter }) => `Added ${emailAfter} as ${roleAfter}`,
  },
  'user.changed': {
    name: 'Changed an admin',
    about: 'adminUser',
    describe: ({ emailBefore, roleBefore, emailAfter, roleAfter }) =>
      `Changed ${emailBefore} (${roleBefore}) to ${emailAfter} (${roleAfter})`,
  },
  'user.removed': {
    name: 'Removed an admin',
    about: 'adminUser',
    describe: ({ emailBefore }) => `Removed ${emailBefore}`,
  },
  'user.invited': { name: 'Invited an admin again', about: 'adminUser', describe: ({ email }) => `Invited ${email} again` },
  'payment-email.added': {
    name: 'Added a payment account',
    about: 'paymentEmail',
    describe: ({ paypalEmailAfter }) => `Added the payment account ${paypalEmailAfter}`,
  },
  'payment-email.changed': {
    name: 'Changed the payment account',
    about: 'paymentEmail',
    describe: ({ paypalEmailBefore, paypalEmailAfter }) =>
      `Changed the payment account from ${paypalEmailBefore} to ${paypalEmailAfter}`,
  },
  'payment-email.deleted': {
    name: 'Deleted a payment account',
    about: 'paymentEmail',
    describe: ({ paypalEmailBefore }) => `Deleted the payment account ${paypalEmailBefore}`,
  },
  'payee.confirmed': { name: 'Confirmed the payment account', about: 'payee' },
  'search-engines.decided': {
    name: 'Changed search engine access',
    about: 'content',
    describe: ({ isAllowed }) =>
      isAllowed === 'yes' ? 'Let search engines in' : 'Kept search engines out until the samples are replaced',
  },
  'order.status': {
    name: 'Changed an order’s status',
    about: 'order',
    describe: ({ orderStatus }) => `Set the order to ${orderStatus}`,
  },
  'order.paid-by-hand': {
    name: 'Marked an order as paid',
    about: 'order',
    describe: ({ reason }) => `Marked the order as paid: “${reason}”`,
  },
  'order.refund-asked': {
    name: 'Refunded a payment',
    about: 'order',
    describe: ({ amount, reason }) => `Refunded $${amount}: “${reason}”`,
  },
  'order.refund-withdrawn': {
    name: 'Withdrew a refund',
    about: 'order',
    describe: ({ amount }) => `Withdrew the refund of $${amount}`,
  },
  'order.brief-reopened': {
    name: 'Reopened a client’s answers',
    about: 'order',
    describe: ({ reason }) => `Reopened the client’s answers: “${reason}”`,
  },
  'order.month-started': {
    name: 'Started an order’s month',
    about: 'order',
    describe: ({ startsOn }) => (startsOn ? `Started the month on ${formatCalendarDay(startsOn)}` : 'Started the month'),
  },
  'deliverable.added': {
    name: 'Added a deliverable',
    about: 'order',
    describe: ({ title }) => `Added the deliverable “${title}”`,
  },
  'deliverable.changed': {
    name: 'Changed a deliverable',
    about: 'order',
    describe: ({ title }) => `Changed the deliverable “${title}”`,
  },
  'order.work-canceled': {
    name: 'Canceled the work after a refund',
    about: 'order',
    describe: ({ count }) => `Canceled the ${count} open ${count === '1' ? 'deliverable' : 'deliverables'} after the refund`,
  },
  'deliverable.outcome': {
    name: 'Carried over or refunded a deliverable',
    about: 'order',
    describe: ({ title, outcome }) =>
      outcome === 'refunded' ? `Refunded the share of “${title}”` : `Carried “${title}” over to the next order`,
  },
  'invoice.numbering': {
    name: 'Set the next invoice number',
    about: 'list',
    describe: ({ next }) => `Set the next invoice number to ${next}`,
  },
  'order.paid-by-hand-taken-back': {
    name: 'Undid “Marked as paid”',
    about: 'order',
    describe: ({ reason }) => `Undid “Marked as paid”: “${reason}”`,
  },
  'customer.exported': { name: 'Exported a customer’s data', about: 'customer' },
  'customer.note-deleted': { name: 'Deleted a note about a customer', about: 'customer' },
  'customer.notes-erased': { name: 'Deleted a customer’s notes, messages and files', about: 'customer' },
  ...flagActions,
  'content.added': defineContentAction('Added'),
  'content.changed': defineContentAction('Changed'),
  'content.deleted': defineContentAction('Deleted'),
  'content.ordered': {
    name: 'Reordered a list',
    about: 'content',
    describe: ({ title }) => `Reordered: ${title}`,
  },
  'content.exported': {
    name: 'Exported all website content',
    about: 'content',
    describe: ({ records = '' }) => `Exported all website content${records && `: ${records} records`}`,
  },
  'subscribers.exported': defineExportAction('Exported the subscribers'),
  'orders.exported': defineExportAction('Exported orders'),
  'accounting.exported': defineExportAction('Exported payments for accounting'),
  'content.imported': {
    name: 'Imported website content',
    about: 'content',
    describe: ({ added, changed, removed }) => `Imported website content: ${added} added, ${changed} changed, ${removed} removed`,
  },
  'media.added': defineImageAction('Added'),
  'media.changed': defineImageAction('Described'),
  'media.deleted': defineImageAction('Deleted'),
  'media.restored': defineImageAction('Restored'),
  'draft.published': {
    name: 'Published the drafts',
    about: 'draft',
    describe: ({ changes }) => `Published the drafts: ${changes === '1' ? '1 change' : `${changes} changes`}`,
  },
  'draft.publish-undone': {
    name: 'Undid publishing the drafts',
    about: 'draft',
    describe: ({ changes }) => `Undid publishing the drafts: ${changes === '1' ? '1 change' : `${changes} changes`}`,
  },
  'draft.scheduled': {
    name: 'Scheduled the drafts',
    about: 'draft',
    describe: ({ at = '' }) => `Scheduled the drafts for ${at}`,
  },
  'draft.taken-back': { name: 'Canceled scheduled publishing', about: 'draft' },
  'draft.discard-undone': {
    name: 'Restored discarded drafts',
    about: 'draft',
    describe: ({ changes }) => `Restored discarded drafts: ${changes === '1' ? '1 change' : `${changes} changes`}`,
  },
  'draft.discarded': {
    name: 'Discarded drafts',
    about: 'draft',
    describe: ({ changes }) => `Discarded drafts: ${changes === '1' ? '1 change' : `${changes} changes`}`,
  },
  'mail.retried': { name: 'Sent an email again', about: 'mail' },
  'email.verified': { name: 'Confirmed the email address', about: 'account' },
  'email.link-mailed': { name: 'Asked for a new link to confirm the email address', about: 'account' },
  'password.changed': { name: 'Changed the password', about: 'account' },
  'password.reset': { name: 'Set a new password with an emailed link', about: 'account' },
  'password.link-made': { name: 'Created a password link on the server', about: 'account' },
  'second-factor.set-up': { name: 'Set up two-step verification', about: 'account' },
  'second-factor.turned-off': { name: 'Turned off two-step verification', about: 'account' },
  'recovery-codes.renewed': { name: 'Created new recovery codes', about: 'account' },
  'recovery-code.used': {
    name: 'Logged in with a recovery code',
    about: 'account',
    describe: ({ left }) => `Logged in with a recovery code; ${left} left`,
  },
  'session.ended': {
    name: 'Logged out other devices',
    about: 'account',
    describe: ({ count = '1' }) => (count === '1' ? 'Logged out another device' : `Logged out ${count} other devices`),
  },
} satisfies Record<string, AuditActionDefinition>

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
  return { what: definition.describe?.(shownDetail) ?? definition.name, about: definition.about }
}

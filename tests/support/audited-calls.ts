import type { AuditAction } from '#contract/audit-actions.ts'
import { getReadAddAndUpdateEndpoints } from '#contract/content/content-kind-endpoints.ts'
import { contentKinds } from '#contract/content-kinds.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { buildEndpointKey } from '#contract/core/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { addUserRecordEndpoint } from '#contract/people/user-role-records.ts'

/** The names of all calls that write. */
export const writingCalls: readonly string[] = endpoints.filter(({ method }) => method !== 'GET').map(buildEndpointKey)

/** The action that each call writes to the audit log. */
export const auditedCalls: Readonly<Record<string, AuditAction>> = {
  ...Object.fromEntries(contentKinds.flatMap(listAuditedContentCalls)),
  [buildEndpointKey(addUserRecordEndpoint)]: 'user.added',
  'PUT /upadete-users/:': 'user.changed',
  'DELETE /users/:': 'user.removed',
  'POST /admin-invitation/:': 'user.invited',
  'POST /first-admin': 'user.added',
  'POST /verify-email': 'email.verified',
  'POST /resend-verification': 'email.link-mailed',
  'POST /email-change': 'email.change-asked',
  'POST /confirm-email-change': 'email.changed',
  'POST /reset-password': 'password.reset',
  'POST /change-password': 'password.changed',
  'POST /end-session': 'session.ended',
  'POST /end-other-sessions': 'session.ended',
  'POST /second-factor/confirm': 'second-factor.set-up',
  'POST /second-factor/recover': 'recovery-code.used',
  'POST /second-factor/turn-off': 'second-factor.turned-off',
  'POST /second-factor/recovery-codes': 'recovery-codes.renewed',
  'PUT /order-status/:': 'order.status',
  'PUT /order-status': 'order.status',
  'POST /undo-order-status': 'order.status',
  'POST /quote': 'quote.sent',
  'PUT /quote/:': 'quote.changed',
  'PUT /quote-withdrawn/:': 'quote.withdrawn',
  'DELETE /customer-notes/:': 'customer.note-deleted',
  'POST /erase-customer-notes': 'customer.notes-erased',
  'PUT /order-paid/:': 'order.paid-by-hand',
  'PUT /order-paid-taken-back/:': 'order.paid-by-hand-taken-back',
  'POST /refund/:': 'order.refund-asked',
  'PUT /order-access-state/:': 'order.access-changed',
  'PUT /order-brief-reopened/:': 'order.brief-reopened',
  'PUT /order-start/:': 'order.month-started',
  'PUT /order-month/:': 'order.month-changed',
  'PUT /order-contact/:': 'order.contact-set',
  'POST /deliverable/:': 'deliverable.added',
  'PUT /deliverable/:': 'deliverable.changed',
  'PUT /deliverable-outcome/:': 'deliverable.outcome',
  'PUT /order-stop-answer/:': 'order.stop-answered',
  'PUT /deliverables-canceled/:': 'order.work-canceled',
  'PUT /refund-withdrawn/:': 'order.refund-withdrawn',
  'PUT /invoice-numbering': 'invoice.numbering',
  'PUT /payment-flags/:': 'payment-flag.attached',
  'PUT /payment-flag-taken-back/:': 'payment-flag.taken-back',
  'PUT /payee-confirmation': 'payee.confirmed',
  'PUT /search-engines': 'search-engines.decided',
  'PUT /mail-problems/:': 'mail.retried',
  'PUT /outdated-facts': 'content.changed',
  'POST /media': 'media.added',
  'PUT /media/:': 'media.changed',
  'DELETE /media/:': 'media.deleted',
  'POST /undelete-media/:': 'media.restored',
  'POST /crop-media/:': 'media.added',
  'DELETE /content/:/:': 'content.deleted',
  'POST /undelete/:/:': 'content.added',
  'PUT /content-order/:': 'content.ordered',
  'PUT /content-visibility/:/:': 'content.changed',
  'POST /restore/:/:': 'content.changed',
  'POST /keep-samples': 'content.changed',
  'POST /content-import': 'content.imported',
  'POST /redirect-import': 'content.added',
  'POST /draft/publish': 'draft.published',
  'POST /draft/undo-publish': 'draft.publish-undone',
  'POST /draft/discard': 'draft.discarded',
  'POST /draft/undo-discard': 'draft.discard-undone',
  'POST /draft/schedule': 'draft.scheduled',
}

function listAuditedContentCalls(contentKind: ContentKind): [string, AuditAction][] {
  const { add, update } = getReadAddAndUpdateEndpoints(contentKind)
  const { added, changed } = (contentKind.notifyOnChange ?? { added: 'content.added', changed: 'content.changed' }) as Record<
    'added' | 'changed',
    AuditAction
  >
  return [
    [buildEndpointKey(add), added],
    ...(update ? [[buildEndpointKey(update), changed] satisfies [string, AuditAction]] : []),
  ]
}

const NO_ACCOUNT_YET = 'The sender has no session. The stored row is the record.'
const SIGN_IN_AND_OUT = 'The account page lists the open sessions.'
const STORES_NOTHING = 'The call changes no lasting data.'
const MESSAGE_STATUS_ONLY = 'The call deletes nothing, and the message shows its folder and status.'
const PRIVATE_AUTOSAVE = 'An autosave is private to its admin.'
const NAMES_ITS_AUTHOR = 'The row names the person who wrote it.'
const KEEPS_EACH_STEP = 'Each deliverable keeps its steps with who took them. The call changes no title, date or weight.'
const ORDER_HISTORY = 'The order keeps its own history of payments and cancellations.'

/** Calls that write nothing to the audit log, with the reason. */
export const unauditedCalls: Readonly<Record<string, string>> = {
  'POST /register': NO_ACCOUNT_YET,
  'POST /auth/sign-up/email': NO_ACCOUNT_YET,
  'POST /request-password-reset': NO_ACCOUNT_YET,
  'POST /auth/request-password-reset': NO_ACCOUNT_YET,
  'POST /add-subscriber': NO_ACCOUNT_YET,
  'POST /confirm-subscription': NO_ACCOUNT_YET,
  'POST /unsubscribe': NO_ACCOUNT_YET,
  'POST /stop-reminders': NO_ACCOUNT_YET,
  'POST /cancel-email-change': 'Nothing changed yet.',
  'PUT /work-emails': 'The choice changes nothing for other people.',
  'POST /add-message': NO_ACCOUNT_YET,
  'POST /sign-in': SIGN_IN_AND_OUT,
  'POST /auth/sign-in/email': SIGN_IN_AND_OUT,
  'POST /provider-sign-in': SIGN_IN_AND_OUT,
  'POST /second-factor/verify': SIGN_IN_AND_OUT,
  'POST /sign-out': SIGN_IN_AND_OUT,
  'POST /auth/sign-out': SIGN_IN_AND_OUT,
  'POST /confirm-password': STORES_NOTHING,
  'POST /site-checks/:': STORES_NOTHING,
  'POST /redirect-import-preview': STORES_NOTHING,
  'POST /second-factor/begin': STORES_NOTHING,
  'PUT /message/:': MESSAGE_STATUS_ONLY,
  'PUT /messages': MESSAGE_STATUS_ONLY,
  'PUT /own-draft/:/:': PRIVATE_AUTOSAVE,
  'DELETE /own-draft/:/:': PRIVATE_AUTOSAVE,
  'POST /customer-notes': NAMES_ITS_AUTHOR,
  'PUT /follow-ups': NAMES_ITS_AUTHOR,
  'PUT /deliverables': KEEPS_EACH_STEP,
  'POST /order-message/:': NAMES_ITS_AUTHOR,
  'POST /order-file/:': NAMES_ITS_AUTHOR,
  'PUT /order-messages-read/:': MESSAGE_STATUS_ONLY,
  'PUT /order-messages-answered/:': MESSAGE_STATUS_ONLY,
  'PUT /quote-accepted/:': 'The quote names the order that its client placed.',
  'POST /new-order': ORDER_HISTORY,
  'PUT /order-cancelled/:': ORDER_HISTORY,
  'POST /pay/:': ORDER_HISTORY,
  'POST /confirm-payment/:': ORDER_HISTORY,
  'POST /payment-check/:': ORDER_HISTORY,
  'POST /payments/paypal-standard/notify': ORDER_HISTORY,
  'POST /payments/paypal-orders/webhook': ORDER_HISTORY,
  'POST /payments/rehearsal/notify': ORDER_HISTORY,
  'POST /payments/rehearsal/checkout': ORDER_HISTORY,
  'POST /payments/rehearsal/outcome': ORDER_HISTORY,
  'PUT /deliverable-approval/:': 'The deliverable keeps every step.',
  'PUT /order-stop/:': 'The order keeps every request.',
  'PUT /deliverable-choice/:': 'The deliverable keeps every choice.',
  'PUT /order-brief/:': 'The brief keeps every version that the client sent.',
  'POST /payments/rehearsal/verify': STORES_NOTHING,
}

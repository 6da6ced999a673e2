import { endpointsOf } from '../../src/contract/content/content-kind-endpoints.ts'
import { contentKinds } from '../../src/contract/content-kinds.ts'
import { callName, endpoints } from '../../src/contract/endpoints.ts'
import type { AuditAction } from '../../src/contract/grammar/audit-actions.ts'
import type { ContentKind } from '../../src/contract/grammar/content-kind.ts'
import { addUser } from '../../src/contract/people/user.ts'

/** The calls that change something, by name. */
export const changingCalls: readonly string[] = endpoints.filter(({ method }) => method !== 'GET').map(callName)

/** Which act each call writes to the audit log. */
export const auditedCalls: Readonly<Record<string, AuditAction>> = {
  ...Object.fromEntries(contentKinds.flatMap(actsOn)),
  [callName(addUser)]: 'user.added',
  'PUT /upadete-users/:': 'user.changed',
  'DELETE /users/:': 'user.removed',
  'POST /admin-invitation/:': 'user.invited',
  'POST /first-admin': 'user.added',
  'POST /verify-email': 'email.verified',
  'POST /resend-verification': 'email.link-mailed',
  'POST /reset-password': 'password.reset',
  'POST /change-password': 'password.changed',
  'POST /end-session': 'session.ended',
  'POST /end-other-sessions': 'session.ended',
  'POST /second-factor/confirm': 'second-factor.set-up',
  'POST /second-factor/recover': 'recovery-code.used',
  'POST /second-factor/turn-off': 'second-factor.turned-off',
  'POST /second-factor/recovery-codes': 'recovery-codes.renewed',
  'PUT /order-status/:': 'order.status',
  'PUT /order-paid/:': 'order.paid-by-hand',
  'PUT /order-paid-taken-back/:': 'order.paid-by-hand-taken-back',
  'POST /refund/:': 'order.refund-asked',
  'PUT /refund-withdrawn/:': 'order.refund-withdrawn',
  'PUT /invoice-numbering': 'invoice.numbering',
  'PUT /payment-flags/:': 'payment-flag.attached',
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
  'POST /content-import': 'content.imported',
  'POST /draft/publish': 'draft.published',
  'POST /draft/discard': 'draft.discarded',
  'POST /draft/schedule': 'draft.scheduled',
}

function actsOn(contentKind: ContentKind): [string, AuditAction][] {
  const { add, update } = endpointsOf(contentKind)
  const { added, changed } = contentKind.notifyOnChange ?? ({ added: 'content.added', changed: 'content.changed' } as const)
  return [[callName(add), added], ...(update ? [[callName(update), changed] satisfies [string, AuditAction]] : [])]
}

const NOBODY_YET = 'Whoever does this has no account that they are known by: what comes of it is its own record.'
const COMES_AND_GOES = 'Logging in and out is not written down; the account lists where it is logged in.'
const NOTHING_KEPT = 'Nothing is changed that anybody could ask about later.'
const MESSAGES = 'Reading and filing a message takes nothing away: it can be found where it lies.'
const OWN_WORDS = 'What somebody has typed and not saved is theirs alone.'
const BOOKS = 'The order keeps books of its own: who paid, cancelled and asked, and when.'

/** Those that write none, and why. */
export const unauditedCalls: Readonly<Record<string, string>> = {
  'POST /register': NOBODY_YET,
  'POST /auth/sign-up/email': NOBODY_YET,
  'POST /request-password-reset': NOBODY_YET,
  'POST /auth/request-password-reset': NOBODY_YET,
  'POST /add-subscriber': NOBODY_YET,
  'POST /confirm-subscription': NOBODY_YET,
  'POST /unsubscribe': NOBODY_YET,
  'POST /add-message': NOBODY_YET,
  'POST /sign-in': COMES_AND_GOES,
  'POST /auth/sign-in/email': COMES_AND_GOES,
  'POST /provider-sign-in': COMES_AND_GOES,
  'POST /second-factor/verify': COMES_AND_GOES,
  'POST /sign-out': COMES_AND_GOES,
  'POST /auth/sign-out': COMES_AND_GOES,
  'POST /confirm-password': NOTHING_KEPT,
  'POST /site-checks/:': NOTHING_KEPT,
  'POST /second-factor/begin': NOTHING_KEPT,
  'PUT /message/:': MESSAGES,
  'PUT /message-place/:': MESSAGES,
  'PUT /messages': MESSAGES,
  'PUT /own-draft/:/:': OWN_WORDS,
  'DELETE /own-draft/:/:': OWN_WORDS,
  'POST /new-order': BOOKS,
  'PUT /order-cancelled/:': BOOKS,
  'POST /pay/:': BOOKS,
  'POST /confirm-payment/:': BOOKS,
  'POST /payment-check/:': BOOKS,
  'POST /payments/paypal-standard/notify': BOOKS,
  'POST /payments/paypal-orders/webhook': BOOKS,
  'POST /payments/rehearsal/notify': BOOKS,
  'POST /payments/rehearsal/checkout': BOOKS,
  'POST /payments/rehearsal/outcome': BOOKS,
  'POST /payments/rehearsal/verify': NOTHING_KEPT,
}

import { defineAction, formatCount } from '../core/define-audit-action.ts'

const defineContentAction = (verb: string) => defineAction('content', `${verb} website content`, `${verb}: {title}`)
const defineImageAction = (verb: string) =>
  defineAction('picture', `${verb} an image`, ({ alt }) => `${verb} ${alt ? `the image “${alt}”` : 'an image'}`)
const defineDraftAction = (name: string) =>
  defineAction('draft', name, ({ changes }) => `${name}: ${formatCount(changes, 'change')}`)

export const contentAuditActions = {
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
  'content.added': defineContentAction('Added'),
  'content.changed': defineContentAction('Changed'),
  'content.deleted': defineContentAction('Deleted'),
  'content.ordered': defineAction('content', 'Reordered a list', 'Reordered: {title}'),
  'content.exported': defineAction(
    'content',
    'Exported all website content',
    ({ records = '' }) => `Exported all website content${records && `: ${records} records`}`,
  ),
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
}

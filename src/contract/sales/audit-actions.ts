import { defineAction, defineExportAction } from '../core/define-audit-action.ts'

const defineNotedAction = (name: string) => defineAction('payment', name, ({ note }) => (note ? `${name}: “${note}”` : name))

export const salesAuditActions = {
  'payee.confirmed': defineAction('payee', 'Confirmed the payment account'),
  'order.status': defineAction('order', 'Changed an order’s status', 'Set the order to {orderStatus}'),
  'order.paid-by-hand': defineAction('order', 'Marked an order as paid', 'Marked the order as paid: “{reason}”'),
  'order.refund-asked': defineAction('order', 'Refunded a payment', ({ amount, reason }) => `Refunded $${amount}: “${reason}”`),
  'order.refund-withdrawn': defineAction('order', 'Withdrew a refund', ({ amount }) => `Withdrew the refund of $${amount}`),
  'invoice.numbering': defineAction('list', 'Set the next invoice number', 'Set the next invoice number to {next}'),
  'order.paid-by-hand-taken-back': defineAction('order', 'Undid “Marked as paid”', 'Undid “Marked as paid”: “{reason}”'),
  'quote.sent': defineAction('customer', 'Sent a quote', 'Sent the quote “{title}” for {price} dollars'),
  'quote.changed': defineAction('customer', 'Changed a quote', 'Changed the quote “{title}”, now for {price} dollars'),
  'quote.withdrawn': defineAction('customer', 'Withdrew a quote', 'Withdrew the quote “{title}”'),
  'customer.exported': defineAction('customer', 'Exported a customer’s data'),
  'customer.note-deleted': defineAction('customer', 'Deleted a note about a customer'),
  'customer.notes-erased': defineAction('customer', 'Deleted a customer’s notes, messages and files'),
  'payment-flag.attached': defineNotedAction('Attached a payment to an order'),
  'payment-flag.refundNoted': defineNotedAction('Noted that a payment was sent back'),
  'payment-flag.accepted': defineNotedAction('Accepted a payment that did not match'),
  'payment-flag.taken-back': defineAction('payment', 'Undid the acceptance of a payment'),
  'payment-flag.dismissed': defineNotedAction('Closed a payment to check'),
  'payment-flag.over': defineNotedAction('Closed a payment that no longer needed a check'),
  'orders.exported': defineExportAction('Exported orders'),
  'accounting.exported': defineExportAction('Exported payments for accounting'),
}

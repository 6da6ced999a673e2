import { defineAction } from '../core/define-audit-action.ts'
import { formatCalendarDay } from '../core/format-date-time.ts'

export const workAuditActions = {
  'order.brief-reopened': defineAction('order', 'Reopened a client’s answers', 'Reopened the client’s answers: “{reason}”'),
  'order.month-started': defineAction('order', 'Started an order’s month', ({ startsOn }) =>
    startsOn ? `Started the month on ${formatCalendarDay(startsOn)}` : 'Started the month',
  ),
  'order.month-changed': defineAction('order', 'Changed which month an order is', 'Made it month {month} of the package'),
  'order.contact-set': defineAction('order', 'Chose the contact of an order', 'Made {name} the contact'),
  'deliverable.added': defineAction('order', 'Added a deliverable', 'Added the deliverable “{title}”'),
  'deliverable.changed': defineAction('order', 'Changed a deliverable', 'Changed the deliverable “{title}”'),
  'order.access-changed': defineAction('order', 'Changed an access of an order', 'Set the access “{title}” to {state}'),
  'order.work-canceled': defineAction(
    'order',
    'Canceled the work after a refund',
    ({ count: open }) => `Canceled the ${open} open ${open === '1' ? 'deliverable' : 'deliverables'} after the refund`,
  ),
  'order.stop-answered': defineAction('order', 'Answered a request to stop', ({ answer, reason, amount }) =>
    answer === 'refunded' ? `Stopped the order and refunded $${amount}` : `Declined the client’s request to stop: “${reason}”`,
  ),
  'deliverable.outcome': defineAction('order', 'Carried over or refunded a deliverable', ({ title, outcome }) =>
    outcome === 'refunded' ? `Refunded the share of “${title}”` : `Carried “${title}” over to the next order`,
  ),
}

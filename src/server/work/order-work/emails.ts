import { formatCalendarDay } from '#contract/core/format-date-time.ts'
import { defineEmail, type EmailBlock, toSingleLine } from '../../mail/mail.ts'
import { type OrderInEmail, SAMPLE_ORDER } from '../order-in-emails.ts'

/** What an email about a step says. `words` is what the team or the customer wrote with the step. */
type StepEmail = { order: OrderInEmail; deliverable: { id: string; title: string; draftNumber: number }; words: string }

const SAMPLE_STEP: StepEmail = {
  order: SAMPLE_ORDER,
  deliverable: { id: '00000000-0000-4000-8000-000000000002', title: 'Neighborhood page: Maple Heights', draftNumber: 2 },
  words: '',
}

export const buildMonthStartedEmail = defineEmail<{ order: OrderInEmail; startsOn: string; isMoved: boolean }>({
  name: 'month-started',
  title: 'The month started',
  audience: 'customer',
  sentWhen: 'The team starts the month of an order, or moves its start.',
  sample: { order: SAMPLE_ORDER, startsOn: '2026-11-23', isMoved: false },
  compose: ({ order: { id, number }, startsOn, isMoved }) => ({
    subject: `Order ${number}: ${isMoved ? 'a new start date' : 'your month has started'}`,
    heading: isMoved ? 'Your month has a new start date' : 'Your month has started',
    intro: [
      isMoved
        ? `Day one is now ${formatCalendarDay(startsOn)}. The due dates move with it.`
        : `We have what we need. Day one is ${formatCalendarDay(startsOn)}.`,
      'The order’s page shows when each part is due, and what we need from you.',
    ],
    action: { label: 'See the dates', path: `/my-order/${id}` },
  }),
})

export const buildDraftReadyEmail = defineEmail<StepEmail>({
  name: 'draft-ready',
  title: 'Draft to approve',
  audience: 'customer',
  sentWhen: 'The team sends a draft that the customer must approve.',
  sample: { ...SAMPLE_STEP, words: 'The park and library links are below the map now.' },
  compose: ({ order, deliverable, words }) => ({
    subject: `Draft ${deliverable.draftNumber} is ready: ${deliverable.title}`,
    heading: 'Please look at a draft',
    intro: [
      `Draft ${deliverable.draftNumber} of “${deliverable.title}” is ready for you.`,
      'Approve it, or tell us what to change. Nothing goes live without your approval.',
    ],
    action: { label: 'Read the draft', path: `/my-order/${order.id}/deliverable/${deliverable.id}` },
    details: quote(words),
  }),
})

export const buildInputNeededEmail = defineEmail<StepEmail>({
  name: 'input-needed',
  title: 'We need something from the customer',
  audience: 'customer',
  sentWhen: 'The team needs something from a customer before it can continue.',
  sample: { ...SAMPLE_STEP, words: 'The new photo of your second office.' },
  compose: ({ order, deliverable, words }) => ({
    subject: `We need something for “${deliverable.title}”`,
    heading: 'We need something from you',
    intro: [`We can’t continue with “${deliverable.title}” until we hear from you. Please answer on the order’s page.`],
    action: { label: 'Write to us', path: `/my-order/${order.id}#conversation` },
    details: quote(words),
  }),
})

export const buildDeliverableDeliveredEmail = defineEmail<StepEmail>({
  name: 'deliverable-delivered',
  title: 'Deliverable delivered',
  audience: 'customer',
  sentWhen: 'The team delivers a part of an order.',
  sample: SAMPLE_STEP,
  compose: ({ order, deliverable, words }) => ({
    subject: `Delivered: ${deliverable.title}`,
    heading: 'Part of your order has been delivered',
    intro: [`“${deliverable.title}” is done. Its page shows what we delivered.`],
    action: { label: 'See it', path: `/my-order/${order.id}/deliverable/${deliverable.id}` },
    details: quote(words),
  }),
})

export const buildDraftAnsweredEmail = defineEmail<StepEmail & { isApproved: boolean }>({
  name: 'draft-answered',
  title: 'Answer to a draft',
  audience: 'admin',
  sentWhen: 'A customer approves a draft, or asks for changes.',
  sample: { ...SAMPLE_STEP, isApproved: false, words: 'Please use the new phone number.' },
  compose: ({ order, deliverable, isApproved, words }) => ({
    subject: `Order ${order.number}: ${isApproved ? 'draft approved' : 'changes requested'}`,
    heading: isApproved ? 'Your draft was approved' : 'Your customer asked for changes',
    intro: [
      `${toSingleLine(order.customer_name)} answered draft ${deliverable.draftNumber} of “${deliverable.title}.”`,
      isApproved ? 'You can deliver it now.' : 'Your customer’s comments are below.',
    ],
    action: { label: 'Open the deliverable', path: `/work/${order.id}/deliverable/${deliverable.id}` },
    details: quote(words),
  }),
})

function quote(words: string): EmailBlock[] {
  return words === '' ? [] : [{ quote: words }]
}

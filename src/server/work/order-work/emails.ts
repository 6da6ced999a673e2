import { formatCalendarDay } from '#contract/core/format-date-time.ts'
import { describeChoiceDeadline } from '#contract/work/deliverable-choice.ts'
import type { DeliverableState, TeamOrCustomer } from '#contract/work/deliverable-workflow.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import { defineEmail, type EmailBlock, type LinkInEmail, type MailService, toSingleLine } from '../../mail/mail.ts'
import { listAdminEmailsToNotify } from '../../people/users/users.ts'
import { formatCentsAsDollars, type StoredOrder } from '../../sales/orders/orders.ts'
import { type OrderInEmail, SAMPLE_ORDER } from '../order-in-emails.ts'
import type { DeliverableTable } from './tables.ts'

/** What an email about a step says. `words` is what the team or the customer wrote with the step. */
type StepEmail = { order: OrderInEmail; deliverable: { id: string; title: string; draftNumber: number }; words: string }

const SAMPLE_STEP: StepEmail = {
  order: SAMPLE_ORDER,
  deliverable: { id: '00000000-0000-4000-8000-000000000002', title: 'Neighborhood page: Maple Heights', draftNumber: 2 },
  words: '',
}

const buildMonthStartedEmail = defineEmail<{ order: OrderInEmail; startsOn: string; isMoved: boolean }>({
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

const buildDraftReadyEmail = defineEmail<StepEmail>({
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

const buildInputNeededEmail = defineEmail<StepEmail>({
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

type DeliveredPart = Pick<StepEmail['deliverable'], 'id' | 'title'> & Pick<StepEmail, 'words'>

export const buildDeliveredEmail = defineEmail<{ order: OrderInEmail; parts: readonly DeliveredPart[] }>({
  name: 'deliverable-delivered',
  title: 'Deliverables delivered',
  audience: 'customer',
  sentWhen:
    'The team delivers parts of an order. It waits 10 minutes, and names what was delivered by then. A part that is taken back in that time isn’t named.',
  sample: {
    order: SAMPLE_ORDER,
    parts: [
      { ...SAMPLE_STEP.deliverable, words: '' },
      { id: '', title: '15 directory citations', words: 'The spreadsheet is in the files.' },
    ],
  },
  compose: ({ order, parts }) => {
    const titles = parts.map(({ title }) => toSingleLine(title))
    const [first] = parts
    const isOne = parts.length === 1
    return {
      subject: describeDelivered(titles),
      heading: isOne ? 'Part of your order has been delivered' : `${parts.length} parts of your order have been delivered`,
      intro: isOne
        ? [`“${titles[0]}” is done. Its page shows what we delivered.`]
        : ['These parts are done:', { list: titles }, 'The order’s page links what we delivered.'],
      action: { label: 'See it', path: `/my-order/${order.id}${isOne ? `/deliverable/${first?.id}` : '#deliverables'}` },
      details: parts.flatMap(({ title, words }) => quote(isOne || words === '' ? words : `${title}:\n${words}`)),
    }
  },
})

function describeDelivered(titles: readonly string[]): string {
  const isLong = titles.length > 3
  const named = isLong ? [...titles.slice(0, 2), `${titles.length - 2} more`] : titles
  return `${isLong ? `${titles.length} parts delivered` : 'Delivered'}: ${new Intl.ListFormat('en-US').format(named)}`
}

/** `titles` are the parts to choose for, and `chooseBy` is the last day. */
export const buildChoiceEmail = defineEmail<{ order: OrderInEmail; titles: readonly string[]; chooseBy: string }>({
  name: 'missed-parts-choice',
  title: 'Choice about missed parts',
  audience: 'customer',
  sentWhen: 'The month of an order is over, or a new date passed, and parts aren’t delivered.',
  sample: { order: SAMPLE_ORDER, titles: ['15 directory citations', 'Agent and broker schema'], chooseBy: '2026-12-30' },
  compose: ({ order: { id, number }, titles, chooseBy }) => ({
    subject: `Order ${number}: please choose what we do with ${titles.length === 1 ? 'one part' : `${titles.length} parts`}`,
    heading: 'We missed a date. You choose what happens',
    intro: [
      `We didn’t deliver ${titles.length === 1 ? 'this part' : 'these parts'} of order ${number} in time:`,
      { list: titles.map(toSingleLine) },
      'For each, choose: we finish it now at no charge, deliver it free with your next month, or refund its share of the price.',
      `${describeChoiceDeadline(chooseBy)} You can change your choice until we carry it out.`,
    ],
    action: { label: 'Choose', path: `/my-order/${id}` },
  }),
})

/** `nextNumber` is the next order, if it is paid already. */
export const buildCarriedOverEmail = defineEmail<StepEmail & { nextNumber: number | undefined }>({
  name: 'part-carried-over',
  title: 'Part carried over',
  audience: 'customer',
  sentWhen: 'The team carries a part that the month didn’t deliver over to the next order.',
  sample: { ...SAMPLE_STEP, nextNumber: undefined, words: 'The directory was closed this month.' },
  compose: ({ order, deliverable, nextNumber, words }) => ({
    subject: `Order ${order.number}: “${deliverable.title}” comes with your next month`,
    heading: 'Part of your order comes later, free',
    intro: [
      `We didn’t deliver “${deliverable.title}” within the month of order ${order.number}.`,
      nextNumber === undefined
        ? 'Your next order delivers it first and free, whenever you place one.'
        : `Your order ${nextNumber} delivers it first and free.`,
    ],
    action: { label: 'See it', path: `/my-order/${order.id}/deliverable/${deliverable.id}` },
    details: quote(words),
  }),
})

type DraftAnswer = 'approved' | 'changes requested' | 'waiting for approval'

/** What the team reads about each answer. */
const draftAnswerTexts: Readonly<Record<DraftAnswer, { subject: string; heading: string; next: string }>> = {
  approved: { subject: 'draft approved', heading: 'Your draft was approved', next: 'You can deliver it now.' },
  'changes requested': {
    subject: 'changes requested',
    heading: 'Your customer asked for changes',
    next: 'Your customer’s comments are below.',
  },
  'waiting for approval': {
    subject: 'approval taken back',
    heading: 'Your customer took the approval back',
    next: 'Please wait for a new answer before you deliver it.',
  },
}

const buildDraftAnsweredEmail = defineEmail<StepEmail & { answer: DraftAnswer }>({
  name: 'draft-answered',
  title: 'Answer to a draft',
  audience: 'admin',
  sentWhen:
    'A customer approves a draft, asks for changes, or takes an approval back. It waits 10 minutes. A later answer or the team’s next step replaces it. An approval that is taken back in that time sends none.',
  sample: { ...SAMPLE_STEP, answer: 'changes requested', words: 'Please use the new phone number.' },
  compose: ({ order, deliverable, answer, words }) => ({
    subject: `Order ${order.number}: ${draftAnswerTexts[answer].subject}`,
    heading: draftAnswerTexts[answer].heading,
    intro: [
      `${toSingleLine(order.customer_name)} answered draft ${deliverable.draftNumber} of “${deliverable.title}.”`,
      draftAnswerTexts[answer].next,
    ],
    action: { label: 'Open the deliverable', path: buildTeamPath(order, deliverable) },
    details: quote(words),
  }),
})

/** `words` is the client's reason. */
export const buildStopRequestedEmail = defineEmail<{ order: OrderInEmail; words: string }>({
  name: 'stop-requested',
  title: 'Customer asks to stop',
  audience: 'admin',
  sentWhen: 'A customer asks to stop an order and get money back.',
  sample: { order: SAMPLE_ORDER, words: 'We are closing the office.' },
  compose: ({ order, words }) => ({
    subject: `Order ${order.number}: the customer asks to stop`,
    heading: 'A customer asks to stop',
    intro: [
      `${toSingleLine(order.customer_name)} asks to stop order ${order.number} and get money back.`,
      'The open parts are paused until you answer.',
    ],
    action: { label: 'Answer the request', path: `/work/${order.id}` },
    details: quote(words),
  }),
})

/** `cents` is the refund, and `words` the team's answer. */
export const buildStopAnsweredEmail = defineEmail<{ order: OrderInEmail; isRefunded: boolean; cents: number; words: string }>({
  name: 'stop-answered',
  title: 'Answer to a request to stop',
  audience: 'customer',
  sentWhen: 'The team stops an order that a customer asked to stop, or declines.',
  sample: { order: SAMPLE_ORDER, isRefunded: true, cents: 99_900, words: '' },
  compose: ({ order, isRefunded, cents, words }) => ({
    subject: `Order ${order.number}: ${isRefunded ? 'we stopped the work' : 'about your request to stop'}`,
    heading: isRefunded ? 'Your order is stopped' : 'We didn’t stop your order',
    intro: [
      isRefunded
        ? `We stopped the work on order ${order.number}, as you asked.${cents > 0 ? ` You get ${formatCentsAsDollars(cents)} back. We email you when the refund is made.` : ''}`
        : `We read your request to stop order ${order.number}. The work goes on. Our reason is below.`,
    ],
    action: { label: 'See your order', path: `/my-order/${order.id}` },
    details: quote(words),
  }),
})

function quote(words: string): EmailBlock[] {
  return words === '' ? [] : [{ quote: words }]
}

const customerEmails: Partial<Record<DeliverableState, typeof buildDraftReadyEmail>> = {
  'waiting for approval': buildDraftReadyEmail,
  'waiting for client': buildInputNeededEmail,
}

function buildTeamPath(order: { id: string }, deliverable: { id: string }): LinkInEmail['path'] {
  return `/work/${order.id}/deliverable/${deliverable.id}`
}

/** How long an answer must stand before the team gets an email about it, and how long deliveries gather for one, in ms (P-334, P-350). */
export const STEP_EMAIL_DELAY_MS = 600_000

/**
 * Queues the email about a step that isn't a delivery, in the step's transaction. Most steps of the team send none. Each step replaces an unsent
 * email to the team about an earlier answer. An approval and its withdrawal cancel each other while the first is unsent.
 */
export async function queueDeliverableStepEmail(
  { mail }: { mail: MailService },
  tx: Tx,
  order: StoredOrder,
  { id, title, state, draft_number, proof_note, waiting_for }: DeliverableTable,
  { comment, side }: { comment: string; side: TeamOrCustomer },
): Promise<void> {
  const values = { order, deliverable: { id, title, draftNumber: draft_number } }
  const unaware = await mail.deleteUnsentWithLink(tx, buildTeamPath(order, { id }))
  if (side === 'customer') {
    const answered = { ...values, answer: state as DraftAnswer, words: comment }
    for (const to of await listAdminEmailsToNotify(tx))
      if (comment !== '' || !unaware.includes(to))
        await mail.enqueue(tx, buildDraftAnsweredEmail(to, answered), STEP_EMAIL_DELAY_MS)
    return
  }
  const words = state === 'waiting for client' ? waiting_for : proof_note
  const build = customerEmails[state as DeliverableState]
  if (build) await mail.enqueue(tx, build(order.customer_email, { ...values, words }))
}

/** Queues the email about the start of the month. */
export async function queueMonthStartEmail(
  { mail }: { mail: MailService },
  tx: Tx,
  order: StoredOrder,
  start: { startsOn: string; isMoved: boolean },
): Promise<void> {
  await mail.enqueue(tx, buildMonthStartedEmail(order.customer_email, { order, ...start }))
}

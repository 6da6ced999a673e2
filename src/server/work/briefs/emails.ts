import { defineEmail, toSingleLine } from '../../mail/mail.ts'
import { type OrderInEmail, SAMPLE_ORDER } from '../order-in-emails.ts'

export const buildAnswersSentEmail = defineEmail<OrderInEmail>({
  name: 'answers-sent',
  title: 'A customer’s answers',
  audience: 'admin',
  sentWhen: 'A customer sends the answers to your questions.',
  sample: SAMPLE_ORDER,
  compose: ({ id, number, customer_name }) => ({
    subject: `Order ${number}: the answers are here`,
    heading: 'Your customer answered',
    intro: [
      `${toSingleLine(customer_name)} sent the answers for order ${number}.`,
      'Check that you have the access you need, and start the month.',
    ],
    action: { label: 'Read the answers', path: `/work/${id}` },
  }),
})

export const buildAnswersReopenedEmail = defineEmail<{ order: OrderInEmail; reason: string }>({
  name: 'answers-reopened',
  title: 'Answers to review',
  audience: 'customer',
  sentWhen: 'The team asks a customer to review the answers.',
  sample: { order: SAMPLE_ORDER, reason: 'Is the phone number of your second office still right?' },
  compose: ({ order: { id, number }, reason }) => ({
    subject: `Please review your answers for order ${number}`,
    heading: 'Please review your answers',
    intro: ['You can change your answers now. Please send them again when you’re done.'],
    action: { label: 'Open your answers', path: `/my-order/${id}/brief` },
    details: [{ quote: reason }],
  }),
})

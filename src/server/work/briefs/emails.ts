import { defineEmail, toSingleLine } from '../../mail/mail.ts'

type Order = { id: string; number: number; customerName: string }

const SAMPLE_ORDER: Order = { id: '00000000-0000-4000-8000-000000000001', number: 1001, customerName: 'Dana Sample' }

export const buildAnswersSentEmail = defineEmail<Order>({
  name: 'answers-sent',
  title: 'A customer’s answers',
  audience: 'admin',
  sentWhen: 'A customer sends the answers to your questions.',
  sample: SAMPLE_ORDER,
  compose: ({ id, number, customerName }) => ({
    subject: `Order ${number}: the answers are here`,
    heading: 'Your customer answered',
    intro: [
      `${toSingleLine(customerName)} sent the answers for order ${number}.`,
      'Check that you have the access you need, and start the month.',
    ],
    action: { label: 'Read the answers', path: `/work/${id}` },
  }),
})

export const buildAnswersReopenedEmail = defineEmail<{ order: Order; reason: string }>({
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

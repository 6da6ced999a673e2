import { defineEmail, type EmailBlock, toSingleLine } from '../../mail/mail.ts'
import { type OrderInEmail, SAMPLE_ORDER } from '../order-in-emails.ts'

/** What the email about a burst of messages says. `texts` are the messages, oldest first. A text may be empty. */
type BurstEmail = {
  order: OrderInEmail
  messages: readonly { text: string; fileNames: readonly string[] }[]
}

/** How much of a burst an email quotes, in messages and in characters of each. */
const MAX_MESSAGES = 10
const MAX_TEXT = 2_000

export const buildMessagesToCustomerEmail = defineEmail<BurstEmail>({
  name: 'order-message',
  title: 'Message about an order',
  audience: 'customer',
  sentWhen: 'The team writes about an order. Messages within 10 minutes share one email, unless the customer reads them first.',
  sample: {
    order: SAMPLE_ORDER,
    messages: [
      { text: 'The draft of your Chatham page is ready. Could you look at the second paragraph?', fileNames: ['chatham.pdf'] },
    ],
  },
  compose: ({ order: { id, number }, messages }) => ({
    subject: `${describeCount(messages.length)} about order ${number}`,
    heading: 'We wrote to you',
    intro: [`${describeCount(messages.length)} about order ${number}. Please reply on the order’s page.`],
    action: { label: 'Read and reply', path: `/my-order/${id}#conversation` },
    details: listDetails(messages),
  }),
})

export const buildMessagesToTeamEmail = defineEmail<BurstEmail>({
  name: 'order-message-team',
  title: 'Message from a customer',
  audience: 'admin',
  sentWhen: 'A customer writes about an order. Messages within 10 minutes share one email, unless the team reads them first.',
  sample: {
    order: SAMPLE_ORDER,
    messages: [{ text: 'Here are the photos of our second office. The sign is new.', fileNames: ['office.jpg'] }],
  },
  compose: ({ order: { id, number, customer_name }, messages }) => ({
    subject: `Order ${number}: ${describeCount(messages.length).toLowerCase()} from ${toSingleLine(customer_name)}`,
    heading: 'Your customer wrote',
    intro: [`${describeCount(messages.length)} about order ${number}. Please reply on the order’s page.`],
    action: { label: 'Read and reply', path: `/admin/payment-status/${id}#conversation` },
    details: listDetails(messages),
  }),
})

function describeCount(count: number): string {
  return count === 1 ? 'New message' : `${count} new messages`
}

function listDetails(messages: BurstEmail['messages']): EmailBlock[] {
  const quotes = messages.slice(0, MAX_MESSAGES).map(({ text, fileNames }): EmailBlock => {
    const excerpt = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).toWellFormed()}…` : text
    return { quote: [excerpt, ...fileNames.map((name) => `File: ${name}`)].filter(Boolean).join('\n') }
  })
  const more = messages.length - quotes.length
  return more > 0 ? [...quotes, `${more} more on the order’s page.`] : quotes
}

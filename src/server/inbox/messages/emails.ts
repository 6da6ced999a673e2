import { defineEmail, toSingleLine } from '../../mail/mail.ts'
import type { StoredMessage } from './store.ts'

/** How many characters of a message the email quotes. Each admin gets a copy. */
const MAX_EXCERPT_LENGTH = 1_000
const TRUNCATION_NOTE = '… The message goes on. Open it to read the rest.'

type NotifiedMessage = Omit<StoredMessage, 'status' | 'place' | 'spam_reason'>

/** Notifies an admin of a message. Our text comes first, because a message could imitate it. */
export const buildNewContactMessageEmail = defineEmail<NotifiedMessage>({
  name: 'new-message',
  title: 'New message',
  audience: 'admin',
  sentWhen: 'A visitor sends the contact form. Likely spam sends no email.',
  sample: {
    id: '00000000-0000-4000-8000-000000000001',
    name: 'Dana Sample',
    email: 'dana@example.com',
    number: '+1 217-555-0142',
    subject: 'Our two offices',
    site_url: 'https://example.com',
    zip_codes: '62701, 62629',
    body: 'Hello,\n\nwe have an office in Springfield and one in Chatham. Do both fit in the Standard package?\n\nDana',
    received_at: Date.UTC(2026, 10, 23, 20),
  },
  compose: ({ id, email, number, body, received_at, ...rest }) => {
    const [name, subject] = [rest.name, rest.subject].map(toSingleLine) as [string, string]
    return {
      subject: subject ? `New message: ${subject}` : `New message from ${name || email || 'a visitor'}`,
      heading: 'You have a new message',
      intro: [
        email
          ? `Reply to this email to write to ${email}.`
          : 'The visitor left no email address, so a reply to this email won’t reach them.',
      ],
      action: { label: 'Open the message', path: `/view/${id}` },
      details: [
        {
          facts: [
            ['Name', name],
            ['Email', email],
            ['Phone', toSingleLine(number)],
            ['Subject', subject],
            ['Website', toSingleLine(rest.site_url)],
            ['ZIP codes', toSingleLine(rest.zip_codes)],
            ['Received', { at: received_at }],
          ],
        },
        ...(body.trim() === '' ? [] : [{ quote: truncateExcerpt(body.trim()) }]),
      ],
      ...(email && { replyTo: email }),
    }
  },
})

/**
 * Thanks a visitor. It says nothing that the visitor typed, because anyone can type another person's address.
 * `receivedAt` is epoch ms.
 */
export const buildAcknowledgmentEmail = defineEmail<{ receivedAt: number }>({
  name: 'message-received',
  title: 'Message received',
  audience: 'visitor',
  sentWhen: 'A visitor sends the contact form with an email address, at most once a day. Likely spam gets none.',
  sample: { receivedAt: Date.UTC(2026, 10, 23, 20) },
  compose: ({ receivedAt }) => ({
    subject: 'We got your message',
    heading: 'Thanks for your message',
    intro: ['We got your message and will reply to this address.', { facts: [['Received', { at: receivedAt }]] }],
    action: { label: 'See our services and prices', path: '/pricing/' },
    details: ['Didn’t write to us? Someone may have mistyped their address. You can ignore this email.'],
  }),
})

function truncateExcerpt(text: string): string {
  return text.length > MAX_EXCERPT_LENGTH ? `${text.slice(0, MAX_EXCERPT_LENGTH).toWellFormed()}${TRUNCATION_NOTE}` : text
}

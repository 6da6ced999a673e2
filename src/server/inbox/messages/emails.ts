import { type OutgoingEmail, toSingleLine } from '../../mail/mail.ts'
import type { StoredMessage } from './store.ts'

/** How many characters of a message the email quotes. Each admin gets a copy. */
const MAX_EXCERPT_LENGTH = 1_000
const TRUNCATION_NOTE = '… The message goes on: read all of it by the link above.'

/** Builds the email that notifies an admin of a message. Our text comes first, because a message could imitate it. */
export function buildNotificationEmail(message: StoredMessage, to: string, origin: string): OutgoingEmail {
  const { id, email, number, body } = message
  const [name, subject] = [message.name, message.subject].map(toSingleLine) as [string, string]
  const sender = name || email || 'a visitor'
  const lines = [
    ['Name', name],
    ['Email', email],
    ['Phone', toSingleLine(number)],
    ['Subject', subject],
    ['Website', toSingleLine(message.site_url)],
    ['ZIP codes', toSingleLine(message.zip_codes)],
  ]
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${label}: ${value}`)
  const parts = [
    `Someone wrote to you through your site. ${email ? `A reply to this email goes to ${email}.` : 'They left no email address, so a reply to this email would not reach them.'}`,
    `Look at the message, and mark it as read:\n\n${origin}/view/${id}`,
    lines.join('\n'),
    truncateExcerpt(body.trim()),
  ]
  return {
    to,
    subject: subject ? `New message: ${subject}` : `New message from ${sender}`,
    text: parts.filter((part) => part !== '').join('\n\n'),
    ...(email && { replyTo: email }),
  }
}

function truncateExcerpt(text: string): string {
  return text.length > MAX_EXCERPT_LENGTH ? `${text.slice(0, MAX_EXCERPT_LENGTH).toWellFormed()}${TRUNCATION_NOTE}` : text
}

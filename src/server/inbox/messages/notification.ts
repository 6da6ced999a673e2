import { type Outgoing, onOneLine } from '../../mail/mail.ts'
import type { StoredMessage } from './store.ts'

/** How many characters of a message the email quotes. Each admin gets a copy. */
const EXCERPT = 1_000
const MORE = '… The message goes on: read all of it by the link above.'

/** Word to an admin of a message that has come in. Our own words come first, since what follows could imitate them. */
export function notificationMail(message: StoredMessage, to: string, origin: string): Outgoing {
  const { id, email, number, body } = message
  const [name, subject] = [message.name, message.subject].map(onOneLine) as [string, string]
  const sender = name || email || 'a visitor'
  const lines = [
    ['Name', name],
    ['Email', email],
    ['Phone', onOneLine(number)],
    ['Subject', subject],
  ]
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${label}: ${value}`)
  const parts = [
    `Someone wrote to you through your site. ${email ? `A reply to this email goes to ${email}.` : 'They left no email address, so a reply to this email would not reach them.'}`,
    `Look at the message, and mark it as read:\n\n${origin}/view/${id}`,
    lines.join('\n'),
    excerptOf(body.trim()),
  ]
  return {
    to,
    subject: subject ? `New message: ${subject}` : `New message from ${sender}`,
    text: parts.filter((part) => part !== '').join('\n\n'),
    ...(email && { replyTo: email }),
  }
}

function excerptOf(text: string): string {
  return text.length > EXCERPT ? `${text.slice(0, EXCERPT).toWellFormed()}${MORE}` : text
}

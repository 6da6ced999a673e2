import type { Message } from '#contract/inbox/messages.ts'

/** How many characters a reply quotes. Email programs refuse much longer URLs. */
const MAX_QUOTED_CHARS = 400

/** Returns the `mailto:` URL of a reply, with "Re:", the subject and the quoted start of the message. */
export function buildReplyMailto({ email, subject, message }: Pick<Message, 'email' | 'subject' | 'message'>): string {
  const topic = subject.trim() === '' ? 'your message' : subject.trim()
  const replySubject = /^re:/i.test(topic) ? topic : `Re: ${topic}`
  const quote = message.trim() === '' ? '' : `&body=${encodeMailtoPart(`\n\n${quoteMessage(message.trim())}\n`)}`
  // Some email programs expect an unencoded at sign.
  return `mailto:${encodeMailtoPart(email).replaceAll('%40', '@')}?subject=${encodeMailtoPart(replySubject)}${quote}`
}

function quoteMessage(message: string): string {
  const excerpt = message.length <= MAX_QUOTED_CHARS ? message : `${message.slice(0, MAX_QUOTED_CHARS)}…`
  return excerpt
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
}

/** Repairs a character that the cut split, because it can't be encoded. Sends line breaks as CR LF (RFC 6068). */
function encodeMailtoPart(text: string): string {
  return encodeURIComponent(text.toWellFormed().replace(/\r?\n/g, '\r\n'))
}

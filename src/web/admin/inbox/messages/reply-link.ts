import type { Message } from '../../../../contract/inbox/messages.ts'

/** Characters that are quoted; mail programs refuse addresses much longer than this makes them. */
const QUOTED = 400

/** The `mailto:` address of an answer: "Re:" and the subject, and the beginning of the message, quoted. */
export function replyLink({ email, subject, message }: Pick<Message, 'email' | 'subject' | 'message'>): string {
  const about = subject.trim() === '' ? 'your message' : subject.trim()
  const title = /^re:/i.test(about) ? about : `Re: ${about}`
  const quote = message.trim() === '' ? '' : `&body=${encode(`\n\n${quoted(message.trim())}\n`)}`
  // The at sign may stand as it is, and some programs want it so.
  return `mailto:${encode(email).replaceAll('%40', '@')}?subject=${encode(title)}${quote}`
}

function quoted(message: string): string {
  const excerpt = message.length <= QUOTED ? message : `${message.slice(0, QUOTED)}…`
  return excerpt
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
}

/** Half a character, left by a cut, cannot be encoded; line breaks travel as CR LF (RFC 6068). */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed().replace(/\r?\n/g, '\r\n'))
}

import type { Message } from '../../../../contract/inbox/messages.ts'

/** Who a message is from, by the first of their details that they gave. */
export function getSenderLabel({ name, email, number }: Pick<Message, 'name' | 'email' | 'number'>): string {
  return [name, email, number].map((one) => one.trim()).find((one) => one !== '') ?? 'No name given'
}

/** What it is about; where no subject was given, how it begins. */
export function getSubjectLabel({ subject, message }: Pick<Message, 'subject' | 'message'>): string {
  return [subject, message].map((one) => toSingleLine(one)).find((one) => one !== '') ?? 'No subject'
}

function toSingleLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= MAX_SUBJECT_CHARS ? line : `${line.slice(0, MAX_SUBJECT_CHARS).toWellFormed()}…`
}

/** Characters of a subject in a table. */
const MAX_SUBJECT_CHARS = 120

import type { Message } from '../../../../contract/inbox/messages.ts'

/** Who a message is from, by the first of their details that they gave. */
export function senderOf({ name, email, number }: Pick<Message, 'name' | 'email' | 'number'>): string {
  return [name, email, number].map((one) => one.trim()).find((one) => one !== '') ?? 'No name given'
}

/** What it is about; where no subject was given, how it begins. */
export function subjectOf({ subject, message }: Pick<Message, 'subject' | 'message'>): string {
  return [subject, message].map((one) => oneLine(one)).find((one) => one !== '') ?? 'No subject'
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= MOST ? line : `${line.slice(0, MOST).toWellFormed()}…`
}

/** Characters of a subject in a table. */
const MOST = 120

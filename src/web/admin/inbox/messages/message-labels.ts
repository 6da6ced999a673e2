import type { Message, SpamReason } from '#contract/inbox/messages.ts'

/** Returns the first of name, email and phone number that the sender gave. */
export function getContactSenderLabel({ name, email, number }: Pick<Message, 'name' | 'email' | 'number'>): string {
  return [name, email, number].map((detail) => detail.trim()).find((detail) => detail !== '') ?? 'No name given'
}

/** Returns the subject, else the start of the message, on one line. */
export function getMessageTitle({ subject, message }: Pick<Message, 'subject' | 'message'>): string {
  return [subject, message].map(toSingleLine).find((line) => line !== '') ?? 'No subject'
}

function toSingleLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= MAX_SUBJECT_CHARS ? line : `${line.slice(0, MAX_SUBJECT_CHARS).toWellFormed()}…`
}

const MAX_SUBJECT_CHARS = 120

/** Why a message is in the spam folder, as a sentence. */
export const SPAM_REASONS: Readonly<Record<SpamReason, string>> = {
  sentByProgram: 'a program seems to have sent it.',
  onlyLinks: 'it has links and no question.',
  repeated: 'the same text came many times.',
  sellsLinks: 'it sells links.',
  sellsPills: 'it sells pills.',
}

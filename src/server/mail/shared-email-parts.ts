import type { BusinessFacts } from '#contract/content/build-business-facts.ts'
import { formatDateTimeWithZone } from '#contract/core/format-date-time.ts'
import { removeInvisibleCharacters } from '#contract/core/remove-invisible-characters.ts'
import type { EmailAudience } from '#contract/operations/mail.ts'
import type { EmailContent, FactInEmail } from './define-email.ts'

/** What both parts of an email need besides its content. */
export type EmailRenderOptions = {
  business: BusinessFacts
  origin: string
  audience: EmailAudience
  /** Its size is in px. Without it, the first letter of the name shows. */
  logo?: { src: string; width: number; height: number } | undefined
}

const REASONS: Record<EmailAudience, (host: string) => string> = {
  customer: (host) => `You’re getting this email about your order at ${host}.`,
  visitor: (host) => `You’re getting this email because someone entered this address at ${host}.`,
  subscriber: (host) => `You’re getting this email because someone entered this address at ${host}.`,
  account: (host) => `You’re getting this email about your account at ${host}.`,
  admin: (host) => `You’re getting this email because you help run ${host}.`,
}

/** Returns the address for replies: the email's own, or the business's unless that is a sample. */
export function getReplyToAddress({ replyTo }: Pick<EmailContent, 'replyTo'>, business: BusinessFacts): string | undefined {
  const businessEmail = business.email && removeInvisibleCharacters(business.email)
  return replyTo ?? (business.isEmailSample ? undefined : businessEmail)
}

/** Formats times, and leaves out empty facts. */
export function formatFacts(facts: readonly FactInEmail[], { timeZone }: BusinessFacts): [label: string, value: string][] {
  return facts
    .map(([label, value]): [string, string] => [
      label,
      typeof value === 'string' ? value : formatDateTimeWithZone(timeZone, value.at),
    ])
    .filter(([, value]) => value !== '')
}

/** Joins lines of text from people, so that no line of theirs can pass for ours. */
export function toSingleLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}

/** Splits at every character at which some email program begins a line (Unicode UAX 14, and Python's `splitlines`). */
export function splitLines(text: string): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the controls are the point
  return text.split(/\r\n|[\n\v\f\r\u001c-\u001e\u0085\u2028\u2029]/)
}

/** Lists the address, the phones and the email of the business. */
export function listBusinessContacts({ addresses, phones, email }: BusinessFacts): string[] {
  return [addresses[0], ...phones, email].filter((contact) => contact !== undefined)
}

/** Says whether the reader can reply, and why the reader gets this email. */
export function listFootnotes(content: EmailContent, { business, origin, audience }: EmailRenderOptions): string[] {
  const canReply = audience !== 'admin' && getReplyToAddress(content, business) !== undefined
  return [...(canReply ? ['Questions? Just reply to this email.'] : []), REASONS[audience](new URL(origin).host)]
}

/** In characters. */
const MAX_SUBJECT = 150

export function formatSubject(text: string): string {
  const characters = [...toSingleLine(text)]
  return characters.length > MAX_SUBJECT ? `${characters.slice(0, MAX_SUBJECT - 1).join('')}\u2026` : characters.join('')
}

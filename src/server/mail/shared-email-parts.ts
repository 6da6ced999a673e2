import type { BusinessFacts } from '../../contract/content/build-business-facts.ts'
import { formatDateTimeWithZone } from '../../contract/core/format-dates-and-times.ts'
import { removeInvisibleCharacters } from '../../contract/core/remove-invisible-characters.ts'
import type { EmailAudience } from '../../contract/operations/email-templates.ts'
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

/** Lists the address, the phones and the email of the business. */
export function listBusinessContacts({ addresses, phones, email }: BusinessFacts): string[] {
  return [addresses[0], ...phones, email].filter((contact) => contact !== undefined)
}

/** Says whether the reader can reply, and why the reader gets this email. */
export function listFootnotes(content: EmailContent, { business, origin, audience }: EmailRenderOptions): string[] {
  const canReply = audience !== 'admin' && getReplyToAddress(content, business) !== undefined
  return [...(canReply ? ['Questions? Just reply to this email.'] : []), REASONS[audience](new URL(origin).host)]
}

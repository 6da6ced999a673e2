import type { BusinessFacts } from '../../contract/content/build-business-facts.ts'
import { formatDateTimeWithZone } from '../../contract/core/format-dates-and-times.ts'
import type { EmailAudience } from '../../contract/operations/email-templates.ts'
import type { EmailBlock, EmailContent, LinkInEmail } from './define-email.ts'

/** An email with everything that its two parts print. All URLs are full. */
export type CompleteEmailContent = Pick<EmailContent, 'subject' | 'heading' | 'banner'> & {
  intro: readonly CompleteEmailBlock[]
  action?: CompleteEmailLink
  details: readonly CompleteEmailBlock[]
  /** The business, then its address, phones and email. */
  businessName: string
  businessFacts: readonly string[]
  /** Why the reader gets this email. */
  footnotes: readonly string[]
  unsubscribe?: CompleteEmailLink
  homeUrl: string
}

export type CompleteEmailLink = { label: string; url: string }

export type CompleteEmailBlock =
  | { kind: 'paragraph'; text: string }
  | { kind: 'facts'; facts: readonly { label: string; value: string }[] }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'quote'; text: string }
  | ({ kind: 'link' } & CompleteEmailLink)

export type EmailCompletionOptions = { business: BusinessFacts; origin: string; audience: EmailAudience }

const REASONS: Record<EmailAudience, (host: string) => string> = {
  customer: (host) => `You’re getting this email about your order at ${host}.`,
  visitor: (host) => `You’re getting this email because someone entered this address at ${host}.`,
  subscriber: (host) => `You’re getting this email because someone entered this address at ${host}.`,
  account: (host) => `You’re getting this email about your account at ${host}.`,
  admin: (host) => `You’re getting this email because you help run ${host}.`,
}

/** Returns the address for replies: the email's own, or the business's unless that is a sample. */
export function getReplyToAddress({ replyTo }: Pick<EmailContent, 'replyTo'>, business: BusinessFacts): string | undefined {
  return replyTo ?? (business.isEmailSample ? undefined : business.email)
}

/** Fills in the business, full URLs and times. */
export function completeEmailContent(
  content: EmailContent,
  { business, origin, audience }: EmailCompletionOptions,
): CompleteEmailContent {
  const { subject, heading, banner, intro, action, details = [], unsubscribe } = content
  const { name, addresses, phones, email, timeZone } = business
  const toLink = ({ label, path }: LinkInEmail): CompleteEmailLink => ({ label, url: origin + path })
  const toBlock = (block: EmailBlock): CompleteEmailBlock => {
    if (typeof block === 'string') return { kind: 'paragraph', text: block }
    if ('list' in block) return { kind: 'list', items: block.list }
    if ('quote' in block) return { kind: 'quote', text: block.quote }
    if ('link' in block) return { kind: 'link', ...toLink(block.link) }
    const facts = block.facts.map(([label, value]) => ({
      label,
      value: typeof value === 'string' ? value : formatDateTimeWithZone(timeZone, value.at),
    }))
    return { kind: 'facts', facts: facts.filter(({ value }) => value !== '') }
  }
  const canReply = audience !== 'admin' && getReplyToAddress(content, business) !== undefined
  return {
    subject,
    heading,
    ...(banner && { banner }),
    intro: intro.map(toBlock),
    ...(action && { action: toLink(action) }),
    details: details.map(toBlock),
    businessName: name,
    businessFacts: [addresses[0], ...phones, email].filter((fact) => fact !== undefined),
    footnotes: [...(canReply ? ['Questions? Just reply to this email.'] : []), REASONS[audience](new URL(origin).host)],
    ...(unsubscribe && { unsubscribe: toLink(unsubscribe) }),
    homeUrl: `${origin}/`,
  }
}

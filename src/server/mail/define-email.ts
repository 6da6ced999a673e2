import type { EmailAudience } from '#contract/operations/mail.ts'

/** A page of this site. The email gets its full URL, so that no email links elsewhere. */
export type LinkInEmail = { label: string; path: `/${string}` }

/** A time is epoch ms, and shows in the business's time zone. */
export type FactInEmail = readonly [label: string, value: string | { at: number }]

/** A paragraph, or another part of an email. `quote` is text that a stranger typed. */
export type EmailBlock =
  | string
  | { facts: readonly FactInEmail[] }
  | { list: readonly string[] }
  | { quote: string }
  | { link: LinkInEmail }

/** What an email says. Both its HTML and its text part are rendered from this value. */
export type EmailContent = {
  /** Long subjects are cut, and line breaks become spaces. */
  subject: string
  heading: string
  /** Stands above the heading. */
  banner?: string
  /** Our own words. Text from people belongs in `details`, below the button, where it can't imitate ours. */
  intro: readonly EmailBlock[]
  /** The one button. */
  action?: LinkInEmail
  details?: readonly EmailBlock[]
  /** Where a reply goes, if not to the business. */
  replyTo?: string
  /** Stops such emails. A POST to the page is enough (RFC 8058). */
  unsubscribe?: LinkInEmail
  attachment?: InvoiceAttachment
}

/** A file that is loaded when the email goes out. */
export type InvoiceAttachment = { invoiceOfOrder: string }

export type OutgoingEmail = EmailContent & { to: string; audience: EmailAudience }

type EmailDeclaration<Values> = {
  /** Its path in the admin area. */
  name: string
  title: string
  audience: EmailAudience
  sentWhen: string
  /** The values of the preview. */
  sample: Values
  compose: (values: Values) => EmailContent
}

/** An email as the preview lists it. */
export type PreviewableEmail = Omit<EmailDeclaration<never>, 'sample' | 'compose'> & { composeSample: () => EmailContent }

const previewableEmails = new Map<string, PreviewableEmail>()

/** Declares an email, which lists it in the preview. Returns the function that builds it. */
export function defineEmail<Values>(declaration: EmailDeclaration<Values>): (to: string, values: Values) => OutgoingEmail {
  const { name, title, audience, sentWhen, sample, compose } = declaration
  if (previewableEmails.has(name)) throw new Error(`Two emails have the name "${name}". Rename one of them.`)
  previewableEmails.set(name, { name, title, audience, sentWhen, composeSample: () => compose(sample) })
  return (to, values) => ({ ...compose(values), to, audience })
}

/** Lists all emails that the running program can send. */
export function listPreviewableEmails(): readonly PreviewableEmail[] {
  return [...previewableEmails.values()]
}

export function findPreviewableEmail(name: string): PreviewableEmail | undefined {
  return previewableEmails.get(name)
}

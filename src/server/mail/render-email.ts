import type { EmailBlock, EmailContent, LinkInEmail } from './define-email.ts'
import { renderEmailHtml } from './email-html.ts'
import {
  type EmailRenderOptions,
  formatFacts,
  getReplyToAddress,
  listBusinessContacts,
  listFootnotes,
  splitLines,
  toSingleLine,
} from './shared-email-parts.ts'

export type RenderedEmail = {
  text: string
  html: string
  /** Where a reply goes, if not to the sender. */
  replyTo: string | undefined
  /** The URL where one POST unsubscribes the reader (RFC 8058). */
  unsubscribeUrl: string | undefined
}

/** Renders both parts of an email. */
export function renderEmail(content: EmailContent, options: EmailRenderOptions): RenderedEmail {
  const { unsubscribe } = content
  return {
    text: renderEmailText(content, options),
    html: renderEmailHtml(content, options),
    replyTo: getReplyToAddress(content, options.business),
    unsubscribeUrl: unsubscribe && options.origin + unsubscribe.path,
  }
}

function renderEmailText(content: EmailContent, options: EmailRenderOptions): string {
  const { banner, heading, intro, action, details = [], unsubscribe } = content
  const { business, origin } = options
  const body = [
    ...(banner ? [toSingleLine(banner)] : []),
    toSingleLine(heading),
    ...intro.map((block) => renderBlockText(block, options)),
    ...(action ? [renderLinkText(action, origin)] : []),
    ...details.map((block) => renderBlockText(block, options)),
  ].join('\n\n')
  // Email programs recognize two dashes and a space as the signature's start (RFC 3676, section 4.3).
  const signature = ['-- ', business.name, ...listBusinessContacts(business)].join('\n')
  const footer = [...listFootnotes(content, options), ...(unsubscribe ? [renderLinkText(unsubscribe, origin)] : [])]
  return [body, signature, ...footer].join('\n\n')
}

function renderBlockText(block: EmailBlock, { business, origin }: EmailRenderOptions): string {
  if (typeof block === 'string') return toSingleLine(block)
  if ('link' in block) return renderLinkText(block.link, origin)
  if ('list' in block) return block.list.map((item) => `- ${toSingleLine(item)}`).join('\n')
  if ('facts' in block)
    return formatFacts(block.facts, business)
      .map(([label, value]) => `${label}: ${toSingleLine(value)}`)
      .join('\n')
  // The mark keeps typed lines from imitating ours.
  return splitLines(block.quote)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
}

function renderLinkText({ label, path }: LinkInEmail, origin: string): string {
  return `${label}:\n${origin}${path}`
}

import {
  type CompleteEmailBlock,
  type CompleteEmailContent,
  type CompleteEmailLink,
  completeEmailContent,
  type EmailCompletionOptions,
  getReplyToAddress,
} from './complete-email-content.ts'
import type { EmailContent } from './define-email.ts'
import { renderEmailHtml } from './email-html.ts'

export type RenderedEmail = {
  text: string
  html: string
  /** Where a reply goes, if not to the sender. */
  replyTo: string | undefined
  /** The URL where one POST unsubscribes the reader (RFC 8058). */
  unsubscribeUrl: string | undefined
}

/** Renders both parts of an email. */
export function renderEmail(content: EmailContent, options: EmailCompletionOptions): RenderedEmail {
  const email = completeEmailContent(content, options)
  return {
    text: renderEmailText(email),
    html: renderEmailHtml(email),
    replyTo: getReplyToAddress(content, options.business),
    unsubscribeUrl: email.unsubscribe?.url,
  }
}

function renderEmailText(email: CompleteEmailContent): string {
  const { banner, heading, intro, action, details, businessName, businessFacts, footnotes, unsubscribe } = email
  const body = [
    ...(banner ? [banner] : []),
    heading,
    ...intro.map(renderBlockText),
    ...(action ? [renderLinkText(action)] : []),
    ...details.map(renderBlockText),
  ].join('\n\n')
  // Email programs recognize two dashes and a space as the signature's start (RFC 3676, section 4.3).
  const signature = ['-- ', businessName, ...businessFacts].join('\n')
  return [body, signature, ...footnotes, ...(unsubscribe ? [renderLinkText(unsubscribe)] : [])].join('\n\n')
}

function renderBlockText(block: CompleteEmailBlock): string {
  switch (block.kind) {
    case 'paragraph':
      return block.text
    case 'facts':
      return block.facts.map(({ label, value }) => `${label}: ${value}`).join('\n')
    case 'list':
      return block.items.map((item) => `- ${item}`).join('\n')
    case 'quote':
      // The mark keeps typed lines from imitating ours.
      return block.text
        .split(/\r\n?|\n/)
        .map((line) => `> ${line}`.trimEnd())
        .join('\n')
    case 'link':
      return renderLinkText(block)
  }
}

function renderLinkText({ label, url }: CompleteEmailLink): string {
  return `${label}:\n${url}`
}

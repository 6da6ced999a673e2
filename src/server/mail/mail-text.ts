import type { Business } from '../../contract/business.ts'

/** How much a subject line takes, in characters. */
const MAX_SUBJECT = 150

/** For what people wrote, where a line break would let it pass for a line of ours. */
export function onOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}

/** A subject on one line that mail programs show. */
export function subjectLine(text: string): string {
  const characters = [...onOneLine(text)]
  return characters.length > MAX_SUBJECT ? `${characters.slice(0, MAX_SUBJECT - 1).join('')}\u2026` : characters.join('')
}

/** The text with what stands below every mail: who wrote it and how else to reach them. */
export function withSignature(text: string, { name, addresses: [address], phones, email }: Business): string {
  // The two dashes and a space let mail programs set it apart (RFC 3676, section 4.3).
  return [text, '', '-- ', name, address, ...phones, email].filter((line) => line !== undefined).join('\n')
}

import type { Business } from '../../contract/business.ts'

/** The text with what stands below every mail: who wrote it and how else to reach them. */
export function signed(text: string, { name, addresses: [address], phones, email }: Business): string {
  // The two dashes and a space let mail programs set it apart (RFC 3676, section 4.3).
  return [text, '', '-- ', name, address, ...phones, email].filter((line) => line !== undefined).join('\n')
}

import type { Business } from '../../../contract/business.ts'
import type { RecordOf } from '../../../contract/section.ts'
import type { contactEntry } from '../../../contract/sections/contact-entry.ts'

type Entry = RecordOf<typeof contactEntry>

/** The entries of which the business's own record does not already say every line, however it is spelled. */
export function untoldEntries(entries: readonly Entry[], { addresses, phones, email, hours }: Business): Entry[] {
  const told = [...addresses, ...phones, email ?? '', hours.map(({ text }) => text).join()].map(plain)
  const isTold = (line: string) => told.some((fact) => fact.includes(plain(line)))
  return entries.filter(({ contactDetails }) => !contactDetails.split('\n').every(isTold))
}

/** Letters and digits alone: nobody means another number by other gaps in it. */
function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

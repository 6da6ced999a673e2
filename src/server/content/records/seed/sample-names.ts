import { samplePageNames } from '#contract/content/kinds/sample-page-intro.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { toPlainText } from '#contract/core/formatted-text.ts'

/** The names, places, quotes and contact details that the demo content invents. */
export const sampleNames = {
  clients: ['Sample Client One', 'Sample Client Two', 'Sample Client Three'],
  quotes: [
    'The report is short. I read it before a showing, and I know what got done and why.',
    'In week one they found thousands of duplicate listing pages in our IDX setup. Then they fixed the cause.',
    'Our neighborhood pages read like a local wrote them. Nothing went live until we said so.',
  ],
  team: ['Ada Sample', 'Ben Sample', 'Cleo Sample', 'Dev Sample', 'Esme Sample', 'Finn Sample'],
  company: 'Sample SEO Company',
  client: 'Sample Street Realty',
  county: 'Sample County',
  street: '100 Example Street',
  coordinates: '39.79982, -89.64371',
  phones: ['+1 217-555-0142', '+1 217-555-0188'],
  email: 'hello@example.com',
  payeeEmail: 'payee@example.com',
  figuresSource: 'made up for this demo',
} as const

// People write a street without its number and a phone number without its country. The county is real: only the sentence
// about courts, which sites have from the demo content, is a sample.
const shorterNames = ['Example Street', '217-555-0142', '217-555-0188', 'courts in Sangamon County']

const searchedNames = [...Object.values(sampleNames).flat(), ...shorterNames].map((name) => {
  const words = normalizeText(name)
  // Numbers may stand right beside other digits.
  return { name, searchText: Number(words) ? words : ` ${words} ` }
})

/** Returns the fields that name a person, company, place or contact of the demo content, each with that name. */
export function findSampleNames(contentKind: ContentKind, values: Readonly<Record<string, string>>): Map<string, string> {
  // The sample pages themselves say that their brokerage is made up.
  if (contentKind.shownOn.length > 0 && contentKind.shownOn.every((page) => samplePageNames.some((name) => name === page)))
    return new Map()
  return new Map(
    Object.entries(contentKind.fields).flatMap(([field, { input }]) => {
      const value = values[field] ?? ''
      const texts = input === 'formattedText' ? [value, toPlainText(value)] : [value]
      const normalizedTexts = texts.map((text) => ` ${normalizeText(text)} `)
      const found = searchedNames.find(({ searchText }) => normalizedTexts.some((text) => text.includes(searchText)))
      return found ? [[field, found.name] as const] : []
    }),
  )
}

/** Ignores case, punctuation, invisible characters, and how the digits of a number are grouped. */
function normalizeText(text: string): string {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Cf}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
  return words.replace(/(?<=\d) (?=\d)/g, '').trim()
}

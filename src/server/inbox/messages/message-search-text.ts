import { normalizeSearchText } from '#platform/db/search-text.ts'

const PHONE_CHARACTERS = new Set('+()-./ ')
const MIN_PHONE_DIGITS = 4

type SearchableMessage = Record<'name' | 'email' | 'number' | 'subject' | 'site_url' | 'zip_codes' | 'body', string>

/**
 * Returns the text that searches read beside the message body: the other lines, the phone number's digits without spaces,
 * and the body's accented words without accents.
 */
export function buildSearchText({ body, ...lines }: SearchableMessage): string {
  const { name, email, number, subject, site_url, zip_codes } = lines
  const accented = body.split(/\s+/).filter((word) => !isAscii(word))
  return [
    normalizeSearchText([name, email, number, subject, site_url, zip_codes, ...accented].join('\n')),
    extractDigits(number),
  ].join('\n')
}

function isAscii(word: string): boolean {
  return [...word].every((character) => character <= '\x7f')
}

/** Splits a search into words. A phone number is one term, in any notation. */
export function parseSearchTerms(search: string): string[] {
  const isPhone =
    [...search].every((character) => PHONE_CHARACTERS.has(character) || isDigit(character)) &&
    extractDigits(search).length >= MIN_PHONE_DIGITS
  if (isPhone) return [extractDigits(search)]
  return normalizeSearchText(search).split(/\s+/).filter(Boolean)
}

function extractDigits(text: string): string {
  return [...text].filter(isDigit).join('')
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9'
}

import { plainText } from '../../platform/db/search-text.ts'

/** Signs that people write phone numbers with. */
const PHONE_SIGNS = new Set('+()-./ ')
const DIGITS_OF_A_PHONE = 4

type Written = { name: string; email: string; number: string; subject: string; body: string }

/**
 * Returns the text that searches read beside the message body: the other lines, the phone number's digits without spaces,
 * and the body's accented words without accents.
 */
export function searchedText({ name, email, number, subject, body }: Written): string {
  const accented = body.split(/\s+/).filter((word) => !isAscii(word))
  return [plainText([name, email, number, subject, ...accented].join('\n')), digitsOf(number)].join('\n')
}

function isAscii(word: string): boolean {
  return [...word].every((sign) => sign <= '\x7f')
}

/** What was searched for, word by word; a phone number is one word, however it is written. */
export function wordsOf(search: string): string[] {
  const isPhone =
    [...search].every((sign) => PHONE_SIGNS.has(sign) || isDigit(sign)) && digitsOf(search).length >= DIGITS_OF_A_PHONE
  if (isPhone) return [digitsOf(search)]
  return plainText(search).split(/\s+/).filter(Boolean)
}

function digitsOf(text: string): string {
  return [...text].filter(isDigit).join('')
}

function isDigit(sign: string): boolean {
  return sign >= '0' && sign <= '9'
}

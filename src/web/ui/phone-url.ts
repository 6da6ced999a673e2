/** Returns the `tel:` URL of a phone number in any notation (RFC 3966). */
export function toPhoneUrl(number: string): string {
  const trimmed = number.trim()
  const extension = /(?<![a-z])(?:ext(?:ension)?\.?|x|#)\s*(\d+)$/i.exec(trimmed)
  const withoutExtension = extension ? trimmed.slice(0, extension.index) : trimmed
  // In "+44 (0)20", callers from abroad don't dial the zero.
  const digits = replaceVanityLetters(withoutExtension.replace(/^(\+\d{1,3})\s*\(0\)/, '$1')).replace(/[^\d+]/g, '')
  return `tel:${digits}${extension ? `;ext=${extension[1]}` : ''}`
}

/** The letters of each phone key, from 2 to 9. */
const KEYPAD_LETTERS = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ']

/** A US number whose last seven places hold at least four letters, such as 1-800-555-HOME. Not "555-0142 (cell)". */
const VANITY_NUMBER = /^\+?1?[-. ]{0,3}\(?\d{3}\)?[-. ]{0,3}(?=(?:[^a-z]{0,9}[a-z]){4})(?:[a-z\d][-. ]{0,3}){7}$/i

/** Returns the digits of a number that is written with letters. */
function replaceVanityLetters(number: string): string {
  if (!VANITY_NUMBER.test(number)) return number
  return number.replace(/[a-z]/gi, (letter) =>
    String(KEYPAD_LETTERS.findIndex((letters) => letters.includes(letter.toUpperCase())) + 2),
  )
}

/** How much a subject line takes, in characters. */
const LONGEST = 150

/** For what people wrote, where a line break would let it pass for a line of ours. */
export function onOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}

/** A subject on one line that mail programs show. */
export function subjectFrom(text: string): string {
  const characters = [...onOneLine(text)]
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('')}\u2026` : characters.join('')
}

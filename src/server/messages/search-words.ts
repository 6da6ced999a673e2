/** A text as searches compare it. Done here and not by the databases, of which one knows the letters of English alone. */
export function inSearch(text: string): string {
  return text.toLowerCase().normalize('NFC')
}

/** What was searched for, word by word. */
export function wordsOf(search: string): string[] {
  return inSearch(search)
    .split(/\s+/)
    .filter((word) => word !== '')
}

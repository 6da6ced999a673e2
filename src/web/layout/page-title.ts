/** Limit of each title part: search results and tabs cut longer ones. */
const MAX_TITLE_PART_CHARS = 60

/** Formats the browser's title: the page, then the business. */
export function formatPageTitle(title: string, businessName: string): string {
  return `${truncateAtWord(title, MAX_TITLE_PART_CHARS).replace(/\.$/, '')} | ${truncateAtWord(businessName, MAX_TITLE_PART_CHARS)}`
}

/** Cuts a text at a word and adds an ellipsis. Counts code points, so that no emoji is split. */
export function truncateAtWord(text: string, maxChars: number): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  const letters = [...plain]
  if (letters.length <= maxChars) return plain
  const prefix = letters.slice(0, maxChars - 1).join('')
  return `${prefix.slice(0, prefix.includes(' ') ? prefix.lastIndexOf(' ') : undefined).replace(/[,;:.]$/, '')}…`
}

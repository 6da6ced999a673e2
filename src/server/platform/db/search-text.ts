/**
 * Returns text in lower case without accents, for searches. The databases can't do it: SQLite only knows English letters.
 */
export function normalizeSearchText(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}

/** Returns a LIKE pattern that finds a word anywhere. Its escape character is a backslash. */
export function buildLikePattern(word: string): string {
  return `%${word.replace(/[\\%_]/g, '\\$&')}%`
}

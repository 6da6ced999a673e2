/**
 * Small letters without accents, so that neither is needed to find them. Done here and not by the databases,
 * of which one knows the letters of English alone.
 */
export function normalizeSearchText(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}

/** The pattern of LIKE, with a backslash for its escape, that finds a word anywhere. */
export function buildLikePattern(word: string): string {
  return `%${word.replace(/[\\%_]/g, '\\$&')}%`
}

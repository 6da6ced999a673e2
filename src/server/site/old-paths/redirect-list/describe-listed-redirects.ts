import type { ListedRedirect } from './parse-redirect-list.ts'

/** How many sentences an answer joins. */
const MAX_SENTENCES = 10

/** Names the row and says what happens to it, such as `Row 3, /old: It’s switched off.` */
export function describeListedRedirect({ place, from, note = '' }: ListedRedirect): string {
  return `${place}${from === '' || note.includes(from) ? '' : `, ${from}`}: ${note}`
}

/** Joins the first MAX_SENTENCES sentences. */
export function joinSentences(sentences: readonly string[]): string {
  const rest = sentences.length - MAX_SENTENCES
  return [...sentences.slice(0, MAX_SENTENCES), ...(rest > 0 ? [`And ${rest} more.`] : [])].join(' ')
}

import { IDEAL_DESCRIPTION_LENGTH } from '../../contract/core/page-facts.ts'
import { truncateAtWord } from '../layout/noindex-meta.tsx'

/** Shorter says little, and the end of a longer one is not shown. */
const { min: minLength, max: maxLength } = IDEAL_DESCRIPTION_LENGTH

/** Somebody's own words are left whole as far as search results show some of their end. */
const MAX_OWN_DESCRIPTION = 160

/** So many sentences are tried, one after the other: more would take long, and say less of the page. */
const MAX_SENTENCES_TRIED = 10

/**
 * What a page says of itself in search results, made of what these texts say, the most telling first: sentences in a
 * row of one text where they have a good length, otherwise sentences of several. None is ever cut. Undefined where
 * there is no sentence that is short enough.
 */
export function buildMetaDescription(...texts: readonly (string | undefined)[]): string | undefined {
  const all = texts.map((text) => splitSentences(text ?? ''))
  const rows = all.flatMap((sentences) => sentences.map((_, from) => takeFittingSentences(sentences.slice(from))))
  const mixed = chooseSentences([...new Set(all.flat())].slice(0, MAX_SENTENCES_TRIED))
  return rows.find((row) => row.length >= minLength) ?? (mixed || undefined)
}

/** A description as it is sent: without its last sentences where it is too long, and shortened at a word where its first is. */
export function trimMetaDescription(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  if (plain.length <= MAX_OWN_DESCRIPTION) return plain
  return takeFittingSentences(splitSentences(plain)) || truncateAtWord(plain, MAX_OWN_DESCRIPTION)
}

/** Whole sentences: what has no end, such as a heading, is none. */
function splitSentences(text: string): string[] {
  const parts = [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text.replace(/\s+/g, ' '))]
  return parts.map(({ segment }) => segment.trim()).filter((sentence) => /[.!?]["’”)]?$/.test(sentence))
}

function takeFittingSentences(sentences: readonly string[]): string {
  const count = sentences.findIndex((_, at) => sentences.slice(0, at + 1).join(' ').length > maxLength)
  return sentences.slice(0, count === -1 ? undefined : count).join(' ')
}

/** The earliest of these sentences that make a good length together; otherwise the longest that they make. */
function chooseSentences(sentences: readonly string[], before = ''): string {
  const [first, ...rest] = sentences
  if (first === undefined) return before
  const withFirst = before === '' ? first : `${before} ${first}`
  const taken = withFirst.length <= maxLength ? chooseSentences(rest, withFirst) : ''
  if (taken.length >= minLength) return taken
  const left = chooseSentences(rest, before)
  return left.length > taken.length ? left : taken
}

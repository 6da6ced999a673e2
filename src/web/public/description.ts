import { IDEAL_DESCRIPTION } from '../../contract/grammar/page-facts.ts'
import { clip } from '../layout/page-meta.tsx'

/** Shorter says little, and the end of a longer one is not shown. */
const { least, most } = IDEAL_DESCRIPTION

/** Somebody's own words are left whole as far as search results show some of their end. */
const MOST_OF_OWN = 160

/** So many sentences are tried, one after the other: more would take long, and say less of the page. */
const TRIED = 10

/**
 * What a page says of itself in search results, made of what these texts say, the most telling first: sentences in a
 * row of one text where they have a good length, otherwise sentences of several. None is ever cut. Undefined where
 * there is no sentence that is short enough.
 */
export function descriptionOf(...texts: readonly (string | undefined)[]): string | undefined {
  const all = texts.map((text) => sentencesOf(text ?? ''))
  const rows = all.flatMap((sentences) => sentences.map((_, from) => firstThatFit(sentences.slice(from))))
  const mixed = best([...new Set(all.flat())].slice(0, TRIED))
  return rows.find((row) => row.length >= least) ?? (mixed || undefined)
}

/** A description as it is sent: without its last sentences where it is too long, and shortened at a word where its first is. */
export function shownDescription(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  if (plain.length <= MOST_OF_OWN) return plain
  return firstThatFit(sentencesOf(plain)) || clip(plain, MOST_OF_OWN)
}

/** Whole sentences: what has no end, such as a heading, is none. */
function sentencesOf(text: string): string[] {
  const parts = [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text.replace(/\s+/g, ' '))]
  return parts.map(({ segment }) => segment.trim()).filter((sentence) => /[.!?]["’”)]?$/.test(sentence))
}

function firstThatFit(sentences: readonly string[]): string {
  const count = sentences.findIndex((_, at) => sentences.slice(0, at + 1).join(' ').length > most)
  return sentences.slice(0, count === -1 ? undefined : count).join(' ')
}

/** The earliest of these sentences that make a good length together; otherwise the longest that they make. */
function best(sentences: readonly string[], before = ''): string {
  const [first, ...rest] = sentences
  if (first === undefined) return before
  const withFirst = before === '' ? first : `${before} ${first}`
  const taken = withFirst.length <= most ? best(rest, withFirst) : ''
  if (taken.length >= least) return taken
  const left = best(rest, before)
  return left.length > taken.length ? left : taken
}

import { IDEAL_DESCRIPTION_LENGTH } from '#contract/core/ideal-seo-lengths.ts'
import { truncateAtWord } from '../layout/page-title.ts'

/** Search engines prefer this length: they cut longer descriptions. */
const { min: minLength, max: maxLength } = IDEAL_DESCRIPTION_LENGTH

/** Limit of the owner's text in characters: search results show almost all of it. */
const MAX_OWN_DESCRIPTION = 160

/** How many sentences to combine. The number of combinations doubles with each. */
const MAX_SENTENCES_TRIED = 10

/**
 * Builds a meta description from these texts, the most important first. Prefers consecutive sentences of one text
 * with a good length, otherwise combines sentences of several texts. Never cuts a sentence.
 * Returns undefined if every sentence is too long.
 */
export function buildMetaDescription(...texts: readonly (string | undefined)[]): string | undefined {
  const sentencesByText = texts.map((text) => splitSentences(text ?? ''))
  const consecutiveSentences = sentencesByText.flatMap((sentences) =>
    sentences.map((_, from) => takeFittingSentences(sentences.slice(from))),
  )
  const combinedSentences = chooseSentences([...new Set(sentencesByText.flat())].slice(0, MAX_SENTENCES_TRIED))
  return consecutiveSentences.find((text) => text.length >= minLength) ?? (combinedSentences || undefined)
}

/** Shortens a description to whole sentences, or at a word if its first sentence is too long. */
export function trimMetaDescription(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  if (plain.length <= MAX_OWN_DESCRIPTION) return plain
  return takeFittingSentences(splitSentences(plain)) || truncateAtWord(plain, MAX_OWN_DESCRIPTION)
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Splits a text into sentences. Drops parts without an end, such as headings. */
function splitSentences(text: string): string[] {
  const parts = [...segmenter.segment(text.replace(/\s+/g, ' '))]
  return parts.map(({ segment }) => segment.trim()).filter((sentence) => /[.!?]["’”)]?$/.test(sentence))
}

function takeFittingSentences(sentences: readonly string[]): string {
  const count = sentences.findIndex((_, at) => sentences.slice(0, at + 1).join(' ').length > maxLength)
  return sentences.slice(0, count === -1 ? undefined : count).join(' ')
}

/** Chooses the earliest sentences that have a good length together. Otherwise chooses the longest combination. */
function chooseSentences(sentences: readonly string[], prefix = ''): string {
  const [first, ...remainingSentences] = sentences
  if (first === undefined) return prefix
  const extendedPrefix = prefix === '' ? first : `${prefix} ${first}`
  const resultWithFirst = extendedPrefix.length <= maxLength ? chooseSentences(remainingSentences, extendedPrefix) : ''
  if (resultWithFirst.length >= minLength) return resultWithFirst
  const resultWithoutFirst = chooseSentences(remainingSentences, prefix)
  return resultWithoutFirst.length > resultWithFirst.length ? resultWithoutFirst : resultWithFirst
}

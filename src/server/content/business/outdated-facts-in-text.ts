import type { BusinessFactFormat } from '#contract/core/content-kind.ts'
import { type OpeningHoursSpan, parseOpeningHours } from '#contract/core/opening-hours.ts'

export type ChangedBusinessFact = { format: BusinessFactFormat; oldText: string; newText: string }

/** A range of a text that states an old fact, and the text that replaces it. */
type TextMatch = { from: number; to: number; newText: string }

type FindMatches = (text: string) => TextMatch[]

/** A text with fewer letters and digits is too ambiguous. */
const MIN_LETTERS_AND_DIGITS = 3
/**
 * A number with fewer digits may be an extension. Two spellings of one number may differ by a prefix of at most
 * MAX_PREFIX_LENGTH digits.
 */
const MIN_DIGITS = 7
const MAX_PREFIX_LENGTH = 3

const FINDER_FACTORIES: Record<BusinessFactFormat, (fact: ChangedBusinessFact) => FindMatches> = {
  words: createWordFinder,
  name: createNameFinder,
  email: createEmailFinder,
  phone: createPhoneFinder,
  hours: createHoursFinder,
}

/**
 * Returns a function that finds each place of a text that states the old fact. It skips places inside `currentTexts` or a
 * replacement that already stands there, because these may repeat the old words.
 */
export function createOutdatedTextFinder(fact: ChangedBusinessFact, currentTexts: readonly string[]): FindMatches {
  const findOldText = FINDER_FACTORIES[fact.format](fact)
  return (text) => {
    const matches = findOldText(text)
    if (matches.length === 0) return matches
    const keptTexts = new Set([...currentTexts, ...matches.map(({ newText }) => newText)])
    const keptPlaces = [...keptTexts].flatMap((kept) => createWordFinder({ oldText: kept, newText: kept })(text))
    // A longer place isn't kept: it may be a name that the new one shortens.
    const isKept = ({ from, to }: TextMatch) =>
      keptPlaces.some((kept) => kept.from < to && from < kept.to && to - from <= kept.to - kept.from)
    return matches.filter((match) => !isKept(match))
  }
}

/** Replaces the matches. If two overlap, the first or longer one wins. */
export function replaceTextMatches(text: string, matches: readonly TextMatch[]): string {
  let result = ''
  let copiedUntil = 0
  for (const { from, to, newText } of matches.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    if (from < copiedUntil) continue
    result += text.slice(copiedUntil, from) + newText
    copiedUntil = to
  }
  return result + text.slice(copiedUntil)
}

/** Compares word by word. Ignores case and punctuation, and skips URLs and emails such as `oak.example.com`. */
function createWordFinder({ oldText, newText }: Pick<ChangedBusinessFact, 'oldText' | 'newText'>): FindMatches {
  const wantedWords = splitWords(oldText).map(({ word }) => word)
  return wantedWords.join('').length < MIN_LETTERS_AND_DIGITS ? () => [] : (text) => findWords(text, wantedWords, newText)
}

function findWords(text: string, wantedWords: readonly string[], newText: string): TextMatch[] {
  const words = splitWords(text)
  const matches: TextMatch[] = []
  for (let at = 0; at + wantedWords.length <= words.length; at++) {
    const [first, last] = [words[at], words[at + wantedWords.length - 1]]
    if (!first || !last || !wantedWords.every((word, index) => words[at + index]?.word === word)) continue
    if (isInsideUrl(text, first.from, last.to)) continue
    matches.push({ from: first.from, to: last.to, newText })
    at += wantedWords.length - 1
  }
  return matches
}

/** Compares case too. Skips one word at the start of a sentence, because any word is capitalized there. */
function createNameFinder(fact: ChangedBusinessFact): FindMatches {
  const findWordMatches = createWordFinder(fact)
  const getLetters = (part: string) => part.match(/[\p{L}\p{N}]+/gu)?.join(' ')
  const oldLetters = getLetters(fact.oldText)
  const isOneWord = splitWords(fact.oldText).length === 1
  return (text) =>
    findWordMatches(text).filter(({ from, to }) => {
      const isWholeText = to - from === text.trim().length
      const startsSentence = /(?:^|[.!?:] ?|\n)$/.test(text.slice(0, from))
      return getLetters(text.slice(from, to)) === oldLetters && (isWholeText || !isOneWord || !startsSentence)
    })
}

function splitWords(text: string): { word: string; from: number; to: number }[] {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    from: index,
    to: index + word.length,
  }))
}

function isInsideUrl(text: string, from: number, to: number): boolean {
  const [before = '', after = '', next = ''] = [text[from - 1], text[to], text[to + 1]]
  return /[@/_.]/.test(before) || /[@/_]/.test(after) || (after === '.' && /[a-z0-9]/.test(next))
}

function createEmailFinder({ oldText, newText }: ChangedBusinessFact): FindMatches {
  const wantedEmail = toAsciiLowerCase(oldText)
  return (text) => findEmails(text, wantedEmail, newText)
}

function findEmails(text: string, wantedEmail: string, newText: string): TextMatch[] {
  const lower = toAsciiLowerCase(text)
  const matches: TextMatch[] = []
  for (let from = lower.indexOf(wantedEmail); from >= 0; from = lower.indexOf(wantedEmail, from + 1)) {
    const to = from + wantedEmail.length
    const [before = '', after = '', next = ''] = [text[from - 1], text[to], text[to + 1]]
    const isPart = /[\w.+-]/.test(before) || /[\w-]/.test(after) || (after === '.' && /\w/.test(next))
    if (!isPart) matches.push({ from, to, newText })
  }
  return matches
}

/** Keeps the length of the text. `toLowerCase` makes two characters of `İ`. */
function toAsciiLowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** Finds a number in any spelling: with or without country code, with other separators, or as a `tel:` link. */
function createPhoneFinder({ oldText, newText }: ChangedBusinessFact): FindMatches {
  const wantedDigits = normalizeDigits(oldText)
  return wantedDigits.length < MIN_DIGITS ? () => [] : (text) => findPhoneNumbers(text, wantedDigits, newText)
}

function findPhoneNumbers(text: string, wantedDigits: string, newText: string): TextMatch[] {
  return [...text.matchAll(/[+(]?\d[\d ().\u00a0-]*/g)].flatMap(({ 0: candidate, index }) => {
    const number = trimAfterLastDigit(candidate)
    if (!isSameNumber(normalizeDigits(number), wantedDigits)) return []
    const isLink = text.slice(0, index).toLowerCase().endsWith('tel:')
    return [{ from: index, to: index + number.length, newText: isLink ? newText.replace(/[^\d+]/g, '') : newText }]
  })
}

function trimAfterLastDigit(candidate: string): string {
  let end = candidate.length
  while (end > 0 && !/\d/.test(candidate[end - 1] ?? '')) end -= 1
  return candidate.slice(0, end)
}

function isSameNumber(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length >= MIN_DIGITS && long.endsWith(short) && long.length - short.length <= MAX_PREFIX_LENGTH
}

/** Drops the leading zeros of a national or international call. */
function normalizeDigits(number: string): string {
  return number
    .replaceAll('(0)', '')
    .replace(/\D/g, '')
    .replace(/^0{1,2}/, '')
}

/**
 * Finds the hours as typed and as displayed, with and without the closed days. Also finds lines that state the same hours
 * in another spelling.
 */
function createHoursFinder({ oldText, newText }: ChangedBusinessFact): FindMatches {
  const pairs = [
    { oldText: formatHours(oldText), newText: formatHours(newText) },
    { oldText: formatHours(oldText, isOpen), newText: formatHours(newText, isOpen) },
  ].filter((pair) => pair.oldText !== '' && pair.newText !== '' && pair.oldText !== pair.newText)
  const finders = [{ oldText, newText: formatHours(newText) }, ...pairs].map(createWordFinder)
  return (text) => {
    const lineMatches = listLineRanges(text).flatMap(({ from, to }) => {
      const line = formatHours(text.slice(from, to))
      const pair = pairs.find((one) => one.oldText === line)
      return pair ? [{ from, to, newText: pair.newText }] : []
    })
    // The whole text and its lines come first, so nothing inside them is replaced twice.
    return [...lineMatches, ...finders.flatMap((find) => find(text))].filter(
      (place, index, all) => !all.slice(0, index).some(({ from, to }) => from < place.to && place.from < to),
    )
  }
}

function formatHours(text: string, isShown: (span: OpeningHoursSpan) => boolean = () => true): string {
  return parseOpeningHours(text)
    .filter(isShown)
    .map((span) => span.text)
    .join(', ')
}

function isOpen({ hours }: OpeningHoursSpan): boolean {
  return typeof hours !== 'string'
}

function listLineRanges(text: string): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [{ from: 0, to: text.length }]
  let from = 0
  for (const line of text.split('\n')) {
    if (line !== text) ranges.push({ from, to: from + line.length })
    from += line.length + 1
  }
  return ranges
}

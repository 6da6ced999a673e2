import type { BusinessFactKind } from '../../../contract/core/content-kind.ts'
import { type OpeningHoursSpan, parseOpeningHours } from '../../../contract/core/opening-hours.ts'

/** A fact that has changed: what it was, and what it is now. */
export type ChangedFact = { kind: BusinessFactKind; oldText: string; newText: string }

/** Where in a text an old fact stands, and what belongs there instead. */
export type TextMatch = { from: number; to: number; newText: string }

/** Fewer letters and digits than this mean too many other things. */
const MIN_LETTERS = 3
/** A phone number with fewer is somebody's extension, and what two spellings of one number may differ by at its beginning. */
const MIN_DIGITS = 7
const MAX_PREFIX_LENGTH = 3

const FINDERS: Record<BusinessFactKind, (text: string, fact: ChangedFact) => TextMatch[]> = {
  words: findWordMatches,
  email: findEmailMatches,
  phone: findPhoneMatches,
  hours: findHoursMatches,
}

/** Every place where the old fact stands, in order; none within the new one, which may begin with the same words. */
export function findOutdatedText(text: string, fact: ChangedFact): TextMatch[] {
  const newTextMatches = findWordMatches(text, { ...fact, oldText: fact.newText })
  return FINDERS[fact.kind](text, fact).filter(({ from, to }) => !newTextMatches.some((one) => one.from < to && from < one.to))
}

/** The text with the new facts in those places; of places that overlap the first counts. */
export function replaceMatches(text: string, matches: readonly TextMatch[]): string {
  let result = ''
  let copiedUntil = 0
  for (const { from, to, newText } of matches.toSorted((one, other) => one.from - other.from)) {
    if (from < copiedUntil) continue
    result += text.slice(copiedUntil, from) + newText
    copiedUntil = to
  }
  return result + text.slice(copiedUntil)
}

/** Word by word, whatever the case and the signs between them; not within an address such as `oak.example.com`. */
function findWordMatches(text: string, { oldText, newText }: ChangedFact): TextMatch[] {
  const wantedWords = splitWords(oldText).map(({ word }) => word)
  if (wantedWords.join('').length < MIN_LETTERS) return []
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

function findEmailMatches(text: string, { oldText, newText }: ChangedFact): TextMatch[] {
  const [lower, wantedWords] = [text.toLowerCase(), oldText.toLowerCase()]
  const matches: TextMatch[] = []
  for (let from = lower.indexOf(wantedWords); from >= 0; from = lower.indexOf(wantedWords, from + 1)) {
    const to = from + wantedWords.length
    const [before = '', after = '', next = ''] = [text[from - 1], text[to], text[to + 1]]
    const isPart = /[\w.+-]/.test(before) || /[\w-]/.test(after) || (after === '.' && /\w/.test(next))
    if (!isPart) matches.push({ from, to, newText })
  }
  return matches
}

/** In any spelling: with or without its country's code, with other signs between the digits, as the address of a link. */
function findPhoneMatches(text: string, { oldText, newText }: ChangedFact): TextMatch[] {
  const wantedWords = normalizeDigits(oldText)
  if (wantedWords.length < MIN_DIGITS) return []
  return [...text.matchAll(/[+(]?\d[\d ().\u00a0-]*/g)].flatMap(({ 0: candidate, index }) => {
    const number = trimAfterLastDigit(candidate)
    if (!isSameNumber(normalizeDigits(number), wantedWords)) return []
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

/** The digits that count from abroad: without the zero that is dialled at home. */
function normalizeDigits(number: string): string {
  return number
    .replaceAll('(0)', '')
    .replace(/\D/g, '')
    .replace(/^0{1,2}/, '')
}

/** Hours as they were typed or are shown, all of them or the open ones alone, and every line that says the same in another spelling. */
function findHoursMatches(text: string, { oldText, newText }: ChangedFact): TextMatch[] {
  const pairs = [
    { oldText: formatHours(oldText), newText: formatHours(newText) },
    { oldText: formatHours(oldText, isOpen), newText: formatHours(newText, isOpen) },
  ].filter((pair) => pair.oldText !== '' && pair.newText !== '' && pair.oldText !== pair.newText)
  const typedMatches = findWordMatches(text, { kind: 'words', oldText, newText: formatHours(newText) })
  const formattedMatches = pairs.flatMap((pair) => findWordMatches(text, { kind: 'words', ...pair }))
  const lineMatches = listLineRanges(text).flatMap(({ from, to }) => {
    const line = formatHours(text.slice(from, to))
    const pair = pairs.find((one) => one.oldText === line)
    return pair ? [{ from, to, newText: pair.newText }] : []
  })
  // The longest match comes first, so that nothing within it is replaced twice.
  return [...lineMatches, ...typedMatches, ...formattedMatches].filter(
    (place, index, all) => !all.slice(0, index).some(({ from, to }) => from < place.to && place.from < to),
  )
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

/** The whole text, and each of its lines. */
function listLineRanges(text: string): { from: number; to: number }[] {
  const lineMatches: { from: number; to: number }[] = [{ from: 0, to: text.length }]
  let from = 0
  for (const line of text.split('\n')) {
    if (line !== text) lineMatches.push({ from, to: from + line.length })
    from += line.length + 1
  }
  return lineMatches
}

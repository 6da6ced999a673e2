import type { FactKind } from '../../../contract/grammar/content-kind.ts'
import { type Span, spansFrom } from '../../../contract/grammar/opening-hours.ts'

/** A fact that has changed: what it was, and what it is now. */
export type ChangedFact = { kind: FactKind; old: string; now: string }

/** Where in a text an old fact stands, and what belongs there instead. */
export type Place = { from: number; to: number; now: string }

/** Fewer letters and digits than this mean too many other things. */
const LEAST_LETTERS = 3
/** A phone number with fewer is somebody's extension, and what two spellings of one number may differ by at its beginning. */
const LEAST_DIGITS = 7
const MOST_PREFIX = 3

const FINDERS: Record<FactKind, (text: string, fact: ChangedFact) => Place[]> = {
  words: findWords,
  email: findEmail,
  phone: findPhone,
  hours: findHours,
}

/** Every place where the old fact stands, in order; none within the new one, which may begin with the same words. */
export function placesOf(text: string, fact: ChangedFact): Place[] {
  const current = findWords(text, { ...fact, old: fact.now })
  return FINDERS[fact.kind](text, fact).filter(({ from, to }) => !current.some((one) => one.from < to && from < one.to))
}

/** The text with the new facts in those places; of places that overlap the first counts. */
export function replaced(text: string, places: readonly Place[]): string {
  let result = ''
  let done = 0
  for (const { from, to, now } of places.toSorted((one, other) => one.from - other.from)) {
    if (from < done) continue
    result += text.slice(done, from) + now
    done = to
  }
  return result + text.slice(done)
}

/** Word by word, whatever the case and the signs between them; not within an address such as `oak.example.com`. */
function findWords(text: string, { old, now }: ChangedFact): Place[] {
  const wanted = wordsIn(old).map(({ word }) => word)
  if (wanted.join('').length < LEAST_LETTERS) return []
  const words = wordsIn(text)
  const places: Place[] = []
  for (let at = 0; at + wanted.length <= words.length; at++) {
    const [first, last] = [words[at], words[at + wanted.length - 1]]
    if (!first || !last || !wanted.every((word, index) => words[at + index]?.word === word)) continue
    if (isInAddress(text, first.from, last.to)) continue
    places.push({ from: first.from, to: last.to, now })
    at += wanted.length - 1
  }
  return places
}

function wordsIn(text: string): { word: string; from: number; to: number }[] {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    from: index,
    to: index + word.length,
  }))
}

function isInAddress(text: string, from: number, to: number): boolean {
  const [before = '', after = '', next = ''] = [text[from - 1], text[to], text[to + 1]]
  return /[@/_.]/.test(before) || /[@/_]/.test(after) || (after === '.' && /[a-z0-9]/.test(next))
}

function findEmail(text: string, { old, now }: ChangedFact): Place[] {
  const [lower, wanted] = [text.toLowerCase(), old.toLowerCase()]
  const places: Place[] = []
  for (let from = lower.indexOf(wanted); from >= 0; from = lower.indexOf(wanted, from + 1)) {
    const to = from + wanted.length
    const [before = '', after = '', next = ''] = [text[from - 1], text[to], text[to + 1]]
    const isPart = /[\w.+-]/.test(before) || /[\w-]/.test(after) || (after === '.' && /\w/.test(next))
    if (!isPart) places.push({ from, to, now })
  }
  return places
}

/** In any spelling: with or without its country's code, with other signs between the digits, as the address of a link. */
function findPhone(text: string, { old, now }: ChangedFact): Place[] {
  const wanted = digitsOf(old)
  if (wanted.length < LEAST_DIGITS) return []
  return [...text.matchAll(/[+(]?\d[\d ().\u00a0-]*/g)].flatMap(({ 0: found, index }) => {
    const number = untilLastDigit(found)
    if (!isSameNumber(digitsOf(number), wanted)) return []
    const isLink = text.slice(0, index).toLowerCase().endsWith('tel:')
    return [{ from: index, to: index + number.length, now: isLink ? now.replace(/[^\d+]/g, '') : now }]
  })
}

function untilLastDigit(found: string): string {
  let end = found.length
  while (end > 0 && !/\d/.test(found[end - 1] ?? '')) end -= 1
  return found.slice(0, end)
}

function isSameNumber(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length >= LEAST_DIGITS && long.endsWith(short) && long.length - short.length <= MOST_PREFIX
}

/** The digits that count from abroad: without the zero that is dialled at home. */
function digitsOf(number: string): string {
  return number
    .replaceAll('(0)', '')
    .replace(/\D/g, '')
    .replace(/^0{1,2}/, '')
}

/** Hours as they were typed or are shown, all of them or the open ones alone, and every line that says the same in another spelling. */
function findHours(text: string, { old, now }: ChangedFact): Place[] {
  const pairs = [
    { old: shownHours(old), now: shownHours(now) },
    { old: shownHours(old, isOpen), now: shownHours(now, isOpen) },
  ].filter((pair) => pair.old !== '' && pair.now !== '' && pair.old !== pair.now)
  const typed = findWords(text, { kind: 'words', old, now: shownHours(now) })
  const shown = pairs.flatMap((pair) => findWords(text, { kind: 'words', ...pair }))
  const lines = linesOf(text).flatMap(({ from, to }) => {
    const line = shownHours(text.slice(from, to))
    const pair = pairs.find((one) => one.old === line)
    return pair ? [{ from, to, now: pair.now }] : []
  })
  // The longest match comes first, so that nothing within it is replaced twice.
  return [...lines, ...typed, ...shown].filter(
    (place, index, all) => !all.slice(0, index).some(({ from, to }) => from < place.to && place.from < to),
  )
}

function shownHours(text: string, isShown: (span: Span) => boolean = () => true): string {
  return spansFrom(text)
    .filter(isShown)
    .map((span) => span.text)
    .join(', ')
}

function isOpen({ hours }: Span): boolean {
  return typeof hours !== 'string'
}

/** The whole text, and each of its lines. */
function linesOf(text: string): { from: number; to: number }[] {
  const lines: { from: number; to: number }[] = [{ from: 0, to: text.length }]
  let from = 0
  for (const line of text.split('\n')) {
    if (line !== text) lines.push({ from, to: from + line.length })
    from += line.length + 1
  }
  return lines
}

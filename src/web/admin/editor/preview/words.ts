import { spansFrom } from '../../../../contract/grammar/opening-hours.ts'
import { type Edited, wordsOf } from './laid-over.ts'

/** Something on a page: what it says (a text, the address of a picture or of a link), and the element that it stands in. */
export type Drawn<E> = { element: E; says: string }

/** As elements of a page lie within each other. */
type Within<E> = { parentElement: E | null }

/**
 * What a field may say on a page: its text as a whole, each of its lines or cells, or how the page spells it. Of lines with
 * values in their midst (`From {price} a month`) what stands around these.
 */
export type Said = { name: string; spellings: ReadonlySet<string>; filled: readonly (readonly string[])[] }

/** Where a record stands on a page: the smallest elements around it, and the elements of each field. */
export type Found<E> = { places: readonly E[]; words: ReadonlyMap<string, readonly E[]> }

/** Of several places that fit as well: the first for a record of a list, the last for a new one, all for a single one. */
export type Which = 'first' | 'last' | 'all'

/** What each field of a record may say. */
export function saidBy({ contentKind, values }: Edited): Said[] {
  const shown = wordsOf(contentKind, values)
  return Object.entries(contentKind.fields).flatMap(([name, { input }]) => {
    // The name of its page is no word of a record: the menu says it too.
    const value = name === contentKind.pageField ? '' : (shown[name] ?? '')
    const all = [...spellingsOf(value, input)]
    const spellings = new Set(all.map(plain).filter(Boolean))
    // What says next to nothing by itself would be found everywhere.
    const filled = all
      .map((one) => one.split(PLACEHOLDER).map(lettersOf))
      .filter((parts) => parts.length > 1 && parts.join('').length > 2)
    return spellings.size > 0 ? [{ name, spellings, filled }] : []
  })
}

/**
 * Finds a record on a page by what it says, since the pages bear no marks for the sake of their editor: the
 * record stands where most of what it says stands together.
 */
export function findWords<E extends Within<E>>(
  drawn: readonly Drawn<E>[],
  said: readonly Said[],
  which: Which = 'first',
): Found<E> {
  const spoken = drawn.flatMap(({ element, says }) => {
    const text = plain(says)
    const names = text === '' ? [] : said.filter((one) => saysSo(one, text)).map(({ name }) => name)
    return names.length > 0 ? [{ element, names, text }] : []
  })
  const covered = new Map<E, Set<string>>()
  for (const { element, names, text } of spoken) {
    for (let at: E | null = element; at; at = at.parentElement) {
      const known = covered.get(at) ?? new Set()
      for (const name of names) known.add(`${name}: ${text}`)
      covered.set(at, known)
    }
  }
  const most = Math.max(0, ...[...covered.values()].map(({ size }) => size))
  const whole = spoken.map(({ element }) => upTo(element, (at) => covered.get(at)?.size === most))
  const all = [...new Set(whole)].filter((one) => !whole.some((other) => other !== one && isWithin(other, one)))
  const places = which === 'all' ? all : all.slice(...(which === 'first' ? [0, 1] : [-1]))
  return { places, words: wordsIn(places, spoken) }
}

/** Letters and digits alone: a page may space and punctuate a value in its own way. */
export function plain(text: string): string {
  return lettersOf(text) || text.trim()
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** In whose place the page puts a value (contract/words.ts). */
const PLACEHOLDER = /\{\w+\}/

function saysSo({ spellings, filled }: Said, text: string): boolean {
  return spellings.has(text) || filled.some((parts) => isFilled(parts, text))
}

/** Whether the text begins and ends as it should, with the rest in between in its order. */
function isFilled(parts: readonly string[], text: string): boolean {
  const last = parts.at(-1) ?? ''
  let at = 0
  for (const part of parts.slice(0, -1)) {
    const found = text.indexOf(part, at)
    if (found < 0 || (at === 0 && part === parts[0] && found > 0)) return false
    at = found + part.length
  }
  return text.endsWith(last) && text.length - last.length >= at
}

function spellingsOf(value: string, input: string): string[] {
  if (value.trim() === '') return []
  if (input === 'hours') return spansFrom(value).map(({ text }) => text)
  if (input === 'price') return [value, Number(value).toFixed(2), Number(value).toFixed(2).replace('.00', '')]
  if (input === 'table') return value.split(/[|\n]/)
  return [value, ...value.split('\n')]
}

/** Each text belongs to one field: where two say the same, the first text is the first field's. A text that is said once is both's. */
function wordsIn<E extends Within<E>>(places: readonly E[], spoken: readonly { element: E; names: string[] }[]) {
  const words = new Map<string, E[]>()
  const here = spoken.filter(({ element }) => places.some((place) => isWithin(element, place)))
  for (const { element, names } of here) {
    const name = names.find((one) => !words.has(one)) ?? (names[0] as string)
    words.set(name, [...(words.get(name) ?? []), element])
  }
  for (const { element, names } of here) for (const name of names) if (!words.has(name)) words.set(name, [element])
  return words
}

function upTo<E extends Within<E>>(element: E, fits: (at: E) => boolean): E {
  let at = element
  while (!fits(at) && at.parentElement) at = at.parentElement
  return at
}

function isWithin<E extends Within<E>>(element: E, card: E): boolean {
  for (let at: E | null = element; at; at = at.parentElement) if (at === card) return true
  return false
}

import { diffArrays } from 'diff'

/** A part of a text. `isChanged` is true if the other text doesn't have it. */
export type DiffSegment = { text: string; isChanged: boolean }

/** More different words take longer than 0.3 s. Then the whole text counts as changed. */
const MAX_CHANGED_WORDS = 1_000

/** Marks the words that only one of the texts has. */
export function diffWords(before: string, after: string): { before: DiffSegment[]; after: DiffSegment[] } {
  const options = { maxEditLength: MAX_CHANGED_WORDS }
  const changes = diffArrays(splitWords(before), splitWords(after), options) ?? [
    { value: [before], removed: true, added: false },
    { value: [after], removed: false, added: true },
  ]
  const toSegments = (side: 'removed' | 'added', otherSide: 'removed' | 'added'): DiffSegment[] =>
    changes.flatMap((change) => (change[otherSide] ? [] : [{ text: change.value.join(''), isChanged: change[side] }]))
  return { before: toSegments('removed', 'added'), after: toSegments('added', 'removed') }
}

/** Splits into words with the white space before them, and the white space at the end. */
function splitWords(text: string): string[] {
  return text.match(/\s*\S+|\s+/g) ?? []
}

/** A part of a text. `isChanged` is true if the other text doesn't have it. */
export type DiffSegment = { text: string; isChanged: boolean }

/** The limit of compared word pairs. Longer texts are marked from the first difference to the last. */
const MAX_WORD_PAIRS = 250_000

/** Marks the words outside the texts' longest common subsequence. */
export function diffWords(before: string, after: string): { before: DiffSegment[]; after: DiffSegment[] } {
  const [beforeWords, afterWords] = [splitWords(before), splitWords(after)]
  const minLength = Math.min(beforeWords.length, afterWords.length)
  let start = 0
  while (start < minLength && beforeWords[start] === afterWords[start]) start++
  let end = 0
  while (end < minLength - start && beforeWords.at(-1 - end) === afterWords.at(-1 - end)) end++
  const [beforeMiddle, afterMiddle] = [
    beforeWords.slice(start, beforeWords.length - end),
    afterWords.slice(start, afterWords.length - end),
  ]
  const common = findCommonWords(beforeMiddle, afterMiddle)
  const markSegments = (words: readonly string[], middle: readonly string[], commonIndexes: ReadonlySet<number>) =>
    mergeSegments(
      words.map((text, index) => {
        const isInMiddle = index >= start && index < start + middle.length
        return { text, isChanged: isInMiddle && !commonIndexes.has(index - start) }
      }),
    )
  return {
    before: markSegments(beforeWords, beforeMiddle, common.beforeWords),
    after: markSegments(afterWords, afterMiddle, common.afterWords),
  }
}

/** Splits into words with the white space before them, and the white space at the end. */
function splitWords(text: string): string[] {
  return text.match(/\s*\S+|\s+/g) ?? []
}

/** Returns the indexes of the words in the longest common subsequence. */
function findCommonWords(
  beforeWords: readonly string[],
  afterWords: readonly string[],
): { beforeWords: Set<number>; afterWords: Set<number> } {
  const indexes = { beforeWords: new Set<number>(), afterWords: new Set<number>() }
  if (beforeWords.length * afterWords.length > MAX_WORD_PAIRS) return indexes
  const width = afterWords.length + 1
  /** The length of the common subsequence from each pair of indexes on. */
  const lengths = new Uint32Array((beforeWords.length + 1) * width)
  const lengthAt = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = beforeWords.length - 1; i >= 0; i--) {
    for (let j = afterWords.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        beforeWords[i] === afterWords[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1))
    }
  }
  for (let i = 0, j = 0; i < beforeWords.length && j < afterWords.length; ) {
    if (beforeWords[i] === afterWords[j]) {
      indexes.beforeWords.add(i++)
      indexes.afterWords.add(j++)
    } else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i++
    else j++
  }
  return indexes
}

function mergeSegments(all: readonly DiffSegment[]): DiffSegment[] {
  const segments: DiffSegment[] = []
  for (const { text, isChanged } of all) {
    const last = segments.at(-1)
    if (last?.isChanged === isChanged) last.text += text
    else segments.push({ text, isChanged })
  }
  return segments
}

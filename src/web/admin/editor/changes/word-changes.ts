/** A stretch of a text; marked where the other text does not have it. */
export type Stretch = { text: string; isChanged: boolean }

/** The most pairs of words that are compared; longer texts are marked from their first difference to their last. */
const MOST_PAIRS = 250_000

/** Both texts with the words marked that only one of them has: what is left of their longest common sequence of words. */
export function wordChanges(before: string, after: string): { before: Stretch[]; after: Stretch[] } {
  const [was, will] = [wordsOf(before), wordsOf(after)]
  const most = Math.min(was.length, will.length)
  let start = 0
  while (start < most && was[start] === will[start]) start++
  let end = 0
  while (end < most - start && was.at(-1 - end) === will.at(-1 - end)) end++
  const [wasMiddle, willMiddle] = [was.slice(start, was.length - end), will.slice(start, will.length - end)]
  const common = commonWords(wasMiddle, willMiddle)
  const marked = (words: readonly string[], middle: readonly string[], kept: ReadonlySet<number>) =>
    joined(
      words.map((text, nth) => {
        const isInMiddle = nth >= start && nth < start + middle.length
        return { text, isChanged: isInMiddle && !kept.has(nth - start) }
      }),
    )
  return { before: marked(was, wasMiddle, common.was), after: marked(will, willMiddle, common.will) }
}

/** Words with the space before them, and what space is left at the end. */
function wordsOf(text: string): string[] {
  return text.match(/\s*\S+|\s+/g) ?? []
}

/** The places of the words that both have in the same order. */
function commonWords(was: readonly string[], will: readonly string[]): { was: Set<number>; will: Set<number> } {
  const places = { was: new Set<number>(), will: new Set<number>() }
  if (was.length * will.length > MOST_PAIRS) return places
  const width = will.length + 1
  /** How many words from here on are common. */
  const lengths = new Uint32Array((was.length + 1) * width)
  const lengthAt = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = was.length - 1; i >= 0; i--) {
    for (let j = will.length - 1; j >= 0; j--) {
      lengths[i * width + j] = was[i] === will[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1))
    }
  }
  for (let i = 0, j = 0; i < was.length && j < will.length; ) {
    if (was[i] === will[j]) {
      places.was.add(i++)
      places.will.add(j++)
    } else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i++
    else j++
  }
  return places
}

function joined(all: readonly Stretch[]): Stretch[] {
  const stretches: Stretch[] = []
  for (const { text, isChanged } of all) {
    const last = stretches.at(-1)
    if (last?.isChanged === isChanged) last.text += text
    else stretches.push({ text, isChanged })
  }
  return stretches
}

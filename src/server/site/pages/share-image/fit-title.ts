import { wrapText } from '#platform/text-layout/wrap-text.ts'

/** `size` is the font size in px. */
type FittedTitle = { lines: string[]; size: number }

type MeasureWidth = (text: string, size: number) => number

/** Font sizes in px, the largest first, each with its limit of lines. */
const SIZES = [
  { size: 76, maxLines: 3 },
  { size: 66, maxLines: 4 },
  { size: 58, maxLines: 4 },
  { size: 50, maxLines: 4 },
]

/**
 * Returns the largest font size that fits `maxWidth` px, with lines of similar length. Truncates a title that is still too
 * long.
 */
export function fitTitle(title: string, maxWidth: number, width: MeasureWidth): FittedTitle {
  for (const { size, maxLines } of SIZES) {
    const lines = wrap(title, maxWidth, (text) => width(text, size))
    if (lines.length <= maxLines) return { lines: balanceLines(title, lines, maxWidth, (text) => width(text, size)), size }
  }
  const { size, maxLines } = SIZES.at(-1) ?? { size: 50, maxLines: 4 }
  const measure = (text: string) => width(text, size)
  const lines = wrap(title, maxWidth, measure)
  return {
    lines: [...lines.slice(0, maxLines - 1), truncateWithEllipsis(lines.slice(maxLines - 1).join(' '), maxWidth, measure)],
    size,
  }
}

/** Returns lines for the smallest width that needs no extra line and cuts no word. This avoids a last line of one word. */
function balanceLines(title: string, lines: string[], maxWidth: number, measure: (text: string) => number): string[] {
  let best = lines
  const widestWord = Math.max(...title.split(' ').map(measure))
  for (let narrower = maxWidth - 10; narrower > Math.max(maxWidth / 2, widestWord); narrower -= 10) {
    const narrowerLines = wrap(title, narrower, measure)
    if (narrowerLines.length > lines.length || narrowerLines.some((line) => measure(line) > narrower)) break
    best = narrowerLines
  }
  return best
}

function wrap(text: string, maxWidth: number, measure: (text: string) => number): string[] {
  return wrapText(text, maxWidth, measure).map((line) => line.trimEnd())
}

/** Truncates at a word, unless the text is a single word. */
function truncateWithEllipsis(text: string, maxWidth: number, measure: (text: string) => number): string {
  const letters = [...text]
  while (letters.length > 1 && measure(`${letters.join('')}…`) > maxWidth) letters.pop()
  const cut = letters.join('')
  const end = text[cut.length] === ' ' ? cut.length : cut.lastIndexOf(' ')
  const keptLetters = [...cut.slice(0, end > 0 ? end : undefined)]
  return `${keptLetters.slice(0, keptLetters.findLastIndex((letter) => !/[\s,;:.]/.test(letter)) + 1).join('')}…`
}

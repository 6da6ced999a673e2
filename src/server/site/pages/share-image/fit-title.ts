import { wrapText } from '../../../platform/text-layout/wrap-text.ts'

/** A title in lines: what it measures is asked of `width`, in px. */
export type FittedTitle = { lines: string[]; size: number }

type MeasureWidth = (text: string, size: number) => number

/** From the largest on, in px; a size may fill as many lines as stand beside it. */
const SIZES = [
  { size: 76, maxLines: 3 },
  { size: 66, maxLines: 4 },
  { size: 58, maxLines: 4 },
  { size: 50, maxLines: 4 },
]

/** As large as fits into `room` px, in lines of about one length; what is still too long ends with an ellipsis. */
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

/** Returns lines for the narrowest room that takes no more of them and cuts no word: no last line with one word in it. */
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

/** Cut at a word, unless there is but one. */
function truncateWithEllipsis(text: string, maxWidth: number, measure: (text: string) => number): string {
  const letters = [...text]
  while (letters.length > 1 && measure(`${letters.join('')}…`) > maxWidth) letters.pop()
  const cut = letters.join('')
  const end = text[cut.length] === ' ' ? cut.length : cut.lastIndexOf(' ')
  const keptLetters = [...cut.slice(0, end > 0 ? end : undefined)]
  return `${keptLetters.slice(0, keptLetters.findLastIndex((letter) => !/[\s,;:.]/.test(letter)) + 1).join('')}…`
}

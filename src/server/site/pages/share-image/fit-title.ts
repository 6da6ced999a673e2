import { wrapped } from '../../../platform/text-layout/wrap.ts'

/** A title in lines: what it measures is asked of `width`, in px. */
export type FittedTitle = { lines: string[]; size: number }

type Width = (text: string, size: number) => number

/** From the largest on, in px; a size may fill as many lines as stand beside it. */
const SIZES = [
  { size: 76, most: 3 },
  { size: 66, most: 4 },
  { size: 58, most: 4 },
  { size: 50, most: 4 },
]

/** As large as fits into `room` px, in lines of about one length; what is still too long ends with an ellipsis. */
export function fitTitle(title: string, room: number, width: Width): FittedTitle {
  for (const { size, most } of SIZES) {
    const lines = wrap(title, room, (text) => width(text, size))
    if (lines.length <= most) return { lines: balanced(title, lines, room, (text) => width(text, size)), size }
  }
  const { size, most } = SIZES.at(-1) ?? { size: 50, most: 4 }
  const measure = (text: string) => width(text, size)
  const lines = wrap(title, room, measure)
  return { lines: [...lines.slice(0, most - 1), ellipsed(lines.slice(most - 1).join(' '), room, measure)], size }
}

/** Returns lines for the narrowest room that takes no more of them and cuts no word: no last line with one word in it. */
function balanced(title: string, lines: string[], room: number, measure: (text: string) => number): string[] {
  let best = lines
  const widestWord = Math.max(...title.split(' ').map(measure))
  for (let narrower = room - 10; narrower > Math.max(room / 2, widestWord); narrower -= 10) {
    const tried = wrap(title, narrower, measure)
    if (tried.length > lines.length || tried.some((line) => measure(line) > narrower)) break
    best = tried
  }
  return best
}

function wrap(text: string, room: number, measure: (text: string) => number): string[] {
  return wrapped(text, room, measure).map((line) => line.trimEnd())
}

/** Cut at a word, unless there is but one. */
function ellipsed(text: string, room: number, measure: (text: string) => number): string {
  const letters = [...text]
  while (letters.length > 1 && measure(`${letters.join('')}…`) > room) letters.pop()
  const cut = letters.join('')
  const end = text[cut.length] === ' ' ? cut.length : cut.lastIndexOf(' ')
  const kept = [...cut.slice(0, end > 0 ? end : undefined)]
  return `${kept.slice(0, kept.findLastIndex((letter) => !/[\s,;:.]/.test(letter)) + 1).join('')}…`
}

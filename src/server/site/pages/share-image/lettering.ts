import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Font, type PathCommand, parse } from 'opentype.js'

/** Text as outlines: the machine's own fonts, which it may lack, play no part. All lengths are in px. */
export type Lettering = {
  /** `spacing` is what comes between two letters, as a part of the size. */
  width: (text: string, size: number, spacing?: number) => number
  /** The path data of one line that starts at `x` and stands on `y`. */
  outline: (text: string, at: { x: number; y: number; size: number; spacing?: number }) => string
  /** The text with what can be drawn; undefined where a letter or a digit would be lost. */
  drawable: (text: string) => string | undefined
}

/** Figtree at weight 600, as the pages load it. The first file has what western Europe writes, the second its neighbours. */
const FILES = [
  import.meta.resolve('@fontsource/figtree/files/figtree-latin-600-normal.woff'),
  import.meta.resolve('@fontsource/figtree/files/figtree-latin-ext-600-normal.woff'),
]

/** Reads the fonts; some 50 ms, so not for the thread that answers. */
export function loadLettering(): Lettering {
  const fonts = FILES.map((file) => {
    const { buffer, byteOffset, length } = readFileSync(fileURLToPath(file))
    return parse(buffer.slice(byteOffset, byteOffset + length))
  })
  const fontFor = (letter: string) => fonts.find((font) => font.charToGlyphIndex(letter) > 0)

  /** The text cut where the font changes. */
  function runsOf(text: string): { font: Font; run: string }[] {
    const runs: { font: Font; run: string }[] = []
    for (const letter of text) {
      const font = fontFor(letter)
      const last = runs.at(-1)
      if (!font) continue
      if (last?.font === font) last.run += letter
      else runs.push({ font, run: letter })
    }
    return runs
  }

  const width: Lettering['width'] = (text, size, letterSpacing = 0) =>
    runsOf(text).reduce((sum, { font, run }) => sum + font.getAdvanceWidth(run, size, { kerning: true, letterSpacing }), 0)

  return {
    width,
    outline(text, { x, y, size, spacing: letterSpacing = 0 }) {
      let left = x
      return runsOf(text)
        .map(({ font, run }) => {
          const path = font.getPath(run, left, y, size, { kerning: true, letterSpacing }).commands.map(written).join('')
          left += font.getAdvanceWidth(run, size, { kerning: true, letterSpacing })
          return path
        })
        .join('')
    },
    drawable(text) {
      const letters = [...text.normalize('NFC')].map((letter) => nearest(letter, (one) => fontFor(one) !== undefined))
      return letters.includes(undefined) ? undefined : letters.join('').replace(/\s+/g, ' ').trim()
    },
  }
}

/** Not the library's own writing: a coordinate a hair above a whole number comes out of that as no number at all. */
function written(command: PathCommand): string {
  const places = command.type === 'Z' ? [] : [command.x, command.y]
  const bends = command.type === 'Q' || command.type === 'C' ? [command.x1, command.y1] : []
  const ends = command.type === 'C' ? [command.x2, command.y2] : []
  return command.type + [...bends, ...ends, ...places].map((place) => place.toFixed(1)).join(' ')
}

/** The letter, or it without what the font cannot put on it; nothing for an ornament; undefined for writing of another script. */
function nearest(letter: string, isThere: (letter: string) => boolean): string | undefined {
  if (/\s/.test(letter)) return ' '
  if (isThere(letter)) return letter
  const bare = [...letter.normalize('NFKD')].filter(isThere).join('')
  if (bare !== '') return bare
  return /[\p{L}\p{N}]/u.test(letter) ? undefined : ''
}

import type { Glyph, GlyphPosition } from 'fontkit'
import { openFonts } from '#platform/text-layout/fonts.ts'

/** Text as outlines in Figtree at weight 600, so that the machine needs no fonts. All lengths are in px. */
export type TextOutliner = {
  /** `spacing` is added after each letter, as a part of the size. */
  width: (text: string, size: number, spacing?: number) => number
  /** Returns the path data of one line that starts at `x` and stands on `y`. */
  outline: (text: string, at: { x: number; y: number; size: number; spacing?: number }) => string
  /** Returns the text without ornaments that the fonts lack; undefined if they lack a letter or a digit. */
  toDrawableText: (text: string) => string | undefined
}

const WEIGHT = 600

/** Takes about 50 ms, so the main thread must not call it. */
export function loadTextOutlines(): TextOutliner {
  const fonts = openFonts()

  function layOut(text: string, size: number, spacing = 0) {
    const glyphs: { glyph: Glyph; scale: number; x: number; y: number }[] = []
    let width = 0
    for (const { file, text: run } of fonts.splitIntoRuns(text, WEIGHT)) {
      const scale = size / file.font.unitsPerEm
      const line = file.font.layout(run)
      for (const [nth, glyph] of line.glyphs.entries()) {
        const { xAdvance, xOffset, yOffset } = line.positions[nth] as GlyphPosition
        glyphs.push({ glyph, scale, x: width + xOffset * scale, y: yOffset * scale })
        width += xAdvance * scale + spacing * size
      }
    }
    return { glyphs, width }
  }

  return {
    width: (text, size, spacing) => layOut(text, size, spacing).width,
    outline(text, { x, y, size, spacing }) {
      const { glyphs } = layOut(text, size, spacing)
      return glyphs
        .map(({ glyph, scale, ...at }) =>
          glyph.path
            .scale(scale, -scale)
            .translate(x + at.x, y - at.y)
            .toSVG(),
        )
        .join('')
    },
    toDrawableText(text) {
      let lacksLetter = false
      const drawableText = fonts.replaceMissingGlyphs(text, (letter) => {
        lacksLetter ||= /[\p{L}\p{N}]/u.test(letter)
        return ''
      })
      return lacksLetter ? undefined : drawableText.replace(/\s+/g, ' ').trim()
    },
  }
}

/**
 * The lines of a text that are at most `room` wide, as `width` measures them; a word that is wider is cut. Line breaks
 * stay. A line that goes on ends with its space, so that whoever reads the text by program finds the words apart.
 */
export function wrapped(text: string, room: number, width: (text: string) => number): string[] {
  return text.split('\n').flatMap((paragraph) => wrappedParagraph(paragraph, room, width))
}

function wrappedParagraph(paragraph: string, room: number, width: (text: string) => number): string[] {
  const space = width(' ')
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const piece of paragraph.split(' ').flatMap((word) => cut(word, room, width))) {
    const wide = width(piece.text)
    const isGlued = piece.isRest || line === ''
    if (line !== '' && (piece.isRest || used + space + wide > room)) {
      lines.push(piece.isRest ? line : `${line} `)
      line = piece.text
      used = wide
    } else {
      line += isGlued ? piece.text : ` ${piece.text}`
      used += isGlued ? wide : space + wide
    }
  }
  return [...lines, line]
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The pieces of a word that fit; `isRest` for all but the first. */
function cut(word: string, room: number, width: (text: string) => number): { text: string; isRest: boolean }[] {
  if (width(word) <= room) return [{ text: word, isRest: false }]
  const pieces: string[] = []
  let piece = ''
  let used = 0
  for (const { segment } of letters.segment(word)) {
    const wide = width(segment)
    if (piece !== '' && used + wide > room) {
      pieces.push(piece)
      piece = ''
      used = 0
    }
    piece += segment
    used += wide
  }
  return [...pieces, piece].map((text, index) => ({ text, isRest: index > 0 }))
}

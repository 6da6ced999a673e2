/**
 * Wraps a text into lines of at most `maxWidth`. Cuts wider words and keeps line breaks. A wrapped line ends with its space,
 * so that programs that extract the text still separate the words.
 */
export function wrapText(text: string, maxWidth: number, measureWidth: (text: string) => number): string[] {
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, maxWidth, measureWidth))
}

function wrapParagraph(paragraph: string, maxWidth: number, measureWidth: (text: string) => number): string[] {
  const space = measureWidth(' ')
  const lines: string[] = []
  let line = ''
  let usedWidth = 0
  for (const piece of paragraph.split(' ').flatMap((word) => splitWord(word, maxWidth, measureWidth))) {
    const pieceWidth = measureWidth(piece.text)
    const isJoined = piece.isContinuation || line === ''
    if (line !== '' && (piece.isContinuation || usedWidth + space + pieceWidth > maxWidth)) {
      lines.push(piece.isContinuation ? line : `${line} `)
      line = piece.text
      usedWidth = pieceWidth
    } else {
      line += isJoined ? piece.text : ` ${piece.text}`
      usedWidth += isJoined ? pieceWidth : space + pieceWidth
    }
  }
  return [...lines, line]
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Splits a word into pieces that fit. `isContinuation` is true for all but the first. */
function splitWord(
  word: string,
  maxWidth: number,
  measureWidth: (text: string) => number,
): { text: string; isContinuation: boolean }[] {
  if (measureWidth(word) <= maxWidth) return [{ text: word, isContinuation: false }]
  const pieces: string[] = []
  let piece = ''
  let usedWidth = 0
  for (const { segment } of letters.segment(word)) {
    const pieceWidth = measureWidth(segment)
    if (piece !== '' && usedWidth + pieceWidth > maxWidth) {
      pieces.push(piece)
      piece = ''
      usedWidth = 0
    }
    piece += segment
    usedWidth += pieceWidth
  }
  return [...pieces, piece].map((text, index) => ({ text, isContinuation: index > 0 }))
}

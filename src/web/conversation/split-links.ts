/** A piece of a text. One with `href` is a link. */
export type TextPiece = { text: string; href?: string }

/** Punctuation that ends a sentence and not a link. */
const TRAILING = '.,;:!?)]}’”"\''

/** Splits a text at its web addresses. */
export function splitLinks(text: string): TextPiece[] {
  return text.split(/(https?:\/\/[^\s<>"]+)/i).flatMap((piece, index): TextPiece[] => {
    if (index % 2 === 0) return piece === '' ? [] : [{ text: piece }]
    let end = piece.length
    while (end > 0 && TRAILING.includes(piece.charAt(end - 1))) end--
    const href = piece.slice(0, end)
    const rest = end < piece.length ? [{ text: piece.slice(end) }] : []
    return URL.canParse(href) ? [{ text: href, href }, ...rest] : [{ text: piece }]
  })
}

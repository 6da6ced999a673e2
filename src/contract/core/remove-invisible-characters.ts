/** Characters without a glyph, such as zero-width spaces, joiners, soft hyphens, direction marks and the byte order mark. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** Copied text has no-break and other spaces. The braille blank and the next-line control look like one. */
const ODD_SPACE = /[\p{Zs}\u2800\u0085]/gu

/**
 * Cleans an identifier: an email, phone number, URL, path or code. Other programs compare its characters, so an invisible one
 * must not reach them (P-303). Also trims it.
 */
export function removeInvisibleCharacters(text: string): string {
  return text.replace(INVISIBLE, '').replace(ODD_SPACE, ' ').trim()
}

/** A record in the editor's preview, with the mark of each field. */
type MarkedRecord = { readonly _marks?: Readonly<Record<string, string>> }

/** One character per field, from a private-use plane of Unicode that no text uses. */
const MARK_PATTERN = /[\u{F0000}-\u{F0FFF}]/gu

/**
 * Formats a value that views compute with, such as a price or a choice. The preview keeps such values unmarked,
 * so this adds the field's mark to the formatted text.
 */
export function formatWithFieldMark<R extends object>(
  record: R,
  name: keyof R & string,
  format: (value: string) => string = (value) => value,
): string {
  return format(String(record[name])) + getFieldMarkCharacter(record, name)
}

/** Returns the mark of a field; an empty text on public pages. */
export function getFieldMarkCharacter(record: object | undefined, name: string): string {
  return (record as MarkedRecord | undefined)?._marks?.[name] ?? ''
}

/** Returns the text without marks, for views that compare or measure it. */
export function stripFieldMarkCharacters(text: string): string {
  return text.replace(MARK_PATTERN, '')
}

/** Returns the marks in a text. */
export function findFieldMarkCharacters(text: string): readonly string[] {
  return text.match(MARK_PATTERN) ?? []
}

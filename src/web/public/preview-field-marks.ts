/** A record as the editor's preview hands it to the views, with the mark of each of its fields. */
export type MarkedRecord = { readonly _marks?: Readonly<Record<string, string>> }

/** One character for each field, from a plane of Unicode that no text uses. */
const MARK_PATTERN = /[\u{F0000}-\u{F0FFF}]/gu

/**
 * Formats a value that views compute with, such as a price or a choice. Such a value is stored without a mark, so the
 * editor's preview adds the mark of its field to the formatted text.
 */
export function formatWithMark<R extends object>(
  record: R,
  name: keyof R & string,
  format: (value: string) => string = (value) => value,
): string {
  return format(String(record[name])) + getFieldMark(record, name)
}

/** Returns the mark of a field; an empty text on public pages. */
export function getFieldMark(record: object | undefined, name: string): string {
  return (record as MarkedRecord | undefined)?._marks?.[name] ?? ''
}

/** Returns a text as visitors read it, for views that compare or measure it. */
export function stripMarks(text: string): string {
  return text.replace(MARK_PATTERN, '')
}

/** Returns the marks in a text. */
export function findMarks(text: string): readonly string[] {
  return text.match(MARK_PATTERN) ?? []
}

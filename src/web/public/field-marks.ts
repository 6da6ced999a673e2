/** A record as the editor's preview hands it to the views, with the mark of each of its fields. */
export type Markable = { readonly _marks?: Readonly<Record<string, string>> }

/** One character for each field, from a plane of Unicode that no text uses. */
const MARK = /[\u{F0000}-\u{F0FFF}]/gu

/**
 * Formats a value that views compute with, such as a price or a choice. Such a value is stored without a mark, so the
 * editor's preview adds the mark of its field to the formatted text.
 */
export function formatted<R extends object>(
  record: R,
  name: keyof R & string,
  format: (value: string) => string = (value) => value,
): string {
  return format(String(record[name])) + markOf(record, name)
}

/** Returns the mark of a field; an empty text on public pages. */
export function markOf(record: object | undefined, name: string): string {
  return (record as Markable | undefined)?._marks?.[name] ?? ''
}

/** Returns a text as visitors read it, for views that compare or measure it. */
export function withoutMarks(text: string): string {
  return text.replace(MARK, '')
}

/** Returns the marks in a text. */
export function marksIn(text: string): readonly string[] {
  return text.match(MARK) ?? []
}

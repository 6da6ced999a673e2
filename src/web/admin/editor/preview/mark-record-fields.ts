import type { ContentKind } from '#contract/core/content-kind.ts'
import { findFieldMarkCharacters } from '#web/public/preview-field-mark-characters.ts'

/** The code point that marks the first field of a kind. The next fields have the next code points. */
const FIRST_MARK = 0xf0000

/** Field types whose text views show unchanged. Code reads the values of the other types, or they are URLs. */
export const TEXT_INPUTS: ReadonlySet<string> = new Set(['text', 'longText', 'formattedText', 'email'])

type Values = { readonly [name: string]: unknown }

/**
 * Ends every line of a record's texts with the mark of its field. The preview then recognizes the text anywhere on the page
 * (docs/decisions/0046). A table has marks only in its column names, because views compute with its cells.
 */
export function markRecordFields<R extends Values>({ fields, unique }: Pick<ContentKind, 'fields' | 'unique'>, record: R): R {
  const names = Object.keys(fields)
  // Equal values must stay equal, because views skip repeated texts.
  const buildMarks = (value: unknown) =>
    names.map((name, index) => (record[name] === value ? String.fromCodePoint(FIRST_MARK + index) : '')).join('')
  const marks = Object.fromEntries(names.map((name) => [name, buildMarks(record[name])]))
  const markedFields = names.flatMap((name) => {
    const input = fields[name]?.input ?? ''
    const value = String(record[name] ?? '')
    const mark = marks[name] ?? ''
    // Views find records by this value, and show it with `formatWithFieldMark`.
    if (name === unique) return []
    if (TEXT_INPUTS.has(input)) return [[name, markLines(value, mark)]]
    return input === 'table' ? [[name, markColumns(value, mark)]] : []
  })
  return { ...record, ...Object.fromEntries(markedFields), _marks: marks }
}

/** Returns the fields whose marks a rendered text contains. */
export function findFieldsMarkedInText({ fields }: Pick<ContentKind, 'fields'>, text: string): string[] {
  const names = Object.keys(fields)
  return findFieldMarkCharacters(text).flatMap((mark) => names[(mark.codePointAt(0) ?? 0) - FIRST_MARK] ?? [])
}

function markLines(text: string, mark: string): string {
  return text
    .split('\n')
    .map((line) => (line.trim() ? line + mark : line))
    .join('\n')
}

function markColumns(table: string, mark: string): string {
  const lines = table.split('\n').filter((line) => line.trim())
  const [head = '', ...rows] = lines
  const columns = head.split(/[|\t]/).map((name) => name.trimEnd() + mark)
  return lines.length === 0 ? table : [columns.join('|'), ...rows].join('\n')
}

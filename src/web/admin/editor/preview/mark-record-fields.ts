import type { ContentKind } from '../../../../contract/core/content-kind.ts'
import { findMarks } from '../../../public/preview-field-marks.ts'

/** The mark of the first field of a kind; the next fields have the next characters. */
const FIRST_MARK = 0xf0000

/** Fields whose text the views show as it is. Values of the others are read by code, or are URLs. */
const TEXT_INPUTS: ReadonlySet<string> = new Set(['text', 'longText', 'email'])

type Values = { readonly [name: string]: unknown }

/**
 * Ends every line of a record's texts with the mark of its field, so that the preview recognizes the text in the page,
 * wherever a view puts it (docs/decisions/0046). Of a table the column names are marked: views compute with its cells.
 */
export function markRecordFields<R extends Values>({ fields }: Pick<ContentKind, 'fields'>, record: R): R {
  const names = Object.keys(fields)
  // Equal values stay equal: views leave out what they have shown already.
  const buildMarks = (value: unknown) =>
    names.map((name, index) => (record[name] === value ? String.fromCodePoint(FIRST_MARK + index) : '')).join('')
  const marks = Object.fromEntries(names.map((name) => [name, buildMarks(record[name])]))
  const markedFields = names.flatMap((name) => {
    const input = fields[name]?.input ?? ''
    const value = String(record[name] ?? '')
    const mark = marks[name] ?? ''
    if (TEXT_INPUTS.has(input)) return [[name, markLines(value, mark)]]
    return input === 'table' ? [[name, markColumns(value, mark)]] : []
  })
  return { ...record, ...Object.fromEntries(markedFields), _marks: marks }
}

/** Returns the fields whose marks a drawn text contains. */
export function findMarkedFields({ fields }: Pick<ContentKind, 'fields'>, text: string): string[] {
  const names = Object.keys(fields)
  return findMarks(text).flatMap((mark) => names[(mark.codePointAt(0) ?? 0) - FIRST_MARK] ?? [])
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

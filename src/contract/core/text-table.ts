import * as z from 'zod/mini'
import { type OptionalTextOption, textSchema } from './text-schemas.ts'

/** Column names, and rows of the same length. */
export type TextTable = { head: readonly string[]; rows: readonly (readonly string[])[] }

/** The number of columns that fits on a phone. */
const MAX_COLUMNS = 6

/** Checks a table. Normalizes cells that were pasted from a spreadsheet. */
export function textTableSchema(label: string, presence: OptionalTextOption = {}): z.ZodMiniType<string> {
  return textSchema(label, presence).check(
    z.overwrite(normalizeTable),
    z.refine(
      (text) => text === '' || isDrawable(parseTextTable(text)),
      `${label} must be rows of 2 to ${MAX_COLUMNS} cells with | between them. The first row has the column names.`,
    ),
  )
}

/** Reads a row from each line, with cells separated by `|` or tabs. Fills up short rows. */
export function parseTextTable(text: string): TextTable {
  const [head = [], ...rows] = splitLines(text).map(splitCells)
  return { head, rows: rows.map((cells) => head.map((_, column) => cells[column] ?? '')) }
}

function isDrawable({ head, rows }: TextTable): boolean {
  return rows.length > 0 && head.length >= 2 && head.length <= MAX_COLUMNS
}

function normalizeTable(text: string): string {
  return splitLines(text)
    .map((line) => splitCells(line).join(' | '))
    .join('\n')
}

function splitLines(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}

function splitCells(line: string): string[] {
  return line.split(/[|\t]/).map((cell) => cell.trim())
}

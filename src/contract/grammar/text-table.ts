import * as z from 'zod/mini'
import { type Presence, plainText } from './text.ts'

/** A small table: the names of its columns, and rows that are all as long. */
export type TextTable = { head: readonly string[]; rows: readonly (readonly string[])[] }

/** What a page of a phone's width has room for. */
const MOST_COLUMNS = 6

/** A check that takes what can be drawn; cells that come from a spreadsheet are parted as those that are typed. */
export function tableText(label: string, presence: Presence = {}): z.ZodMiniType<string> {
  return plainText(label, presence).check(
    z.overwrite(writtenAlike),
    z.refine(
      (text) => text === '' || isDrawable(readTable(text)),
      `${label} must be rows of 2 to ${MOST_COLUMNS} cells with | between them, the first of them for the names of the columns.`,
    ),
  )
}

/** Reads a row from each line, and cells from what stands between the upright lines; a shorter row is filled up. */
export function readTable(text: string): TextTable {
  const [head = [], ...rows] = linesOf(text).map(cellsOf)
  return { head, rows: rows.map((cells) => head.map((_, column) => cells[column] ?? '')) }
}

function isDrawable({ head, rows }: TextTable): boolean {
  return rows.length > 0 && head.length >= 2 && head.length <= MOST_COLUMNS
}

function writtenAlike(text: string): string {
  return linesOf(text)
    .map((line) => cellsOf(line).join(' | '))
    .join('\n')
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}

function cellsOf(line: string): string[] {
  return line.split(/[|\t]/).map((cell) => cell.trim())
}

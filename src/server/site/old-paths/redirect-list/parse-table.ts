import { parse } from 'csv-parse/sync'
import type { ListRow, ParsedList } from './list-row.ts'
import { parseTableHeader, parseTableRow, type TableFormat } from './table-formats.ts'

export type ParsedTable = ParsedList & { format?: TableFormat | undefined }

const DELIMITERS = [',', '\t', ';', '|'] as const
/** How many rows decide the delimiter. */
const SAMPLED_ROWS = 100

/** Excel reads this line as the file's separator. */
const SEPARATOR_LINE = /^"?sep=([^\r\n"])"?[ \t]*(?:\r\n|\r|\n|$)/i

/**
 * Parses a list with a row per redirect (RFC 4180). The first row may name the columns. Without it, a row has the old address,
 * the new one, and perhaps a status code. A row is counted as spreadsheets count it. Throws an `UnreadableTableError`.
 */
export function parseTable(text: string): ParsedTable {
  const separatorLine = SEPARATOR_LINE.exec(text)
  const rest = text.slice(separatorLine?.[0].length ?? 0)
  const records = parseRecords(rest, separatorLine?.[1] ?? findLikelyDelimiter(rest))
  const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')
  const first = records.findIndex((cells) => !isBlank(cells))
  const header = parseTableHeader(records[first] ?? [])
  const rows = records.flatMap((cells, index) => {
    if (isBlank(cells) || (header && index === first)) return []
    const place = `Row ${index + (separatorLine ? 2 : 1)}`
    return header ? parseTableRow(header, cells, place) : parseRowWithoutHeader(cells, place)
  })
  return { rows, otherPlaces: [], format: header?.format }
}

/** The text isn't a table: a quotation mark opens in `place` and nothing closes it. */
export class UnreadableTableError extends Error {
  readonly place: string
  constructor(place: string) {
    super(`${place} has a quotation mark that nothing closes.`)
    this.place = place
  }
}

function parseRecords(text: string, delimiter: string, maxRecords?: number): string[][] {
  let count = 0
  const on_record = (record: string[]) => {
    count++
    return record
  }
  try {
    // The parser would take the first line's ending for all lines.
    const record_delimiter = ['\r\n', '\n', '\r']
    const options = { delimiter, record_delimiter, relax_column_count: true, relax_quotes: true, trim: true, on_record }
    return parse(text, { ...options, ...(maxRecords && { to: maxRecords }) })
  } catch {
    throw new UnreadableTableError(`Row ${count + 1}`)
  }
}

/** Returns the delimiter that gives the most rows whose first two cells can be a redirect. Of equal ones, returns the first. */
function findLikelyDelimiter(text: string): string {
  const scores = DELIMITERS.map((delimiter) => ({ delimiter, score: countLikelyRows(text, delimiter) }))
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).delimiter
}

function countLikelyRows(text: string, delimiter: string): number {
  try {
    return parseRecords(text, delimiter, SAMPLED_ROWS).filter(isLikelyRow).length
  } catch {
    return 0
  }
}

function isLikelyRow(cells: readonly string[]): boolean {
  const [from = '', to] = cells.map((cell) => cell.trim())
  if (parseTableHeader(cells)) return true
  return to !== undefined && isAddress(from) && (to === '' || isAddress(to) || /^(?:gone|410|-)$/i.test(to))
}

function isAddress(cell: string): boolean {
  return /^(?:\/|https?:)[^\s,;|]*$/i.test(cell)
}

function parseRowWithoutHeader(cells: readonly string[], place: string): ListRow {
  const [from = '', to = '', ...more] = cells.map((cell) => cell.trim())
  const code = more.find((cell) => /^\d{3}$/.test(cell)) ?? ''
  const obstacle =
    to === '' && more.some((cell) => /^(?:\/|https?:)/i.test(cell))
      ? 'Its second cell is empty and a later one has an address. Name the columns in the first row, such as Old and New.'
      : cells.length === 1 && /[\s,;|]/.test(from)
        ? 'It has no separator between the old and the new address that we know.'
        : undefined
  return { place, from, to, code, obstacle }
}

/**
 * Parses a JSON array of redirects, or an object with one, as a table whose columns are the keys. Nested keys are joined, such
 * as `action_data url`. Returns undefined if the text isn't such JSON.
 */
export function parseJsonList(text: string): ParsedTable | undefined {
  const json = parseJson(text)
  const list = Array.isArray(json) ? json : isObject(json) ? json.redirects : undefined
  if (!Array.isArray(list)) return undefined
  const rows = list.map((item: unknown, index) => {
    const entries = isObject(item) ? flatten(item) : []
    const header = parseTableHeader(entries.map(([key]) => key))
    const place = `Redirect ${index + 1}`
    const cells = entries.map(([, value]) => value)
    const row = header ? parseTableRow(header, cells, place) : { place, from: '', to: '', code: '' }
    return { row, format: header?.format }
  })
  return { rows: rows.map(({ row }) => row), otherPlaces: [], format: rows[0]?.format }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Lists the values by their joined keys. Empty lists and missing values count as empty. */
function flatten(item: Record<string, unknown>, prefix = ''): [key: string, value: string][] {
  return Object.entries(item).flatMap(([key, value]): [string, string][] => {
    if (isObject(value)) return flatten(value, `${prefix}${key} `)
    const isEmpty = value === null || (Array.isArray(value) && value.length === 0)
    return [[prefix + key, isEmpty ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)]]
  })
}

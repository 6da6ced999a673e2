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

/** Marks a CSV file as UTF-8. Without it, spreadsheet programs guess the encoding. */
const BYTE_ORDER_MARK = '\ufeff'

/**
 * Matches where a formula may begin: at the start of a cell, and after any character that a spreadsheet program may take for
 * the separator, also with quotation marks between. `＝` and the others are full-width forms.
 */
const FORMULA_START = /(?<=^|[,;|\t\r\n])(?=["']*[=+\-@\t\r\n＝＋－＠])/g
/** A negative amount stays a number, so that spreadsheets can add it up. It can't run as a formula. */
const NEGATIVE_AMOUNT = /^-\d+\.\d\d$/

/** The columns of a CSV file: each title, and the text of a row's cell. */
export type CsvColumns<Row> = readonly (readonly [title: string, cell: (row: Row, timeZone: string) => string])[]

/** Writes a CSV file. Dates are those of the time zone. */
export async function* writeCsv<Row>(
  columns: CsvColumns<Row>,
  batches: AsyncIterable<Row[]> | Iterable<Row[]>,
  timeZone: string,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + formatCsvLine(columns.map(([title]) => title))
  for await (const batch of batches)
    yield batch.map((row) => formatCsvLine(columns.map(([, cell]) => cell(row, timeZone)))).join('')
}

/** Formats one CSV line (RFC 4180). Prefixes formulas with an apostrophe, so that spreadsheets don't run them. */
export function formatCsvLine(cells: readonly string[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`
}

/** Quotes every cell, so that no program splits a cell at another separator. */
function formatCell(text: string): string {
  const safe = NEGATIVE_AMOUNT.test(text) ? text : text.replace(FORMULA_START, "'")
  return `"${safe.replaceAll('"', '""')}"`
}

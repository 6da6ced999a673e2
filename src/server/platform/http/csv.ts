/** Marks a CSV file as UTF-8. Without it, spreadsheet programs guess the encoding. */
export const BYTE_ORDER_MARK = '\ufeff'

/** The first characters of spreadsheet formulas, including their full-width forms. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/
/** A negative amount stays a number, so that spreadsheets can add it up. It can't run as a formula. */
const NEGATIVE_AMOUNT = /^-\d+\.\d\d$/

/** Formats one CSV line (RFC 4180). Prefixes formulas with an apostrophe, so that spreadsheets don't run them. */
export function formatCsvLine(cells: readonly string[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`
}

function formatCell(text: string): string {
  const safe = FORMULA_START.test(text) && !NEGATIVE_AMOUNT.test(text) ? `'${text}` : text
  return safe !== text || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

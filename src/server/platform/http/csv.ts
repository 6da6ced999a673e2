/** Begins a table: without it spreadsheet programs take its letters for those of another alphabet. */
export const BYTE_ORDER_MARK = '\ufeff'

/** What spreadsheets take for the beginning of a formula, in wide letters too. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/
/** A negative amount stays a number, so that spreadsheets can add it up. It can't run as a formula. */
const NEGATIVE_AMOUNT = /^-\d+\.\d\d$/

/** One line of a table for other programs (RFC 4180). Whatever a cell holds, none runs it: an apostrophe makes it text. */
export function formatCsvLine(cells: readonly string[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`
}

function formatCell(text: string): string {
  const safe = FORMULA_START.test(text) && !NEGATIVE_AMOUNT.test(text) ? `'${text}` : text
  return safe !== text || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

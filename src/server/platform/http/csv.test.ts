import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { formatCsvLine } from './csv.ts'

const FORMULA_STARTS = ['=', '+', '-', '@', '\t=', '\r=', '\n=', '＝', '＋', '－', '＠']

it('quotes every cell', () => {
  expect(formatCsvLine(['name@example.com', '', 'a b;c', '12.50'])).toBe('"name@example.com","","a b;c","12.50"\r\n')
  expect(formatCsvLine(['a,b', 'say "a"', 'two\nlines'])).toBe('"a,b","say ""a""","two\nlines"\r\n')
})

it('turns formulas into text and leaves other cells unchanged', () => {
  for (const start of FORMULA_STARTS) expect(formatCsvLine([`${start}SUM("1")`])).toMatch(`"'${start.charAt(0)}`)
  for (const plain of ["a'=1", ' =1', 'a=1', '1-1', '_=1', '-458.16', 'a, -1', 'a;b', 'x@example.com'])
    expect(formatCsvLine([plain])).toBe(`"${plain}"\r\n`)
})

it('leaves no formula in any cell, whatever separator a spreadsheet takes', () => {
  for (const start of FORMULA_STARTS)
    for (const text of ['', 'a;', ';', 'a\t', 'a,', 'a|', 'a\n', 'a;"', 'a\t""', "a;'", ';;'].map(
      (before) => `${before}${start}1+1`,
    ))
      for (const delimiter of [',', ';', '\t', '|']) {
        const line = formatCsvLine(['first', text, 'last'])
        const records: string[][] = parse(line, { delimiter, relax_quotes: true, relax_column_count: true })
        // Some programs ignore quotation marks.
        const cells = [...records.flat(), ...line.split(delimiter), ...line.split(/[\r\n]/)].map((cell) =>
          cell.replace(/^"+/, ''),
        )
        expect([text, delimiter, cells.filter((cell) => /^[=+\-@＝＋－＠]/.test(cell))]).toEqual([text, delimiter, []])
      }
})

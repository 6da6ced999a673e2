import { expect, it } from 'vitest'
import { formatCsvLine } from './csv.ts'

it('quotes only cells that need it', () => {
  expect(formatCsvLine(['name@example.com', '', 'a b;c'])).toBe('name@example.com,,a b;c\r\n')
  expect(formatCsvLine(['a,b', 'say "a"', 'two\nlines', 'two\r\nlines'])).toBe(
    '"a,b","say ""a""","two\nlines","two\r\nlines"\r\n',
  )
})

it('turns formulas into text and leaves other cells unchanged', () => {
  for (const lead of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])
    expect(formatCsvLine([`${lead}SUM("1")`])).toBe(`"'${lead}SUM(""1"")"\r\n`)
  for (const plain of ["'=1", ' =1', 'a=1', '1-1', '_=1', '-458.16']) expect(formatCsvLine([plain])).toBe(`${plain}\r\n`)
})

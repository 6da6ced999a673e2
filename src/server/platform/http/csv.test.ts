import { expect, it } from 'vitest'
import { formatCsvLine } from './csv.ts'

it('leaves a plain cell as it is, and quotes one that would end early', () => {
  expect(formatCsvLine(['name@example.com', '', 'a b;c'])).toBe('name@example.com,,a b;c\r\n')
  expect(formatCsvLine(['a,b', 'say "a"', 'two\nlines', 'two\r\nlines'])).toBe(
    '"a,b","say ""a""","two\nlines","two\r\nlines"\r\n',
  )
})

it('makes text of whatever a spreadsheet would run, and of nothing else', () => {
  for (const lead of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])
    expect(formatCsvLine([`${lead}SUM("1")`])).toBe(`"'${lead}SUM(""1"")"\r\n`)
  for (const plain of ["'=1", ' =1', 'a=1', '1-1', '_=1', '-458.16']) expect(formatCsvLine([plain])).toBe(`${plain}\r\n`)
})

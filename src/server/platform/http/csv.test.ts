import { expect, it } from 'vitest'
import { csvLine } from './csv.ts'

it('leaves a plain cell as it is, and quotes one that would end early', () => {
  expect(csvLine(['name@example.com', '', 'a b;c'])).toBe('name@example.com,,a b;c\r\n')
  expect(csvLine(['a,b', 'say "a"', 'two\nlines', 'two\r\nlines'])).toBe('"a,b","say ""a""","two\nlines","two\r\nlines"\r\n')
})

it('makes text of whatever a spreadsheet would run, and of nothing else', () => {
  for (const lead of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])
    expect(csvLine([`${lead}SUM("1")`])).toBe(`"'${lead}SUM(""1"")"\r\n`)
  for (const plain of ["'=1", ' =1', 'a=1', '1-1', '_=1', '-458.16']) expect(csvLine([plain])).toBe(`${plain}\r\n`)
})

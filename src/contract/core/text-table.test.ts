import { describe, expect, it } from 'vitest'
import { buildFieldSchema, tableField } from './field.ts'
import { parseTextTable } from './text-table.ts'

const tableSchema = buildFieldSchema(tableField('Figures', { optional: true }))
const parseStored = (text: string) => tableSchema.safeParse(text).data
const listMessages = (text: string) => tableSchema.safeParse(text).error?.issues.map(({ message }) => message)

describe('a text table', () => {
  it('has a row in each line, and the column names in the first line', () => {
    expect(parseTextTable('Month | Calls\nMay | 41\nJune | 47')).toEqual({
      head: ['Month', 'Calls'],
      rows: [
        ['May', '41'],
        ['June', '47'],
      ],
    })
  })

  it('is stored alike whether it was typed or pasted from a spreadsheet', () => {
    expect(parseStored('Month\tCalls\r\nMay\t1,041\r\n')).toBe('Month | Calls\nMay | 1,041')
    expect(parseStored(' Month|Calls \n\n May |1,041')).toBe('Month | Calls\nMay | 1,041')
  })

  it('fills up short rows and drops extra cells', () => {
    expect(parseTextTable('Month | Calls\nMay\nJune | 47 | 3').rows).toEqual([
      ['May', ''],
      ['June', '47'],
    ])
  })

  it('is refused without rows or with too many columns, and may be empty', () => {
    const sentence = 'Figures must be rows of 2 to 6 cells with | between them. The first row has the column names.'
    for (const text of ['Month | Calls', 'Month\nMay', 'a | b | c | d | e | f | g\n1 | 2 | 3 | 4 | 5 | 6 | 7']) {
      expect([text, listMessages(text)]).toEqual([text, [sentence]])
    }
    expect(parseStored('')).toBe('')
    expect(parseStored(' \n ')).toBe('')
  })
})

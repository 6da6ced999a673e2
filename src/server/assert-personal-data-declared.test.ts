import { expect, it } from 'vitest'
import { assertPersonalDataDeclared } from './assert-personal-data-declared.ts'

const notes = { name: 'sales/notes', stateTables: ['order_event'] as const }
const erasePerson = async () => ({})

it('refuses a module that forgets how a person’s rows are erased or exported, and names its file', () => {
  expect(() => assertPersonalDataDeclared([{ ...notes, exportPerson: 'Only the team reads it.' }])).toThrow(
    'src/server/sales/notes/notes.ts has tables and no erasePerson: add it, or say why in noPersonalData',
  )
  expect(() => assertPersonalDataDeclared([{ ...notes, erasePerson }])).toThrow(
    'src/server/sales/notes/notes.ts has tables and no exportPerson or exportOrder',
  )
})

it('accepts functions, a reason, and a module without tables', () => {
  const modules = [
    { ...notes, erasePerson, exportOrder: { notes: async () => [] } },
    { ...notes, erasePerson: 'The law asks for it.', exportPerson: 'It is in each order.' },
    { ...notes, noPersonalData: 'Counters.' },
    { name: 'site/pages' },
  ]
  expect(() => assertPersonalDataDeclared(modules)).not.toThrow()
})

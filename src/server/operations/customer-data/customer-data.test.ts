import { expect, it } from 'vitest'
import type { Database } from '#platform/db/open-database.ts'
import { createCustomerDataModule } from './customer-data.ts'

it('refuses two modules that export under the same name', () => {
  const exportOrder = { notes: async () => [] }
  const exportPerson = { notes: async () => [] }
  const create = (...modules: Parameters<typeof createCustomerDataModule>[0]['modules']) =>
    createCustomerDataModule({
      database: {} as Database,
      orders: { serialize: async () => expect.fail(), streamOfCustomer: async () => expect.fail() },
      timeZone: async () => expect.fail(),
      modules,
    })
  const bothNotes = 'sales/notes and work/notes (src/server) both provide "notes": rename one of them.'
  expect(() => create({ name: 'sales/notes', exportOrder }, { name: 'work/notes', exportOrder })).toThrow(bothNotes)
  expect(() => create({ name: 'sales/notes', exportPerson }, { name: 'work/notes', exportPerson })).toThrow(bothNotes)
  expect(() => create({ name: 'sales/notes', exportPerson, exportOrder })).not.toThrow()
})

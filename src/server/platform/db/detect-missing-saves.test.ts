import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, it } from 'vitest'
import { openDatabase } from '#server/migrations/open-database.ts'
import { createTestFolder } from '#tests/support/test-folder.ts'
import type { Tx } from './database-writer.ts'
import { getDatabaseAndMarkerPaths, readLastDatabaseSave } from './site-marker.ts'

const dataDir = createTestFolder()
const database = await openDatabase({ dataDir, databaseUrl: undefined })
afterAll(() => database.close())
const files = getDatabaseAndMarkerPaths(dataDir)
const outside = new DatabaseSync(files.database, { readOnly: true })
afterAll(() => outside.close())

/** Returns the number of the last save, which the database and the marker file must agree on. */
function readSequence(): number {
  const inMarker = readLastDatabaseSave(files)?.sequence ?? 0
  expect(outside.prepare('select sequence from last_save').get()?.sequence).toBe(inMarker)
  return inMarker
}

const updateRow = (id: string) => (tx: Tx) => tx.updateTable('save_probe').set({ filler: id }).where('id', '=', id).execute()
const row = { id: 'row', filler: '' }

it.each([
  ['a write', 1, () => database.write((tx) => tx.insertInto('save_probe').values(row).execute())],
  ['three writes in one transaction', 1, () => Promise.all(['row', 'row', 'row'].map((id) => database.write(updateRow(id))))],
  ['a statement of a library', 1, () => database.main.deleteFrom('save_probe').execute()],
  ['a read', 0, () => database.main.selectFrom('save_probe').selectAll().execute()],
  ['a write that changes nothing', 0, () => database.write(updateRow('no row'))],
  [
    'a refused statement',
    0,
    () =>
      database.main
        .insertInto('content_version')
        .values({ id: 1, version: null as never })
        .execute(),
  ],
])('numbers %s %i times, in the database and in the marker file', async (_name, count, work) => {
  const before = readSequence()
  await Promise.resolve(work()).catch(() => {})
  expect(readSequence() - before).toBe(count)
})

it('keeps the number of a save in a transaction that was rolled back out of both places', async () => {
  const before = readSequence()
  await expect(
    database.main.transaction().execute(async (tx) => {
      await tx.insertInto('save_probe').values(row).execute()
      throw new Error('refused')
    }),
  ).rejects.toThrow('refused')
  expect(readSequence()).toBe(before)
})

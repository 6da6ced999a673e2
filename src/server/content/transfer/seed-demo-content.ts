import { randomUUID } from 'node:crypto'
import { contentKinds } from '#contract/content-kinds.ts'
import { areTablesEmpty } from '#platform/db/are-tables-empty.ts'
import { isWriteTimeout } from '#platform/db/database-writer.ts'
import type { DatabaseReader, TableName } from '#platform/db/tables.ts'
import type { Config } from '../../config/config.ts'
import { type ContentModule, type ContentWriter, loadDemoRecords } from '../records/records.ts'
import { createImportError, EXPORT_VERSION } from './export-format.ts'
import { parseImportedKinds } from './parse-imported-kinds.ts'

/** Adds the demo content if all of `tables` are empty. Adds all of it or nothing. Returns whether it did. */
export async function seedDemoContent(
  { read, content }: { read: DatabaseReader; content: Pick<ContentModule, 'change'> },
  choice: Config['seed'],
  tables: readonly TableName[],
): Promise<boolean> {
  if (choice === 'none') return false
  // Checks first without the lock that every save needs, then again with it.
  while (await areTablesEmpty(read, tables)) {
    try {
      return await content.change(async (editing) => (await areTablesEmpty(editing.tx, tables)) && importDemoContent(editing))
    } catch (error) {
      // Another process may be adding the demo content for longer than a write waits.
      if (!isWriteTimeout(error)) throw error
    }
  }
  return false
}

/** Imports the files of the demo content with the checks of any other import. */
async function importDemoContent({ insertSeed }: ContentWriter): Promise<true> {
  const files = contentKinds.map((contentKind) => [contentKind.kind, loadDemoRecords(contentKind).map(toExportedRecord)])
  const problems: string[] = []
  const kinds = await parseImportedKinds(Object.fromEntries(files), { version: EXPORT_VERSION, contentKinds }, problems)
  if (problems.length > 0) throw createImportError(problems)
  for (const [contentKind, records] of kinds)
    for (const { values, sampleFields } of records)
      await insertSeed(contentKind, values, { author: 'Demo content', sampleFields })
  return true
}

function toExportedRecord({ _sample, ...values }: Readonly<Record<string, string>>) {
  return { _id: randomUUID(), ...(_sample && { _sample: _sample === 'true' || _sample }), ...values }
}

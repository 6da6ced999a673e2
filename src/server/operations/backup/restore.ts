import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Filling, fillEmptyPlace, refuseOccupied } from '../../platform/db/empty-place.ts'
import { applyMigrations, versionWith } from '../../platform/db/migrate.ts'
import { faultsIn, type Place, type Snapshot } from '../../platform/db/snapshot.ts'
import type { Tx } from '../../platform/db/write.ts'
import { type Contents, createSummer, type Header, type Progress, rowLine, type Sum, valuesIn } from './archive-format.ts'
import { mailFileWriter } from './mail-files.ts'
import { type Entry, readArchive } from './read-archive.ts'
import { insertRows, makeEmptyTables, rowsOf, type Shape, shapesAfter, unknownMigrations, withoutReferences } from './store.ts'

const QUIET: Progress = () => {}

/**
 * Puts a backup into an empty place: checked before anything is written, compared row by row afterwards, brought up to the
 * version of this program, and there at once or not at all. Throws a sentence where the file is no whole backup, is of a
 * newer version, or the place is not empty.
 */
export async function restoreBackup(path: string, place: Place, progress: Progress = QUIET): Promise<Contents> {
  await refuseOccupied(place)
  const contents = await readContents(path, progress)
  const shapes = await shapesAfter(contents.header.steps)
  const mail = mailFileWriter(place.dataDir)
  try {
    await fillEmptyPlace(place, fillingFrom(path, contents, shapes, mail.write, progress))
  } catch (error) {
    await mail.undo()
    throw error
  }
  return contents
}

/** Restores a backup into a temporary folder, with all the checks of a restore, and removes it again. Throws a sentence where it is not whole. */
export async function verifyBackup(path: string, progress: Progress = QUIET): Promise<Contents> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rankstead-verify-'))
  try {
    return await restoreBackup(path, { dataDir, databaseUrl: undefined }, progress)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Reads all of it once: what is in it, and that it is whole. */
async function readContents(path: string, progress: Progress): Promise<Contents> {
  const contents: Partial<Contents> & { tables: Map<string, Sum> } = { tables: new Map() }
  let [rows, files, table] = [0, 0, '']
  for await (const entry of readArchive(path)) {
    if ('header' in entry) contents.header = knownHeader(entry.header, path)
    else if ('table' in entry) table = entry.table.table
    else if ('sum' in entry) contents.tables.set(table, entry.sum)
    else if ('file' in entry) files += 1
    else rows += entry.rows.length
    progress({ doing: 'reading', rows })
  }
  if (!contents.header) throw new Error(`${path} is not a backup of Rankstead.`)
  return { header: contents.header, tables: contents.tables, rows, files }
}

function knownHeader(header: Header, path: string): Header {
  const unknown = unknownMigrations(header.steps)
  if (unknown.length === 0) return header
  throw new Error(`${path} was made by ${versionWith(unknown)}: use that version to restore it.`)
}

function fillingFrom(
  path: string,
  { header, tables }: Contents,
  shapes: readonly Shape[],
  writeFile: ReturnType<typeof mailFileWriter>['write'],
  progress: Progress,
): Filling {
  return {
    async fill(tx, type) {
      await makeEmptyTables(tx, type, header.steps, shapes)
      await withoutReferences(tx, type, () => load(tx, type, shapes, readArchive(path), writeFile, progress))
    },
    async check(snapshot) {
      for (const shape of shapes) await compare(snapshot, shape, tables.get(shape.table), progress)
      const faults = await faultsIn(snapshot)
      if (faults.length > 0)
        throw new Error(`The restored database is not in order (${faults.join('; ')}). Nothing was kept of it.`)
    },
    finish: applyMigrations,
  }
}

async function load(
  tx: Tx,
  type: Snapshot['type'],
  shapes: readonly Shape[],
  entries: AsyncIterable<Entry>,
  writeFile: ReturnType<typeof mailFileWriter>['write'],
  progress: Progress,
): Promise<void> {
  let shape: Shape | undefined
  let rows = 0
  for await (const entry of entries) {
    if ('table' in entry) shape = shapeOf(entry.table, shapes)
    else if ('file' in entry) await writeFile(entry.file)
    else if ('rows' in entry && shape) {
      const { length } = shape.columns
      await insertRows(
        tx,
        type,
        shape,
        entry.rows.map((line) => valuesIn(line, length)),
      )
      rows += entry.rows.length
      progress({ doing: shape.table, rows })
    }
  }
}

function shapeOf({ table, columns }: Shape, shapes: readonly Shape[]): Shape {
  const shape = shapes.find((one) => one.table === table)
  if (shape && shape.columns.join() === columns.join()) return shape
  throw new Error(`The backup holds a table that its version of Rankstead does not have (${table}). Nothing was kept of it.`)
}

async function compare(snapshot: Snapshot, shape: Shape, wanted: Sum | undefined, progress: Progress): Promise<void> {
  const summer = createSummer()
  let rows = 0
  for await (const batch of rowsOf(snapshot, shape)) {
    for (const row of batch) summer.add(rowLine(row))
    rows += batch.length
    progress({ doing: `comparing ${shape.table}`, rows })
  }
  const found = summer.result()
  if (found.rows === wanted?.rows && found.sum === wanted.sum) return
  throw new Error(
    `What was restored is not what the backup holds: ${shape.table} has ${found.rows} of ${wanted?.rows ?? 0} rows, or others. Nothing was kept of it.`,
  )
}

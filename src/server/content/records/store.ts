import { randomUUIDv7 } from 'node:crypto'
import type { RecordAndSampleCounts } from '#contract/content/content-readiness.ts'
import type { RecordHistoryEventKind } from '#contract/content/record-history.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { UserError } from '#contract/core/user-error.ts'
import { isUniqueViolation } from '#platform/db/database-errors.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import { definePreparedStatement } from '#platform/db/prepared-statement.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { insertRecordRevision } from './history/store.ts'
import {
  parseRecordRow,
  type RecordSaveOptions,
  type RecordValues,
  type StoredRecord,
  serializeSampleFields,
  toRecordColumns,
} from './record-row.ts'
import type { ContentRecordTable } from './tables.ts'
import { deleteAndReturnTrashRow, moveRowToTrash } from './trash/store.ts'
import { createDuplicateError, getRecordUniqueKey } from './unique-key.ts'

/** No `before` means a new record, no `after` a deleted one. */
export type RecordBeforeAndAfter = { before?: StoredRecord; after?: StoredRecord }

/** Hidden records are left out by default, because most callers read for visitors. */
export type RecordVisibilityFilter = { withHidden?: boolean }

export async function countRecordsAndSamplesByKind(
  db: DatabaseReader,
  filter: RecordVisibilityFilter = {},
): Promise<RecordAndSampleCounts[]> {
  return [...(await listAllRecordsByKind(db, filter))].map(([kind, records]) => {
    const samples = records.flatMap(({ sampleFields }) => (sampleFields ? [sampleFields] : []))
    return { kind, count: records.length, samples: samples.length, sampleFields: [...new Set(samples.flat())] }
  })
}

/** Lists records in their order. A single kind lists its live record first. */
export async function listKindRecords(
  db: DatabaseReader,
  { kind, shape }: ContentKind,
  filter: RecordVisibilityFilter = {},
): Promise<StoredRecord[]> {
  const order = shape === 'single' ? 'desc' : 'asc'
  const all = selectRecords(db, filter).where('kind', '=', kind)
  return (await all.orderBy('position', order).orderBy('id', order).execute()).map(parseRecordRow)
}

/** Groups all records by kind, in their order. One statement reads them, so they belong to one moment. */
export async function listAllRecordsByKind(
  db: DatabaseReader,
  filter: RecordVisibilityFilter,
): Promise<ReadonlyMap<string, StoredRecord[]>> {
  const rows = await selectRecords(db, filter).orderBy('position').orderBy('id').execute()
  const kinds = Map.groupBy(rows, ({ kind }) => kind)
  return new Map([...kinds].map(([kind, kindRows]) => [kind, kindRows.map(parseRecordRow)]))
}

export async function findRecord(
  db: DatabaseReader,
  { kind }: ContentKind,
  id: string,
  filter: RecordVisibilityFilter = {},
): Promise<StoredRecord | undefined> {
  const row = await selectRecords(db, filter).where('id', '=', id).where('kind', '=', kind).executeTakeFirst()
  return row && parseRecordRow(row)
}

const selectByUniqueKey = definePreparedStatement((db, { unique_key }: { unique_key: string }) =>
  db.selectFrom('content_record').selectAll().where('unique_key', '=', unique_key).where('hidden', '=', 0),
)

/** Finds the visible record whose unique field has this value. */
export async function findRecordByUniqueValue(
  db: DatabaseReader,
  { kind }: ContentKind,
  value: string,
): Promise<StoredRecord | undefined> {
  const [row] = await selectByUniqueKey(db, { unique_key: `${kind} ${value}` })
  return row && parseRecordRow(row)
}

/** Adds a record after all others of its kind. `id` is set for a staged or imported record. */
export async function insertRecord(
  tx: Tx,
  contentKind: ContentKind,
  values: RecordValues,
  save: RecordSaveOptions,
  id?: string,
): Promise<StoredRecord> {
  const { kind } = contentKind
  const now = Date.now()
  const row = {
    id: id ?? randomUUIDv7(),
    kind,
    ...toRecordColumns(contentKind, values, save),
    position: (await findLastPosition(tx, kind)) + 1,
    version: 1,
    hidden: 0,
    created_at: now,
    updated_at: now,
  }
  await mapDuplicateErrors(contentKind, tx.insertInto('content_record').values(row).execute())
  await insertRecordRevision(tx, row, 'added', save.author)
  return parseRecordRow(row)
}

/** Merges `values` into the stored ones. Throws a 404 for an unknown id. */
export async function updateRecord(
  tx: Tx,
  contentKind: ContentKind,
  id: string,
  values: RecordValues,
  save: RecordSaveOptions & { event?: RecordHistoryEventKind },
): Promise<Required<RecordBeforeAndAfter>> {
  const row = await loadRow(tx, contentKind, id)
  const before = parseRecordRow(row)
  const merged = { ...before.values, ...values }
  return updateRow(tx, contentKind, row, save.event ?? 'saved', save.author, {
    // Leaves the key of a single kind alone: an imported record beside the live one has none.
    ...(contentKind.unique && { unique_key: getRecordUniqueKey(contentKind, merged) }),
    data: JSON.stringify(merged),
    sample: serializeSampleFields(contentKind, merged, save, before),
  })
}

/** Throws a 404 for an unknown id. */
export async function setRecordHidden(
  tx: Tx,
  contentKind: ContentKind,
  id: string,
  isHidden: boolean,
  { author }: RecordSaveOptions,
): Promise<Required<RecordBeforeAndAfter>> {
  const row = await loadRow(tx, contentKind, id)
  if ((row.hidden === 1) === isHidden) return { before: parseRecordRow(row), after: parseRecordRow(row) }
  return updateRow(tx, contentKind, row, isHidden ? 'hidden' : 'shown', author, { hidden: isHidden ? 1 : 0 })
}

/** Moves a record to the trash and frees its unique key. Throws a 404 for an unknown id. */
export async function moveRecordToTrash(
  tx: Tx,
  contentKind: ContentKind,
  id: string,
  { author }: RecordSaveOptions,
): Promise<{ before: StoredRecord }> {
  const row = await loadRow(tx, contentKind, id)
  const deletedRow = { ...row, version: row.version + 1, updated_at: Date.now() }
  await moveRowToTrash(tx, deletedRow, author)
  await insertRecordRevision(tx, deletedRow, 'deleted', author)
  return { before: parseRecordRow(deletedRow) }
}

/**
 * Puts a deleted record back at its position, as it was or with other `values`. Throws a 404 if it isn't in the trash,
 * and a 409 if its unique key is taken.
 */
export async function restoreRecordFromTrash(
  tx: Tx,
  contentKind: ContentKind,
  id: string,
  save: RecordSaveOptions,
  values?: RecordValues,
): Promise<{ after: StoredRecord }> {
  const { author } = save
  const trashed = await deleteAndReturnTrashRow(tx, contentKind.kind, id)
  if (!trashed) throw createRecordNotFoundError()
  const newColumns = values && toRecordColumns(contentKind, values, save)
  const row = { ...trashed, ...newColumns, version: trashed.version + 1, updated_at: Date.now() }
  await mapDuplicateErrors(contentKind, tx.insertInto('content_record').values(row).execute())
  await insertRecordRevision(tx, row, 'undeleted', author)
  return { after: parseRecordRow(row) }
}

/** Reorders the records of a kind. Returns those that moved, or undefined unless `ids` are all records, each exactly once. */
export async function reorderKindRecords(
  tx: Tx,
  { kind, shape }: ContentKind,
  ids: readonly string[],
): Promise<StoredRecord[] | undefined> {
  const rows = await tx
    .selectFrom('content_record')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  if (ids.length !== rows.length || new Set(ids).size !== ids.length || !ids.every((id) => byId.has(id))) return undefined
  const positions = rows.map(({ position }) => position)
  // Reuses the positions, so that a record in the trash keeps its place. Numbers them again if two records share one.
  const newPositions = new Set(positions).size === positions.length ? positions : positions.map((_, index) => index + 1)
  const orderedIds = shape === 'single' ? ids.toReversed() : ids
  const moved: StoredRecord[] = []
  for (const [index, id] of orderedIds.entries()) {
    const [row, position] = [byId.get(id), newPositions[index]]
    if (!row || position === undefined || row.position === position) continue
    await tx.updateTable('content_record').set({ position }).where('id', '=', id).execute()
    moved.push(parseRecordRow(row))
  }
  return moved
}

/** Frees the unique keys, so that records can exchange them. Update each record in the same transaction. */
export async function clearUniqueKeysBeforeUpdate(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.updateTable('content_record').set({ unique_key: null }).where('id', 'in', ids).execute()
}

export function createRecordNotFoundError(): UserError {
  return new UserError(404, 'This doesn’t exist anymore.')
}

function selectRecords(db: DatabaseReader, { withHidden }: RecordVisibilityFilter) {
  const all = db.selectFrom('content_record').selectAll()
  return withHidden ? all : all.where('hidden', '=', 0)
}

/** Counts deleted records too, so that each can come back at its own position. */
async function findLastPosition(tx: Tx, kind: string): Promise<number> {
  const selectLastPosition = (table: 'content_record' | 'content_trash') =>
    tx
      .selectFrom(table)
      .select(({ fn }) => fn.max('position').as('position'))
      .where('kind', '=', kind)
  const rows = await selectLastPosition('content_record').unionAll(selectLastPosition('content_trash')).execute()
  return Math.max(0, ...rows.map(({ position }) => position ?? 0))
}

async function loadRow(tx: Tx, { kind }: ContentKind, id: string): Promise<ContentRecordTable> {
  const row = await selectRecords(tx, { withHidden: true }).where('id', '=', id).where('kind', '=', kind).executeTakeFirst()
  if (!row) throw createRecordNotFoundError()
  return row
}

async function updateRow(
  tx: Tx,
  contentKind: ContentKind,
  row: ContentRecordTable,
  event: RecordHistoryEventKind,
  author: string,
  change: Partial<ContentRecordTable>,
): Promise<Required<RecordBeforeAndAfter>> {
  const next = { ...row, ...change, version: row.version + 1, updated_at: Date.now() }
  await mapDuplicateErrors(contentKind, tx.updateTable('content_record').set(next).where('id', '=', row.id).execute())
  await insertRecordRevision(tx, next, event, author)
  return { before: parseRecordRow(row), after: parseRecordRow(next) }
}

async function mapDuplicateErrors<T>(contentKind: ContentKind, query: Promise<T>): Promise<T> {
  return query.catch((error: unknown) => {
    throw isUniqueViolation(error) ? createDuplicateError(contentKind) : error
  })
}

import { randomUUIDv7 } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Tally } from '../../../contract/content/content-tallies.ts'
import type { RecordEvent } from '../../../contract/content/history.ts'
import type { ContentKind } from '../../../contract/grammar/content-kind.ts'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import { isDuplicate } from '../../platform/db/database-errors.ts'
import { statement } from '../../platform/db/statement.ts'
import type { ContentRecordTable, Reader } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/write.ts'
import { keepRevision } from './history/store.ts'
import { type SampleFields, samplesAfterSave, samplesWithProfiles } from './samples.ts'
import { moveToTrash, takeFromTrash } from './trash/store.ts'

export type Values = Record<string, string>
export type StoredRecord = { id: string; version: number; sampleFields: SampleFields; isHidden: boolean; values: Values }

/** What became of a record: without `before` it was not there, without `after` it is no more. */
export type Changed = { before?: StoredRecord; after?: StoredRecord }

/**
 * What a save needs to know besides the values. `userId`: whose draft of the same record it ends. `sampleFields`: the
 * marks that it brings along, in place of those of the record.
 * `slugs`: the ends of the addresses of its page, where another site has given them.
 */
export type Save = { author: string; userId?: string; sampleFields?: SampleFields; slugs?: readonly string[] }

/** Hidden records are left out unless they are asked for: most who ask do so for visitors. */
export type Which = { withHidden?: boolean }

type Row = Selectable<ContentRecordTable>

/** Raises the content version. First, so that two processes that change the same rows take turns instead of waiting for each other. */
export async function raiseVersion(tx: Tx): Promise<void> {
  await tx.updateTable('content_version').set({ version: sql`version + 1` }).execute()
}

export async function talliesOf(db: Reader): Promise<Tally[]> {
  const counts = await db
    .selectFrom('content_record')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('count'), fn.count<number>('sample').as('samples')])
    .groupBy('kind')
    .execute()
  const marked = await db.selectFrom('content_record').select(['kind', 'sample']).where('sample', 'is not', null).execute()
  const fields = Map.groupBy(marked, ({ kind }) => kind)
  return counts.map(({ kind, ...count }) => {
    const names = (fields.get(kind) ?? []).flatMap(({ sample }) => sampleFieldsOf(sample) ?? [])
    return { kind, ...count, sampleFields: [...new Set(names)] }
  })
}

/** All records of a kind in their order; of a single content kind the newest first, which is the live one. */
export async function recordsOf(db: Reader, { kind, shape }: ContentKind, which: Which = {}): Promise<StoredRecord[]> {
  const order = shape === 'single' ? 'desc' : 'asc'
  const all = seen(db, which).where('kind', '=', kind)
  return (await all.orderBy('position', order).orderBy('id', order).execute()).map(fromRow)
}

/** All records by their kinds, in the order of their places; in one statement, which sees them at one moment. */
export async function allRecords(db: Reader): Promise<ReadonlyMap<string, StoredRecord[]>> {
  const rows = await seen(db, { withHidden: true }).orderBy('position').orderBy('id').execute()
  const kinds = Map.groupBy(rows, ({ kind }) => kind)
  return new Map([...kinds].map(([kind, ofKind]) => [kind, ofKind.map(fromRow)]))
}

export async function findRecord(
  db: Reader,
  { kind }: ContentKind,
  id: string,
  which: Which = {},
): Promise<StoredRecord | undefined> {
  const row = await seen(db, which).where('id', '=', id).where('kind', '=', kind).executeTakeFirst()
  return row && fromRow(row)
}

const soleRecord = statement((db, { sole }: { sole: string }) =>
  db.selectFrom('content_record').selectAll().where('sole', '=', sole).where('hidden', '=', 0),
)

/** The record of which the field that is unique has this value. */
export async function recordByUnique(db: Reader, { kind }: ContentKind, value: string): Promise<StoredRecord | undefined> {
  const [row] = await soleRecord(db, { sole: `${kind} ${value}` })
  return row && fromRow(row)
}

/** Puts a record behind all others of its kind; under `id`, where that was promised before. */
export async function insertRecord(
  tx: Tx,
  contentKind: ContentKind,
  values: Values,
  save: Save,
  id?: string,
): Promise<StoredRecord> {
  const { kind } = contentKind
  const now = Date.now()
  const row = {
    id: id ?? randomUUIDv7(),
    kind,
    ...writtenAs(contentKind, values, save),
    position: (await lastPosition(tx, kind)) + 1,
    version: 1,
    hidden: 0,
    created_at: now,
    updated_at: now,
  }
  await refusingDuplicates(contentKind, tx.insertInto('content_record').values(row).execute())
  await keepRevision(tx, row, 'added', save.author)
  return fromRow(row)
}

/** Lays `values` over the stored ones. Throws a 404 for an id that this kind does not have. */
export async function updateRecord(
  tx: Tx,
  contentKind: ContentKind,
  id: string,
  values: Values,
  save: Save & { event?: RecordEvent },
): Promise<Required<Changed>> {
  const row = await existing(tx, contentKind, id)
  const before = fromRow(row)
  const merged = { ...before.values, ...values }
  return replaceRow(tx, contentKind, row, save.event ?? 'saved', save.author, {
    // Of a single kind's records an imported one may be beside the live one, outside the rule.
    ...(contentKind.unique && { sole: soleOf(contentKind, merged) }),
    data: JSON.stringify(merged),
    sample: sampleColumn(contentKind, merged, save, before),
  })
}

/** Throws a 404 for an id that this kind does not have. */
export async function setHidden(
  tx: Tx,
  contentKind: ContentKind,
  id: string,
  isHidden: boolean,
  { author }: Save,
): Promise<Required<Changed>> {
  const row = await existing(tx, contentKind, id)
  if ((row.hidden === 1) === isHidden) return { before: fromRow(row), after: fromRow(row) }
  return replaceRow(tx, contentKind, row, isHidden ? 'hidden' : 'shown', author, { hidden: isHidden ? 1 : 0 })
}

/** Puts a record into the trash; what it kept to itself is free. Throws a 404 for an id that this kind does not have. */
export async function deleteRecord(
  tx: Tx,
  contentKind: ContentKind,
  id: string,
  { author }: Save,
): Promise<{ before: StoredRecord }> {
  const row = await existing(tx, contentKind, id)
  const last = { ...row, version: row.version + 1, updated_at: Date.now() }
  await moveToTrash(tx, last, author)
  await keepRevision(tx, last, 'deleted', author)
  return { before: fromRow(last) }
}

/** Puts a deleted record back at its place, as it was or with other `values`. Throws a 404 where there is none, a 409 where its place is taken. */
export async function undeleteRecord(
  tx: Tx,
  contentKind: ContentKind,
  id: string,
  save: Save,
  values?: Values,
): Promise<{ after: StoredRecord }> {
  const { author } = save
  const trashed = await takeFromTrash(tx, contentKind.kind, id)
  if (!trashed) throw noSuchRecord()
  const written = values && writtenAs(contentKind, values, save)
  const row = { ...trashed, ...written, version: trashed.version + 1, updated_at: Date.now() }
  await refusingDuplicates(contentKind, tx.insertInto('content_record').values(row).execute())
  await keepRevision(tx, row, 'undeleted', author)
  return { after: fromRow(row) }
}

/** Gives the records of a kind another order. Answers those that moved; undefined where `ids` are not all of them, once each. */
export async function orderRecords(
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
  const places = rows.map(({ position }) => position)
  // The same places again, so that what comes back from the trash finds its own; anew where two records share one.
  const free = new Set(places).size === places.length ? places : places.map((_, index) => index + 1)
  const inOrder = shape === 'single' ? ids.toReversed() : ids
  const moved: StoredRecord[] = []
  for (const [index, id] of inOrder.entries()) {
    const [row, position] = [byId.get(id), free[index]]
    if (!row || position === undefined || row.position === position) continue
    await tx.updateTable('content_record').set({ position }).where('id', '=', id).execute()
    moved.push(fromRow(row))
  }
  return moved
}

/** Frees what these records keep to themselves, so that they can exchange it; each must be updated in the same transaction. */
export async function freeSoles(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.updateTable('content_record').set({ sole: null }).where('id', 'in', ids).execute()
}

/** What only one record may say of itself: that it is the one of its kind, or the value of its unique field. */
export function soleOf({ kind, shape, unique }: ContentKind, values: Values): string | null {
  if (shape === 'single') return kind
  return unique ? `${kind} ${values[unique] ?? ''}` : null
}

export function takenBy({ title, api, unique, fields }: ContentKind): Refusal {
  if (unique) {
    const sentence = `There is a record with this ${fields[unique]?.label.toLowerCase()} already: change that one instead.`
    return new Refusal(409, sentence, { [unique]: sentence })
  }
  return new Refusal(409, `${title} exists already and there can be only one: update that record instead (GET /api${api.list}).`)
}

export function noSuchRecord(): Refusal {
  return new Refusal(404, 'There is no such record.')
}

/** A record as it is stored. */
export function fromRow({ id, version, sample, hidden, data }: Row): StoredRecord {
  return { id, version, sampleFields: sampleFieldsOf(sample), isHidden: hidden === 1, values: JSON.parse(data) as Values }
}

/** What of a row follows from its values. */
function writtenAs(contentKind: ContentKind, values: Values, save: Save): Pick<Row, 'sole' | 'data' | 'sample'> {
  return { sole: soleOf(contentKind, values), data: JSON.stringify(values), sample: sampleColumn(contentKind, values, save) }
}

function sampleColumn(contentKind: ContentKind, values: Values, save: Save, before?: StoredRecord): string | null {
  const marks =
    save.sampleFields === undefined
      ? samplesAfterSave(contentKind, values, before)
      : samplesWithProfiles(contentKind, values, save.sampleFields)
  return marks && JSON.stringify(marks)
}

/** Reads the `sample` column of a record or a revision. */
export function sampleFieldsOf(column: string | null): SampleFields {
  return column === null ? null : (JSON.parse(column) as string[])
}

function seen(db: Reader, { withHidden }: Which) {
  const all = db.selectFrom('content_record').selectAll()
  return withHidden ? all : all.where('hidden', '=', 0)
}

/** Deleted records count: each comes back where nobody else has been put meanwhile. */
async function lastPosition(tx: Tx, kind: string): Promise<number> {
  const lastOf = (table: 'content_record' | 'content_trash') =>
    tx
      .selectFrom(table)
      .select(({ fn }) => fn.max('position').as('position'))
      .where('kind', '=', kind)
  const rows = await lastOf('content_record').unionAll(lastOf('content_trash')).execute()
  return Math.max(0, ...rows.map(({ position }) => position ?? 0))
}

async function existing(tx: Tx, { kind }: ContentKind, id: string): Promise<Row> {
  const row = await seen(tx, { withHidden: true }).where('id', '=', id).where('kind', '=', kind).executeTakeFirst()
  if (!row) throw noSuchRecord()
  return row
}

async function replaceRow(
  tx: Tx,
  contentKind: ContentKind,
  row: Row,
  event: RecordEvent,
  author: string,
  change: Partial<Row>,
): Promise<Required<Changed>> {
  const next = { ...row, ...change, version: row.version + 1, updated_at: Date.now() }
  await refusingDuplicates(contentKind, tx.updateTable('content_record').set(next).where('id', '=', row.id).execute())
  await keepRevision(tx, next, event, author)
  return { before: fromRow(row), after: fromRow(next) }
}

async function refusingDuplicates<T>(contentKind: ContentKind, writing: Promise<T>): Promise<T> {
  return writing.catch((error: unknown) => {
    throw isDuplicate(error) ? takenBy(contentKind) : error
  })
}

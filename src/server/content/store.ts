import { type Selectable, sql } from 'kysely'
import type { Tally } from '../../contract/content-tallies.ts'
import { Refusal } from '../../contract/refusal.ts'
import type { Section } from '../../contract/section.ts'
import { isDuplicate } from '../db/database-errors.ts'
import { statement } from '../db/statement.ts'
import type { ContentRecordTable, Reader } from '../db/tables.ts'
import type { Tx } from '../db/write.ts'
import { pagesShowing } from './page-changes/pages-showing.ts'
import { markChanged } from './page-changes/store.ts'
import { samplesIn } from './samples.ts'

export type Values = Record<string, string>
export type StoredRecord = { id: string; version: number; isSample: boolean; values: Values }
export type Changed = { before?: StoredRecord; after: StoredRecord }

/** What a save needs to know besides the values. */
export type Save = { author: string; isSample?: boolean }

/** Raises the content version. First, so that two processes that change the same rows take turns instead of waiting for each other. */
export async function raiseVersion(tx: Tx): Promise<void> {
  await tx.updateTable('content_version').set({ version: sql`version + 1` }).execute()
}

export async function talliesOf(db: Reader): Promise<Tally[]> {
  const counts = await db
    .selectFrom('content_record')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('count'), fn.sum<number>('sample').as('samples')])
    .groupBy('kind')
    .execute()
  const marked = await db.selectFrom('content_record').select(['kind', 'data']).where('sample', '=', 1).execute()
  const fields = Map.groupBy(marked, ({ kind }) => kind)
  return counts.map(({ kind, ...count }) => {
    const found = (fields.get(kind) ?? []).flatMap(({ data }) => samplesIn(kind, JSON.parse(data)))
    return { kind, ...count, sampleFields: [...new Set(found)] }
  })
}

/** All records of a kind in their order; of a single section the newest first, which is the live one. */
export async function recordsOf(db: Reader, { kind, shape }: Section): Promise<StoredRecord[]> {
  const order = shape === 'single' ? 'desc' : 'asc'
  const all = db.selectFrom('content_record').selectAll().where('kind', '=', kind)
  return (await all.orderBy('position', order).orderBy('id', order).execute()).map(fromRow)
}

export async function findRecord(db: Reader, { kind }: Section, id: string): Promise<StoredRecord | undefined> {
  const row = await db.selectFrom('content_record').selectAll().where('id', '=', id).where('kind', '=', kind).executeTakeFirst()
  return row && fromRow(row)
}

/** The one record of a single section that visitors see. */
export async function liveRecord(db: Reader, { kind }: Section): Promise<StoredRecord | undefined> {
  const newestFirst = db.selectFrom('content_record').selectAll().orderBy('position', 'desc').orderBy('id', 'desc')
  const row = await newestFirst.where('kind', '=', kind).limit(1).executeTakeFirst()
  return row && fromRow(row)
}

const soleRecord = statement((db, { sole }: { sole: string }) =>
  db.selectFrom('content_record').selectAll().where('sole', '=', sole),
)

/** The record of which the field that is unique has this value. */
export async function recordByUnique(db: Reader, { kind }: Section, value: string): Promise<StoredRecord | undefined> {
  const [row] = await soleRecord(db, { sole: `${kind} ${value}` })
  return row && fromRow(row)
}

export async function insertRecord(tx: Tx, section: Section, values: Values, save: Save): Promise<StoredRecord> {
  const { kind } = section
  const now = Date.now()
  const row = {
    id: crypto.randomUUID(),
    kind,
    sole: soleOf(section, values),
    data: JSON.stringify(values),
    version: 1,
    sample: save.isSample || samplesIn(kind, values).length > 0 ? 1 : 0,
    created_at: now,
    updated_at: now,
  }
  const last = await tx
    .selectFrom('content_record')
    .select((table) => table.fn.max('position').as('position'))
    .where('kind', '=', kind)
    .executeTakeFirst()
  const stored = { ...row, position: (last?.position ?? 0) + 1 }
  await tx
    .insertInto('content_record')
    .values(stored)
    .execute()
    .catch((error: unknown) => {
      throw isDuplicate(error) ? takenBy(section) : error
    })
  await keepRevision(tx, stored, save)
  await markChanged(tx, pagesShowing(section, values))
  return fromRow(stored)
}

/** Lays `values` over the stored ones. Throws a 404 for an id that this kind does not have. */
export async function updateRecord(tx: Tx, section: Section, id: string, values: Values, save: Save): Promise<Changed> {
  const { kind } = section
  const row = await tx.selectFrom('content_record').selectAll().where('id', '=', id).where('kind', '=', kind).executeTakeFirst()
  if (!row) throw new Refusal(404, 'There is no such record.')
  const before = fromRow(row).values
  const merged = { ...before, ...values }
  const next = {
    ...row,
    // Of a single section's records an imported one may be beside the live one, outside the rule.
    ...(section.unique && { sole: soleOf(section, merged) }),
    data: JSON.stringify(merged),
    version: row.version + 1,
    sample: samplesIn(kind, merged).length > 0 ? 1 : 0,
    updated_at: Date.now(),
  }
  await tx
    .updateTable('content_record')
    .set(next)
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      throw isDuplicate(error) ? takenBy(section) : error
    })
  await keepRevision(tx, next, save)
  // A record that moves to another page changes both.
  await markChanged(tx, [...new Set([...pagesShowing(section, before), ...pagesShowing(section, merged)])])
  return { before: fromRow(row), after: fromRow(next) }
}

async function keepRevision(tx: Tx, row: Selectable<ContentRecordTable>, { author }: Save): Promise<void> {
  const { id, kind, version, data, updated_at } = row
  await tx
    .insertInto('content_revision')
    .values({ id: crypto.randomUUID(), record_id: id, kind, version, data, author, saved_at: updated_at })
    .execute()
}

function fromRow(row: Selectable<ContentRecordTable>): StoredRecord {
  return { id: row.id, version: row.version, isSample: row.sample === 1, values: JSON.parse(row.data) as Values }
}

/** What only one record may say of itself: that it is the one of its kind, or the value of its unique field. */
function soleOf({ kind, shape, unique }: Section, values: Values): string | null {
  if (shape === 'single') return kind
  return unique ? `${kind} ${values[unique] ?? ''}` : null
}

function takenBy({ title, api, unique, fields }: Section): Refusal {
  if (unique) {
    const sentence = `There is a record with this ${fields[unique]?.label.toLowerCase()} already: change that one instead.`
    return new Refusal(409, sentence, { [unique]: sentence })
  }
  return new Refusal(409, `${title} exists already and there can be only one: update that record instead (GET /api${api.list}).`)
}

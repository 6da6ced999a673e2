import { type SelectQueryBuilder, sql } from 'kysely'
import { patternOf } from '../platform/db/search-text.ts'
import type { AuditLogTable, Reader, Tables } from '../platform/db/tables.ts'
import type { Tx } from '../platform/db/write.ts'

/** An entry without what only the database needs. */
export type StoredEntry = Omit<AuditLogTable, 'searched'>

/** Between two entries: those after it in the list are older. */
export type Place = { at: number; id: string }

/** A word of a search, and the acts that are said by it. */
export type Word = { text: string; actions: readonly string[] }

export type WantedEntries = {
  /** Everybody's where it is empty. */
  actor: string
  action?: string
  words: readonly Word[]
  before?: Place
  size: number
}

/** How many entries are looked through for what no index leads to: some milliseconds of the database. */
const LOOKED_THROUGH = 5_000

/** Says how something ended that was written down when it began. */
export async function setDetail(tx: Tx, id: string, detail: string): Promise<void> {
  await tx.updateTable('audit_log').set({ detail }).where('id', '=', id).execute()
}

export async function insertEntry(tx: Tx, row: AuditLogTable): Promise<void> {
  await tx.insertInto('audit_log').values(row).execute()
}

/**
 * Newest first; `older` is where the list goes on. A person, or an act, is found on an index; words, and an act of one
 * person, among so many entries at a time.
 */
export async function listEntries(db: Reader, wanted: WantedEntries): Promise<{ entries: StoredEntry[]; older?: Place }> {
  const { actor, action, words, size } = wanted
  const isLookedThrough = words.length > 0 || (actor !== '' && action !== undefined)
  const all = newestFirst(entriesOf(db, wanted))
  const found = isLookedThrough ? newestFirst(matching(db, all, wanted)) : all.selectAll()
  const rows = await found.limit(size + 1).execute()
  const entries = rows.slice(0, size)
  if (rows.length > size) return { entries, older: entries.at(-1) }
  // What was not found may still stand among those that were not looked through.
  const edge = all.select(['at', 'id']).offset(LOOKED_THROUGH - 1)
  const last = isLookedThrough && (await edge.limit(1).executeTakeFirst())
  return { entries, ...(last && { older: last }) }
}

type Entries = SelectQueryBuilder<Tables, 'audit_log', object>

function entriesOf(db: Reader, { actor, action, before }: WantedEntries): Entries {
  let entries: Entries = db.selectFrom('audit_log')
  if (actor !== '') entries = entries.where('actor', '=', actor)
  else if (action !== undefined) entries = entries.where('action', '=', action)
  if (before) entries = entries.where((eb) => eb(eb.refTuple('at', 'id'), '<', eb.tuple(before.at, before.id)))
  return entries
}

function matching(db: Reader, entries: Entries, { action, words }: WantedEntries) {
  const looked = db.selectFrom(entries.selectAll().limit(LOOKED_THROUGH).as('audit_log')).selectAll()
  return words.reduce(
    (query, { text, actions }) =>
      query.where((eb) =>
        eb.or([
          sql<boolean>`searched like ${patternOf(text)} escape '\\'`,
          ...(actions.length > 0 ? [eb('action', 'in', actions)] : []),
        ]),
      ),
    action === undefined ? looked : looked.where('action', '=', action),
  )
}

function newestFirst<O>(query: SelectQueryBuilder<Tables, 'audit_log', O>) {
  return query.orderBy('at', 'desc').orderBy('id', 'desc')
}

import { type SelectQueryBuilder, sql } from 'kysely'
import type { Tx } from '../platform/db/database-writer.ts'
import { buildLikePattern } from '../platform/db/search-text.ts'
import type { AuditLogTable, DatabaseReader, DatabaseTables } from '../platform/db/tables.ts'

/** An entry without what only the database needs. */
export type StoredAuditEntry = Omit<AuditLogTable, 'searched'>

/** Between two entries: those after it in the list are older. */
export type AuditCursor = { at: number; id: string }

/** A word of a search, and the acts that are said by it. */
export type SearchTerm = { text: string; actions: readonly string[] }

export type AuditQuery = {
  /** Everybody's where it is empty. */
  actor: string
  action?: string
  terms: readonly SearchTerm[]
  before?: AuditCursor
  size: number
}

/** How many entries are looked through for what no index leads to: some milliseconds of the database. */
const MAX_SCANNED_ENTRIES = 5_000

/** Says how something ended that was written down when it began. */
export async function updateAuditDetail(tx: Tx, id: string, detail: string): Promise<void> {
  await tx.updateTable('audit_log').set({ detail }).where('id', '=', id).execute()
}

export async function insertAuditEntry(tx: Tx, row: AuditLogTable): Promise<void> {
  await tx.insertInto('audit_log').values(row).execute()
}

/**
 * Newest first; `older` is where the list goes on. A person, or an act, is found on an index; words, and an act of one
 * person, among so many entries at a time.
 */
export async function findAuditEntries(
  db: DatabaseReader,
  auditQuery: AuditQuery,
): Promise<{ entries: StoredAuditEntry[]; older?: AuditCursor }> {
  const { actor, action, terms, size } = auditQuery
  const isScanned = terms.length > 0 || (actor !== '' && action !== undefined)
  const matchingEntries = sortNewestFirst(filterEntries(db, auditQuery))
  const pageQuery = isScanned ? sortNewestFirst(searchEntries(db, matchingEntries, auditQuery)) : matchingEntries.selectAll()
  const rows = await pageQuery.limit(size + 1).execute()
  const entries = rows.slice(0, size)
  if (rows.length > size) return { entries, older: entries.at(-1) }
  // What was not found may still stand among those that were not looked through.
  const scanEnd = matchingEntries.select(['at', 'id']).offset(MAX_SCANNED_ENTRIES - 1)
  const last = isScanned && (await scanEnd.limit(1).executeTakeFirst())
  return { entries, ...(last && { older: last }) }
}

type Entries = SelectQueryBuilder<DatabaseTables, 'audit_log', object>

function filterEntries(db: DatabaseReader, { actor, action, before }: AuditQuery): Entries {
  let entries: Entries = db.selectFrom('audit_log')
  if (actor !== '') entries = entries.where('actor', '=', actor)
  else if (action !== undefined) entries = entries.where('action', '=', action)
  if (before) entries = entries.where((eb) => eb(eb.refTuple('at', 'id'), '<', eb.tuple(before.at, before.id)))
  return entries
}

function searchEntries(db: DatabaseReader, entries: Entries, { action, terms }: AuditQuery) {
  const scannedEntries = db.selectFrom(entries.selectAll().limit(MAX_SCANNED_ENTRIES).as('audit_log')).selectAll()
  return terms.reduce(
    (query, { text, actions }) =>
      query.where((eb) =>
        eb.or([
          sql<boolean>`searched like ${buildLikePattern(text)} escape '\\'`,
          ...(actions.length > 0 ? [eb('action', 'in', actions)] : []),
        ]),
      ),
    action === undefined ? scannedEntries : scannedEntries.where('action', '=', action),
  )
}

function sortNewestFirst<O>(query: SelectQueryBuilder<DatabaseTables, 'audit_log', O>) {
  return query.orderBy('at', 'desc').orderBy('id', 'desc')
}

import { type SelectQueryBuilder, sql } from 'kysely'
import type { Tx } from '#platform/db/database-writer.ts'
import { buildLikePattern } from '#platform/db/search-text.ts'
import type { DatabaseReader, DatabaseTables } from '#platform/db/tables.ts'
import type { AuditLogTable } from './tables.ts'

export type StoredAuditEntry = Omit<AuditLogTable, 'search_text'>

/** The position after an entry. The list continues with older entries. */
export type AuditCursor = { at: number; id: string }

/** A search term and the actions whose names contain it. */
export type AuditSearchTerm = { text: string; actions: readonly string[] }

export type AuditLogQuery = {
  /** An email, or an empty string for all people. */
  actor: string
  action?: string
  terms: readonly AuditSearchTerm[]
  before?: AuditCursor
  size: number
}

/** How many entries one search scans. Scanning takes a few milliseconds. */
const MAX_SCANNED_ENTRIES = 5_000

export async function updateAuditEntryDetail(tx: Tx, id: string, detail: string): Promise<void> {
  await tx.updateTable('audit_log').set({ detail }).where('id', '=', id).execute()
}

export async function insertAuditEntry(tx: Tx, row: AuditLogTable): Promise<void> {
  await tx.insertInto('audit_log').values(row).execute()
}

/**
 * Returns entries, newest first, and the cursor for older ones.
 * An index finds a person or an action. Other filters scan a limited number of entries.
 */
export async function findAuditEntries(
  db: DatabaseReader,
  auditQuery: AuditLogQuery,
): Promise<{ entries: StoredAuditEntry[]; older?: AuditCursor }> {
  const { actor, action, terms, size } = auditQuery
  const needsScan = terms.length > 0 || (actor !== '' && action !== undefined)
  const matchingEntries = sortNewestFirst(filterEntries(db, auditQuery))
  const pageQuery = needsScan ? sortNewestFirst(searchEntries(db, matchingEntries, auditQuery)) : matchingEntries.selectAll()
  const rows = await pageQuery.limit(size + 1).execute()
  const entries = rows.slice(0, size)
  if (rows.length > size) return { entries, older: entries.at(-1) }
  // The scan stopped here. Older entries may still match.
  const scanEnd = matchingEntries.select(['at', 'id']).offset(MAX_SCANNED_ENTRIES - 1)
  const last = needsScan && (await scanEnd.limit(1).executeTakeFirst())
  return { entries, ...(last && { older: last }) }
}

type Entries = SelectQueryBuilder<DatabaseTables, 'audit_log', object>

function filterEntries(db: DatabaseReader, { actor, action, before }: AuditLogQuery): Entries {
  let entries: Entries = db.selectFrom('audit_log')
  if (actor !== '') entries = entries.where('actor', '=', actor)
  else if (action !== undefined) entries = entries.where('action', '=', action)
  if (before) entries = entries.where((eb) => eb(eb.refTuple('at', 'id'), '<', eb.tuple(before.at, before.id)))
  return entries
}

function searchEntries(db: DatabaseReader, entries: Entries, { action, terms }: AuditLogQuery) {
  const scannedEntries = db.selectFrom(entries.selectAll().limit(MAX_SCANNED_ENTRIES).as('audit_log')).selectAll()
  return terms.reduce(
    (query, { text, actions }) =>
      query.where((eb) =>
        eb.or([
          sql<boolean>`search_text like ${buildLikePattern(text)} escape '\\'`,
          ...(actions.length > 0 ? [eb('action', 'in', actions)] : []),
        ]),
      ),
    action === undefined ? scannedEntries : scannedEntries.where('action', '=', action),
  )
}

function sortNewestFirst<O>(query: SelectQueryBuilder<DatabaseTables, 'audit_log', O>) {
  return query.orderBy('at', 'desc').orderBy('id', 'desc')
}

/** Returns the time of the newest entry, in epoch ms, or 0. */
export async function findLastAuditTime(db: DatabaseReader): Promise<number> {
  const newest = await db
    .selectFrom('audit_log')
    .select(({ fn }) => fn.max('at').as('at'))
    .executeTakeFirst()
  return Number(newest?.at ?? 0)
}

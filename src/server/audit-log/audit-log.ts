import { randomUUIDv7 } from 'node:crypto'
import { type AuditAction, auditActions, describeAuditEntry } from '#contract/audit-actions.ts'
import { listAuditEntriesEndpoint } from '#contract/operations/audit-log.ts'
import type { Tx, WriteFunction } from '#platform/db/database-writer.ts'
import type { Database } from '#platform/db/open-database.ts'
import { normalizeSearchText } from '#platform/db/search-text.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import type { ServerModule } from '#platform/module.ts'
import {
  type AuditCursor,
  type AuditSearchTerm,
  findAuditEntries,
  insertAuditEntry,
  type StoredAuditEntry,
  updateAuditEntryDetail,
} from './store.ts'

export type AuditLogEntry = { actor: string; action: AuditAction; subject: string; detail?: Record<string, string> }

/** Lists what people did, newest first. Filters by person, by action or by search terms. */
export function createAuditLogModule({ database: { read }, timeZone }: { database: Database; timeZone: () => Promise<string> }) {
  const handlers = [
    defineHandler(listAuditEntriesEndpoint, async ({ query: { actor, action, search, before, size } }) => {
      const { entries, older } = await findAuditEntries(read, {
        actor: actor.trim().toLowerCase(),
        ...(action !== undefined && { action }),
        terms: parseSearchTerms(search),
        ...(before !== undefined && { before: parseCursor(before) }),
        size,
      })
      const zone = await timeZone()
      return {
        entries: entries.map((entry) => serializeAuditEntry(entry, zone)),
        older: older ? `${older.at}.${older.id}` : null,
      }
    }),
  ]
  return {
    name: 'audit-log',
    handlers,
    dataTables: ['audit_log'],
    erasePerson: 'It proves who did what, and holds no text of a customer.',
    exportPerson: 'It names admins.',
    retention: {
      audit: {
        what: 'Audit log entries',
        days: 730,
        since: 'the action',
        why: 'Owners often find a problem a year later and compare it with the year before. Older entries are only personal data.',
        rows: { table: 'audit_log', key: ['id'], at: 'at' },
      },
    },
  } satisfies ServerModule
}

/** Records an action in the transaction that performs it. `detail` must not hold secrets. */
export async function recordAuditEntry(tx: Tx, { actor, action, subject, detail = {} }: AuditLogEntry): Promise<string> {
  const search_text = normalizeSearchText([actor, subject, ...Object.values(detail)].join('\n'))
  const row = { id: randomUUIDv7(), at: Date.now(), actor, action, subject, detail: JSON.stringify(detail), search_text }
  await insertAuditEntry(tx, row)
  return row.id
}

type ExportAction = Extract<AuditAction, `${'subscribers' | 'orders' | 'accounting' | 'customer'}.exported`>

/**
 * Streams an export and records it. The entry is written before the first row.
 * At the end, also of a canceled download, it gets the number of rows.
 */
export async function streamAuditedExport<T>(
  write: WriteFunction,
  entry: { actor: string; action: ExportAction; subject: string },
  batches: AsyncIterable<T[]>,
): Promise<AsyncGenerator<T[]>> {
  const id = await write((tx) => recordAuditEntry(tx, entry))
  return countRows()

  async function* countRows(): AsyncGenerator<T[]> {
    let rows = 0
    try {
      for await (const batch of batches) {
        rows += batch.length
        yield batch
      }
    } finally {
      // The entry already names the person, so a failed update must not break the download.
      await write((tx) => updateAuditEntryDetail(tx, id, JSON.stringify({ rows: String(rows) }))).catch(() => {})
    }
  }
}

/** Splits a search into terms. A term also matches the names of actions, which the database doesn't store. */
function parseSearchTerms(search: string): AuditSearchTerm[] {
  const words = normalizeSearchText(search).split(/\s+/).filter(Boolean)
  return words.map((text) => ({
    text,
    actions: Object.entries(auditActions)
      .filter(([, { name }]) => normalizeSearchText(name).includes(text))
      .map(([action]) => action),
  }))
}

function serializeAuditEntry({ id, at, actor, action, subject, detail }: StoredAuditEntry, timeZone: string) {
  const details = JSON.parse(detail) as Record<string, string>
  const { what, about } = describeAuditEntry(action, details, timeZone)
  return { _id: id, at, actor, what, about, subject, kind: about === 'content' ? (details.kind ?? null) : null }
}

function parseCursor(before: string): AuditCursor {
  const [at = '', id = ''] = before.split('.')
  return { at: Number(at), id }
}

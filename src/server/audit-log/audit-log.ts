import { randomUUIDv7 } from 'node:crypto'
import { type AuditAction, auditActions } from '../../contract/core/audit-actions.ts'
import type { Tx, WriteFunction } from '../platform/db/database-writer.ts'
import type { Database } from '../platform/db/open-database.ts'
import { normalizeSearchText } from '../platform/db/search-text.ts'
import type { EndpointHandler } from '../platform/http/register-api.ts'
import type { ModuleApi, ServerModule } from '../platform/module.ts'
import { auditHandlers } from './handlers.ts'
import { type AuditCursor, findAuditEntries, insertAuditEntry, type SearchTerm, updateAuditDetail } from './store.ts'

export type { AuditCursor, StoredAuditEntry } from './store.ts'

export type AuditEntry = { actor: string; action: AuditAction; subject: string; detail?: Record<string, string> }

export type AuditLog = ModuleApi<typeof createAuditLog>

type AuditFilters = { actor: string; action?: string | undefined; search: string; before?: AuditCursor | undefined; size: number }

/** What people did, to be read again: newest first, of one person or act, or by words. */
export function createAuditLog({ database: { read } }: { database: Database }) {
  const auditLog = {
    list: ({ actor, action, search, before, size }: AuditFilters) =>
      findAuditEntries(read, {
        actor: actor.trim().toLowerCase(),
        ...(action !== undefined && { action }),
        terms: parseSearchTerms(search),
        ...(before && { before }),
        size,
      }),
  }
  return {
    ...auditLog,
    name: 'audit-log',
    handlers: (): EndpointHandler[] => auditHandlers(auditLog),
    dataTables: ['audit_log'],
    retention: {
      audit: {
        what: 'Who did what',
        days: 730,
        since: 'it was done',
        why: 'Trouble is often found a year later, and looked into with the year before; after two it is only personal data.',
        rows: { table: 'audit_log', key: ['id'], at: 'at' },
      },
    },
  } satisfies ServerModule
}

/** Writes down what was done, in the transaction that does it. `detail` must hold no secret. */
export async function recordAuditEntry(tx: Tx, { actor, action, subject, detail = {} }: AuditEntry): Promise<string> {
  const searched = normalizeSearchText([actor, subject, ...Object.values(detail)].join('\n'))
  const row = { id: randomUUIDv7(), at: Date.now(), actor, action, subject, detail: JSON.stringify(detail), searched }
  await insertAuditEntry(tx, row)
  return row.id
}

type ExportAction = Extract<AuditAction, `${'subscribers' | 'orders' | 'accounting'}.exported`>

/**
 * Hands out a list that leaves as a file, some rows at a time. Before the first of them it is written down who took it,
 * and at the end how many rows that were: also where the download was cut off.
 */
export async function auditExport<T>(
  write: WriteFunction,
  { actor, action, subject }: { actor: string; action: ExportAction; subject: string },
  pieces: AsyncIterable<T[]>,
): Promise<AsyncGenerator<T[]>> {
  const id = await write((tx) => recordAuditEntry(tx, { actor, action, subject }))
  return countRows()

  async function* countRows(): AsyncGenerator<T[]> {
    let rows = 0
    try {
      for await (const rowsOfPiece of pieces) {
        rows += rowsOfPiece.length
        yield rowsOfPiece
      }
    } finally {
      // Who took it is written down; for want of the number nobody is refused the rest.
      await write((tx) => updateAuditDetail(tx, id, JSON.stringify({ rows: String(rows) }))).catch(() => {})
    }
  }
}

/** What the sentences say is found too, though they are not stored. */
function parseSearchTerms(search: string): SearchTerm[] {
  const words = normalizeSearchText(search).split(/\s+/).filter(Boolean)
  return words.map((text) => ({
    text,
    actions: Object.entries(auditActions)
      .filter(([, { name }]) => normalizeSearchText(name).includes(text))
      .map(([action]) => action),
  }))
}

import { randomUUIDv7 } from 'node:crypto'
import { type AuditAction, auditActions } from '../../contract/grammar/audit-actions.ts'
import type { Database } from '../platform/db/db.ts'
import { plainText } from '../platform/db/search-text.ts'
import type { Tx, Write } from '../platform/db/write.ts'
import type { Handled } from '../platform/http/http.ts'
import type { Api, Module } from '../platform/module.ts'
import { auditHandlers } from './handlers.ts'
import { insertEntry, listEntries, type Place, setDetail, type Word } from './store.ts'

export type { Place, StoredEntry } from './store.ts'

export type AuditEntry = { actor: string; action: AuditAction; subject: string; detail?: Record<string, string> }

export type Audit = Api<typeof createAudit>

type Wanted = { actor: string; action?: string | undefined; search: string; before?: Place | undefined; size: number }

/** What people did, to be read again: newest first, of one person or act, or by words. */
export function createAudit({ database: { read } }: { database: Database }) {
  const audit = {
    list: ({ actor, action, search, before, size }: Wanted) =>
      listEntries(read, {
        actor: actor.trim().toLowerCase(),
        ...(action !== undefined && { action }),
        words: wordsOf(search),
        ...(before && { before }),
        size,
      }),
  }
  return {
    ...audit,
    name: 'audit',
    handlers: (): Handled[] => auditHandlers(audit),
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
  } satisfies Module
}

/** Writes down what was done, in the transaction that does it. `detail` must hold no secret. */
export async function recordAudit(tx: Tx, { actor, action, subject, detail = {} }: AuditEntry): Promise<string> {
  const searched = plainText([actor, subject, ...Object.values(detail)].join('\n'))
  const row = { id: randomUUIDv7(), at: Date.now(), actor, action, subject, detail: JSON.stringify(detail), searched }
  await insertEntry(tx, row)
  return row.id
}

type ExportAction = Extract<AuditAction, `${'subscribers' | 'orders' | 'accounting'}.exported`>

/**
 * Hands out a list that leaves as a file, some rows at a time. Before the first of them it is written down who took it,
 * and at the end how many rows that were: also where the download was cut off.
 */
export async function auditedExport<T>(
  write: Write,
  { actor, action, subject }: { actor: string; action: ExportAction; subject: string },
  pieces: AsyncIterable<T[]>,
): Promise<AsyncGenerator<T[]>> {
  const id = await write((tx) => recordAudit(tx, { actor, action, subject }))
  return counted()

  async function* counted(): AsyncGenerator<T[]> {
    let rows = 0
    try {
      for await (const some of pieces) {
        rows += some.length
        yield some
      }
    } finally {
      // Who took it is written down; for want of the number nobody is refused the rest.
      await write((tx) => setDetail(tx, id, JSON.stringify({ rows: String(rows) }))).catch(() => {})
    }
  }
}

/** What the sentences say is found too, though they are not stored. */
function wordsOf(search: string): Word[] {
  const words = plainText(search).split(/\s+/).filter(Boolean)
  return words.map((text) => ({
    text,
    actions: Object.entries(auditActions)
      .filter(([, { name }]) => plainText(name).includes(text))
      .map(([action]) => action),
  }))
}

import { randomUUIDv7 } from 'node:crypto'
import { type AuditAction, auditActs } from '../../contract/audit.ts'
import type { Database } from '../db/db.ts'
import { plainText } from '../db/search-text.ts'
import type { TableName } from '../db/tables.ts'
import type { Tx } from '../db/write.ts'
import { insertEntry, listEntries, type Place, type Word } from './store.ts'

export type { Place, StoredEntry } from './store.ts'

export type AuditEntry = { actor: string; action: AuditAction; subject: string; detail?: Record<string, string> }

export type Audit = ReturnType<typeof createAudit>

type Wanted = { actor: string; action?: string | undefined; search: string; before?: Place | undefined; size: number }

/** What people did, to be read again: newest first, of one person or act, or by words. */
export function createAudit({ database: { read } }: { database: Database }) {
  // Its table holds what people did.
  const dataTables: readonly TableName[] = ['audit_log']
  return {
    dataTables,
    list: ({ actor, action, search, before, size }: Wanted) =>
      listEntries(read, {
        actor: actor.trim().toLowerCase(),
        ...(action !== undefined && { action }),
        words: wordsOf(search),
        ...(before && { before }),
        size,
      }),
  }
}

/** Writes down what was done, in the transaction that does it. `detail` must hold no secret. */
export async function recordAudit(tx: Tx, { actor, action, subject, detail = {} }: AuditEntry): Promise<void> {
  const searched = plainText([actor, subject, ...Object.values(detail)].join('\n'))
  const row = { id: randomUUIDv7(), at: Date.now(), actor, action, subject, detail: JSON.stringify(detail), searched }
  await insertEntry(tx, row)
}

/** What the sentences say is found too, though they are not stored. */
function wordsOf(search: string): Word[] {
  const words = plainText(search).split(/\s+/).filter(Boolean)
  return words.map((text) => ({
    text,
    actions: Object.entries(auditActs)
      .filter(([, { name }]) => plainText(name).includes(text))
      .map(([action]) => action),
  }))
}

import type { Tx } from '../db/write.ts'
import type { Module } from '../module.ts'

export type AuditEntry = { actor: string; action: string; subject: string; detail?: Record<string, string> }

/** Its table holds what people did. */
export const audit: Module = { dataTables: ['audit_log'] }

/** Writes down what was done, in the transaction that does it. `detail` must hold no secret. */
export async function recordAudit(tx: Tx, { actor, action, subject, detail = {} }: AuditEntry): Promise<void> {
  const row = { id: crypto.randomUUID(), at: Date.now(), actor, action, subject, detail: JSON.stringify(detail) }
  await tx.insertInto('audit_log').values(row).execute()
}

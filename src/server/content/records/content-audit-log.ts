import type { ContentKind } from '../../../contract/core/content-kind.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import type { Tx } from '../../platform/db/database-writer.ts'

type RecordIds = { before?: { id: string }; after?: { id: string } }

/**
 * Logs who changed which record. No `before` means a new record, no `after` a deleted one. A kind with `notifyOnChange`
 * logs its changes in `log-and-email-payee-email-change.ts`.
 */
export async function logRecordChange(
  tx: Tx,
  contentKind: ContentKind,
  actor: string,
  { before, after }: RecordIds,
): Promise<void> {
  if (contentKind.notifyOnChange) return
  const action = !before ? 'content.added' : after ? 'content.changed' : 'content.deleted'
  const { kind, title } = contentKind
  await recordAuditEntry(tx, { actor, action, subject: (after ?? before)?.id ?? '', detail: { kind, title } })
}

export async function logRecordReordering(tx: Tx, { kind, title }: ContentKind, actor: string): Promise<void> {
  await recordAuditEntry(tx, { actor, action: 'content.ordered', subject: kind, detail: { kind, title } })
}

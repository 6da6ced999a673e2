import type { ContentKind } from '../../../contract/grammar/content-kind.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { Tx } from '../../platform/db/write.ts'

type Changed = { before?: { id: string }; after?: { id: string } }

/**
 * Writes down who changed which record: without `before` it is new, without `after` it was deleted. Where word of a
 * change goes out (`change-notice.ts`), that says more and is written down there.
 */
export async function auditChange(tx: Tx, contentKind: ContentKind, actor: string, { before, after }: Changed): Promise<void> {
  if (contentKind.notifyOnChange) return
  const action = !before ? 'content.added' : after ? 'content.changed' : 'content.deleted'
  const { kind, title } = contentKind
  await recordAudit(tx, { actor, action, subject: (after ?? before)?.id ?? '', detail: { kind, title } })
}

/** Writes down who gave the records of a kind another order. */
export async function auditOrder(tx: Tx, { kind, title }: ContentKind, actor: string): Promise<void> {
  await recordAudit(tx, { actor, action: 'content.ordered', subject: kind, detail: { kind, title } })
}

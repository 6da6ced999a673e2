import { auditSentence } from '../../contract/grammar/audit-actions.ts'
import { listAuditEntries } from '../../contract/operations/audit.ts'
import { type Handled, handled } from '../platform/http/http.ts'
import type { Audit, Place, StoredEntry } from './audit.ts'

export function auditHandlers(audit: Audit): Handled[] {
  return [
    handled(listAuditEntries, async ({ query: { before, ...wanted } }) => {
      const { entries, older } = await audit.list({ ...wanted, before: before === undefined ? undefined : placeOf(before) })
      return { entries: entries.map(toWire), older: older ? `${older.at}.${older.id}` : null }
    }),
  ]
}

function toWire({ id, at, actor, action, subject, detail }: StoredEntry) {
  const told = JSON.parse(detail) as Record<string, string>
  const { what, about } = auditSentence(action, told)
  return { _id: id, at, actor, what, about, subject, kind: about === 'content' ? (told.kind ?? null) : null }
}

function placeOf(before: string): Place {
  const [at = '', id = ''] = before.split('.')
  return { at: Number(at), id }
}

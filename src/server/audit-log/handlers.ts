import { describeAuditEntry } from '#contract/core/audit-log-actions.ts'
import { listAuditEntriesEndpoint } from '#contract/operations/audit-log.ts'
import { defineHandler, type EndpointHandler } from '#platform/http/register-api.ts'
import type { AuditCursor, AuditLogModule, StoredAuditEntry } from './audit-log.ts'

export function createAuditLogHandlers(audit: Pick<AuditLogModule, 'list' | 'timeZone'>): EndpointHandler[] {
  return [
    defineHandler(listAuditEntriesEndpoint, async ({ query: { before, ...filters } }) => {
      const { entries, older } = await audit.list({ ...filters, before: before === undefined ? undefined : parseCursor(before) })
      const timeZone = await audit.timeZone()
      return {
        entries: entries.map((entry) => serializeAuditEntry(entry, timeZone)),
        older: older ? `${older.at}.${older.id}` : null,
      }
    }),
  ]
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

import { auditActions } from '#contract/audit-actions.ts'
import { buildListUrl } from '#web/lists/load-list-page.ts'
import { adminPaths } from '../../admin-paths.ts'

/** The page's URL parameters. `before` is the cursor of an older page. */
export type AuditLogQuery = { search: string; actor: string; action?: string; before?: string }

/** Parses the URL parameters. Ignores invalid values, so a mistyped URL shows more entries instead of an error. */
export function parseAuditLogQuery(params: URLSearchParams): AuditLogQuery {
  const action = params.get('action') ?? ''
  const before = params.get('before') ?? ''
  return {
    search: params.get('search')?.trim().slice(0, 200) ?? '',
    actor: params.get('actor')?.trim().slice(0, 200) ?? '',
    ...(Object.hasOwn(auditActions, action) && { action }),
    ...(/^\d{1,16}\.[0-9a-f-]{36}$/.test(before) && { before }),
  }
}

/** Returns the page's URL without empty values. */
export function buildAuditLogUrl(pageQuery: Partial<AuditLogQuery>): string {
  return buildListUrl(adminPaths.auditLog, pageQuery)
}

export function hasAuditLogFilter({ search, actor, action }: AuditLogQuery): boolean {
  return [search, actor, action].some(Boolean)
}

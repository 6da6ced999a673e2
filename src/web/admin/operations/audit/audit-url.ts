import { auditActions } from '../../../../contract/core/audit-actions.ts'
import { adminPaths } from '../../navigation.ts'

/** Which entries are shown, as far as the page's address says; `before` is where an older page begins. */
export type AuditQuery = { search: string; actor: string; action?: string; before?: string }

/** Whatever is no filter is none: an address that somebody changed by hand shows more, not an error. */
export function parseAuditQuery(params: URLSearchParams): AuditQuery {
  const action = params.get('action') ?? ''
  const before = params.get('before') ?? ''
  return {
    search: params.get('search')?.trim().slice(0, 200) ?? '',
    actor: params.get('actor')?.trim().slice(0, 200) ?? '',
    ...(Object.hasOwn(auditActions, action) && { action }),
    ...(/^\d{1,16}\.[0-9a-f-]{36}$/.test(before) && { before }),
  }
}

/** The address that shows them; what goes without saying is left out. */
export function buildAuditUrl(pageQuery: Partial<AuditQuery>): string {
  const params = new URLSearchParams(Object.entries(pageQuery).filter(([, value]) => value))
  return params.size === 0 ? adminPaths.auditLog : `${adminPaths.auditLog}?${params}`
}

/** Whether less than everything is shown. */
export function hasAuditFilter({ search, actor, action }: AuditQuery): boolean {
  return [search, actor, action].some(Boolean)
}

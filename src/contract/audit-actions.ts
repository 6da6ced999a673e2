import { contentAuditActions } from './content/audit-actions.ts'
import type { AuditActionDefinition, AuditDetail, AuditSubjectKind } from './core/define-audit-action.ts'
import { formatDateTimeWithZone } from './core/format-date-time.ts'
import { inboxAuditActions } from './inbox/audit-actions.ts'
import { operationsAuditActions } from './operations/audit-actions.ts'
import { peopleAuditActions } from './people/audit-actions.ts'
import { salesAuditActions } from './sales/audit-actions.ts'
import { siteAuditActions } from './site/audit-actions.ts'
import { workAuditActions } from './work/audit-actions.ts'

/** Every action of the audit log. An action without a definition doesn't compile. */
export const auditActions = {
  ...peopleAuditActions,
  ...contentAuditActions,
  ...salesAuditActions,
  ...workAuditActions,
  ...inboxAuditActions,
  ...siteAuditActions,
  ...operationsAuditActions,
}

export type AuditAction = keyof typeof auditActions

/**
 * Describes an action in plain words, with times in the business's time zone. An action of another version of the program
 * keeps its own name.
 */
export function describeAuditEntry(
  action: string,
  detail: AuditDetail,
  timeZone: string,
): { what: string; about: AuditSubjectKind | null } {
  const definition: AuditActionDefinition | undefined = Object.hasOwn(auditActions, action)
    ? auditActions[action as AuditAction]
    : undefined
  if (!definition) return { what: action, about: null }
  const { at } = detail
  const shownDetail = at === undefined ? detail : { ...detail, at: formatDateTimeWithZone(timeZone, Date.parse(at)) }
  return { what: definition.describe(shownDetail), about: definition.about }
}

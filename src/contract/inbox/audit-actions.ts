import { defineExportAction } from '../core/define-audit-action.ts'

export const inboxAuditActions = {
  'subscribers.exported': defineExportAction('Exported the subscribers'),
}

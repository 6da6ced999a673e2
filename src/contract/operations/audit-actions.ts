import { defineAction } from '../core/define-audit-action.ts'

export const operationsAuditActions = {
  'mail.retried': defineAction('mail', 'Sent an email again'),
}

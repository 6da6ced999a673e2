import { MailOpen, MailWarning } from 'lucide-react'
import { type DeclaredPage, defineHydratedPage } from '#web/define-page.ts'
import { adminPaths } from '../admin-paths.ts'
import type { NavigationEntry } from '../sidebar-navigation.ts'

export const operationsPages: readonly DeclaredPage[] = [
  defineHydratedPage(adminPaths.transfer, 'admin', () => import('./transfer/export-import-page.tsx'), {
    sidebarEntry: adminPaths.allContent,
  }),
  defineHydratedPage(adminPaths.undeliveredEmail, 'admin', () => import('./mail/undelivered-email-page.tsx')),
  defineHydratedPage(adminPaths.emailTemplates, 'admin', () => import('./mail/email-templates-page.tsx')),
  defineHydratedPage(adminPaths.emailTemplate, 'admin', () => import('./mail/email-template-preview-page.tsx'), {
    sidebarEntry: adminPaths.emailTemplates,
  }),
  defineHydratedPage(adminPaths.auditLog, 'admin', () => import('./audit-log/audit-log-page.tsx'), {
    sidebarEntry: adminPaths.users,
  }),
]

/** The entries of the sidebar. */
export const operationsNavigation: readonly NavigationEntry[] = [
  { label: 'Emails', to: adminPaths.emailTemplates, icon: MailOpen },
  {
    label: 'Undelivered email',
    to: adminPaths.undeliveredEmail,
    icon: MailWarning,
    countKey: 'undeliveredMail',
    isTransient: true,
  },
]

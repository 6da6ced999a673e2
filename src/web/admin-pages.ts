import { contentKinds } from '#contract/content-kinds.ts'
import { hasIdFormat } from '#contract/core/common-schemas.ts'
import { type ContentKind, listRecordEditorPages } from '#contract/core/content-kind.ts'
import { adminPaths } from './admin/admin-paths.ts'
import { listKindsEmbeddedInEditor } from './admin/editor-screens.ts'
import { type DeclaredPage, defineHydratedPage } from './define-page.ts'

/** All pages inside the admin frame (P-174). The content kinds declare the editors. */
export const adminPages: readonly DeclaredPage[] = [
  defineHydratedPage(adminPaths.overview, 'admin', () => import('./admin/overview/overview-page.tsx')),
  defineHydratedPage(adminPaths.orders, 'admin', () => import('./admin/sales/orders/orders-page.tsx')),
  defineHydratedPage(adminPaths.order, 'admin', () => import('./admin/sales/orders/order-page.tsx')),
  defineHydratedPage(adminPaths.work, 'admin', () => import('./admin/work/work-board-page.tsx')),
  defineHydratedPage(adminPaths.orderWork, 'admin', () => import('./admin/work/order-work-page.tsx')),
  defineHydratedPage(adminPaths.deliverable, 'admin', () => import('./admin/work/deliverable-page.tsx')),
  defineHydratedPage(adminPaths.customers, 'admin', () => import('./admin/sales/customers/customers-page.tsx')),
  defineHydratedPage(adminPaths.customer, 'admin', () => import('./admin/sales/customers/customer-page.tsx')),
  defineHydratedPage(adminPaths.paymentsToReview, 'admin', () => import('./admin/sales/payments/payments-to-review-page.tsx')),
  defineHydratedPage(
    adminPaths.launchChecklist,
    'admin',
    () => import('./admin/sales/launch-checklist/launch-checklist-page.tsx'),
  ),
  defineHydratedPage(adminPaths.siteAudit, 'admin', () => import('./admin/editor/site-audit/site-audit-page.tsx')),
  defineHydratedPage(adminPaths.release, 'admin', () => import('./admin/editor/release/release-page.tsx')),
  defineHydratedPage(adminPaths.history, 'admin', () => import('./admin/editor/history/history-page.tsx'), {
    accepts: ({ id = '' }) => hasIdFormat(id),
  }),
  defineHydratedPage(adminPaths.allContent, 'admin', () => import('./admin/all-content/all-content-page.tsx')),
  defineHydratedPage(adminPaths.users, 'anyone', () => import('./admin/people/team-access-page.tsx')),
  defineHydratedPage(adminPaths.user, 'admin', () => import('./admin/people/edit-admin-user-page.tsx')),
  defineHydratedPage(adminPaths.images, 'admin', () => import('./admin/site/images/image-library-page.tsx')),
  defineHydratedPage(adminPaths.transfer, 'admin', () => import('./admin/operations/transfer/export-import-page.tsx')),
  defineHydratedPage(adminPaths.oldPaths, 'admin', () => import('./admin/site/old-paths/old-paths-page.tsx')),
  defineHydratedPage(adminPaths.messages, 'admin', () => import('./admin/inbox/messages/messages-page.tsx')),
  defineHydratedPage(adminPaths.message, 'admin', () => import('./admin/inbox/messages/message-page.tsx')),
  defineHydratedPage(adminPaths.subscribers, 'admin', () => import('./admin/inbox/subscribers/subscribers-page.tsx')),
  defineHydratedPage(adminPaths.undeliveredEmail, 'admin', () => import('./admin/operations/mail/undelivered-email-page.tsx')),
  defineHydratedPage(adminPaths.emailTemplates, 'admin', () => import('./admin/operations/mail/email-templates-page.tsx')),
  defineHydratedPage(adminPaths.emailTemplate, 'admin', () => import('./admin/operations/mail/email-template-preview-page.tsx')),
  defineHydratedPage(adminPaths.auditLog, 'admin', () => import('./admin/operations/audit-log/audit-log-page.tsx')),
  defineHydratedPage(adminPaths.guide, 'admin', () => import('./admin/guide/guide-page.tsx')),
  ...buildEditorHomePages(contentKinds),
  ...buildRecordEditorPages(contentKinds),
]

/** Returns a page for each editor home. Several content kinds may share one. */
function buildEditorHomePages(all: readonly ContentKind[]): DeclaredPage[] {
  return [...Map.groupBy(all, ({ editor }) => editor.home)].map(([path, kinds]) =>
    defineHydratedPage(path, kinds[0]?.editor.access ?? 'admin', async () => {
      await loadParts(kinds)
      return import('./admin/editor/pages/editor-screen-page.tsx')
    }),
  )
}

function buildRecordEditorPages(all: readonly ContentKind[]): DeclaredPage[] {
  return all.flatMap((contentKind) =>
    listRecordEditorPages(contentKind).map(({ path, matchesOnlyIds }) => {
      const load = async () => {
        await loadParts([contentKind, ...listKindsEmbeddedInEditor(contentKind.editor.home)])
        return import('./admin/editor/pages/edit-record-page.tsx')
      }
      return defineHydratedPage(path, 'admin', load, matchesOnlyIds && { accepts: ({ id = '' }) => hasIdFormat(id) })
    }),
  )
}

async function loadParts(kinds: readonly ContentKind[]): Promise<void> {
  const { loadEditorCode } = await import('./admin/editor/pages/load-editor-code.ts')
  await loadEditorCode(kinds)
}

import { contentKinds } from '../contract/content-kinds.ts'
import { type ContentKind, listEditorPages } from '../contract/core/content-kind.ts'
import { hasIdFormat } from '../contract/core/reply-schemas.ts'
import { adminPaths, listEmbeddedKinds } from './admin/navigation.ts'
import { type DeclaredPage, defineAppPage } from './site-page.ts'

/** All pages inside the admin frame (P-174). The content kinds declare the editors. */
export const adminPages: readonly DeclaredPage[] = [
  defineAppPage(adminPaths.overview, 'admin', () => import('./admin/overview/overview-page.tsx')),
  defineAppPage(adminPaths.orders, 'admin', () => import('./admin/sales/orders/orders-page.tsx')),
  defineAppPage(adminPaths.order, 'admin', () => import('./admin/sales/orders/order-page.tsx'), { takesFile: true }),
  defineAppPage(adminPaths.work, 'admin', () => import('./admin/work/work-board-page.tsx')),
  defineAppPage(adminPaths.orderWork, 'admin', () => import('./admin/work/order-work-page.tsx')),
  defineAppPage(adminPaths.deliverable, 'admin', () => import('./admin/work/deliverable-page.tsx'), {
    takesFile: true,
  }),
  defineAppPage(adminPaths.customers, 'admin', () => import('./admin/sales/customers/customers-page.tsx')),
  defineAppPage(adminPaths.customer, 'admin', () => import('./admin/sales/customers/customer-page.tsx')),
  defineAppPage(adminPaths.paymentsToReview, 'admin', () => import('./admin/sales/payments/payments-to-review-page.tsx')),
  defineAppPage(adminPaths.goingLive, 'admin', () => import('./admin/sales/payments/going-live-page.tsx')),
  defineAppPage(adminPaths.siteAudit, 'admin', () => import('./admin/editor/site-audit/site-audit-page.tsx')),
  defineAppPage(adminPaths.release, 'admin', () => import('./admin/editor/release/release-page.tsx')),
  {
    ...defineAppPage(adminPaths.history, 'admin', () => import('./admin/editor/history/history-page.tsx')),
    accepts: ({ id = '' }) => hasIdFormat(id),
  },
  defineAppPage(adminPaths.settings, 'admin', () => import('./admin/settings/settings-page.tsx')),
  defineAppPage(adminPaths.users, 'anyone', () => import('./admin/people/admin-users-page.tsx')),
  defineAppPage(adminPaths.user, 'admin', () => import('./admin/people/edit-admin-user-page.tsx')),
  defineAppPage(adminPaths.images, 'admin', () => import('./admin/site/images/image-library-page.tsx'), { takesFile: true }),
  defineAppPage(adminPaths.transfer, 'admin', () => import('./admin/operations/transfer/export-import-page.tsx'), {
    takesFile: true,
  }),
  defineAppPage(adminPaths.oldPaths, 'admin', () => import('./admin/site/old-paths/old-paths-page.tsx')),
  defineAppPage(adminPaths.messages, 'admin', () => import('./admin/inbox/messages/messages-page.tsx')),
  defineAppPage(adminPaths.message, 'admin', () => import('./admin/inbox/messages/message-page.tsx')),
  defineAppPage(adminPaths.subscribers, 'admin', () => import('./admin/inbox/subscribers/subscribers-page.tsx')),
  defineAppPage(adminPaths.undeliveredEmail, 'admin', () => import('./admin/operations/mail/undelivered-email-page.tsx')),
  defineAppPage(adminPaths.emailTemplates, 'admin', () => import('./admin/operations/mail/email-templates-page.tsx')),
  defineAppPage(adminPaths.emailTemplate, 'admin', () => import('./admin/operations/mail/email-preview-page.tsx')),
  defineAppPage(adminPaths.auditLog, 'admin', () => import('./admin/operations/audit/audit-log-page.tsx')),
  defineAppPage(adminPaths.guide, 'admin', () => import('./admin/guide/guide-page.tsx')),
  ...buildEditorHomePages(contentKinds),
  ...buildRecordEditorPages(contentKinds),
]

/** Returns a page for each editor home. Several content kinds may share one. */
function buildEditorHomePages(all: readonly ContentKind[]): DeclaredPage[] {
  return [...Map.groupBy(all, ({ editor }) => editor.home)].map(([path, kinds]) =>
    defineAppPage(path, kinds[0]?.editor.access ?? 'admin', async () => {
      await loadParts(kinds)
      return import('./admin/editor/pages/editor-screen-page.tsx')
    }),
  )
}

function buildRecordEditorPages(all: readonly ContentKind[]): DeclaredPage[] {
  return all.flatMap((contentKind) =>
    listEditorPages(contentKind).map(({ path, matchesOnlyIds }) => ({
      ...defineAppPage(path, 'admin', async () => {
        await loadParts([contentKind, ...listEmbeddedKinds(contentKind.editor.home)])
        return import('./admin/editor/pages/edit-record-page.tsx')
      }),
      ...(matchesOnlyIds && { accepts: ({ id = '' }) => hasIdFormat(id) }),
    })),
  )
}

async function loadParts(kinds: readonly ContentKind[]): Promise<void> {
  const { loadEditorCode } = await import('./admin/editor/pages/load-editor-code.ts')
  await loadEditorCode(kinds)
}

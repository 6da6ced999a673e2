import { contentKinds } from '../contract/content-kinds.ts'
import { type ContentKind, recordPages } from '../contract/grammar/content-kind.ts'
import { isIdShaped } from '../contract/grammar/reply.ts'
import { adminPaths } from './admin/site-map.ts'
import { appPage, type SitePage } from './page.ts'

/** Everything inside the admin's frame (spec section 2); the editors follow from the content kinds. */
export const adminPages: readonly SitePage[] = [
  appPage(adminPaths.overview, 'admin', () => import('./admin/overview/overview.tsx')),
  appPage(adminPaths.orders, 'admin', () => import('./admin/sales/orders/total-orders.tsx')),
  appPage(adminPaths.order, 'admin', () => import('./admin/sales/orders/payment-status.tsx')),
  appPage(adminPaths.paymentsToCheck, 'admin', () => import('./admin/sales/payments/payments-to-check.tsx')),
  appPage(adminPaths.goingLive, 'admin', () => import('./admin/sales/payments/going-live.tsx')),
  appPage(adminPaths.siteChecks, 'admin', () => import('./admin/editor/checks/check-my-site.tsx')),
  appPage(adminPaths.draft, 'admin', () => import('./admin/editor/drafts/drafts.tsx')),
  {
    ...appPage(adminPaths.history, 'admin', () => import('./admin/editor/history/history.tsx')),
    accepts: ({ id = '' }) => isIdShaped(id),
  },
  appPage(adminPaths.settings, 'admin', () => import('./admin/settings/settings.tsx')),
  appPage(adminPaths.users, 'anyone', () => import('./admin/people/add-user.tsx')),
  appPage(adminPaths.user, 'admin', () => import('./admin/people/edit-user.tsx')),
  appPage(adminPaths.pictures, 'admin', () => import('./admin/site/pictures/pictures-page.tsx'), { takesFile: true }),
  appPage(adminPaths.transfer, 'admin', () => import('./admin/operations/transfer/transfer-page.tsx'), { takesFile: true }),
  appPage(adminPaths.messages, 'admin', () => import('./admin/inbox/messages/all-messages.tsx')),
  appPage(adminPaths.message, 'admin', () => import('./admin/inbox/messages/view.tsx')),
  appPage(adminPaths.subscribers, 'admin', () => import('./admin/inbox/subscribers/all-subscriber.tsx')),
  appPage(adminPaths.undeliveredEmail, 'admin', () => import('./admin/operations/mail/undelivered-mail.tsx')),
  appPage(adminPaths.auditLog, 'admin', () => import('./admin/operations/audit/audit-log.tsx')),
  appPage(adminPaths.guide, 'admin', () => import('./admin/guide/guide.tsx')),
  ...homePages(contentKinds),
  ...recordEditors(contentKinds),
]

/** The page of each editor's home; several content kinds may share one. */
function homePages(all: readonly ContentKind[]): SitePage[] {
  return [...Map.groupBy(all, ({ editor }) => editor.home)].map(([path, kinds]) =>
    appPage(path, kinds[0]?.editor.access ?? 'admin', async () => {
      await loadPanels(kinds)
      return import('./admin/editor/pages/home.tsx')
    }),
  )
}

/** The pages that edit one record. */
function recordEditors(all: readonly ContentKind[]): SitePage[] {
  return all.flatMap((contentKind) =>
    recordPages(contentKind).map(({ path, onlyIds }) => ({
      ...appPage(path, 'admin', async () => {
        await loadPanels([contentKind])
        return import('./admin/editor/pages/record.tsx')
      }),
      ...(onlyIds && { accepts: ({ id = '' }) => isIdShaped(id) }),
    })),
  )
}

/** Loads what some editors have besides their form and list. */
async function loadPanels(kinds: readonly ContentKind[]): Promise<void> {
  if (!kinds.some(({ editor }) => editor.panels)) return
  const { registerSearchPanels } = await import('./admin/editor/pages/search-panels.ts')
  registerSearchPanels()
}

import { isIdShaped } from '../contract/reply.ts'
import { recordPages, type Section } from '../contract/section.ts'
import { user } from '../contract/sections/user.ts'
import { sections } from '../contract/sections.ts'
import { adminPaths } from './admin/site-map.ts'
import { appPage, type SitePage } from './page.ts'

/** Everything inside the admin's frame (spec section 2); the editors follow from the sections. */
export const adminPages: readonly SitePage[] = [
  appPage(adminPaths.overview, 'admin', () => import('./admin/overview/overview.tsx')),
  appPage(adminPaths.orders, 'admin', () => import('./admin/orders/total-orders.tsx')),
  appPage(adminPaths.order, 'admin', () => import('./admin/orders/payment-status.tsx')),
  appPage(adminPaths.paymentsToCheck, 'admin', () => import('./admin/payments/payments-to-check.tsx')),
  appPage(adminPaths.goingLive, 'admin', () => import('./admin/payments/going-live.tsx')),
  appPage(adminPaths.siteChecks, 'admin', () => import('./admin/checks/check-my-site.tsx')),
  appPage(adminPaths.draft, 'admin', () => import('./admin/drafts/drafts.tsx')),
  {
    ...appPage(adminPaths.history, 'admin', () => import('./admin/history/history.tsx')),
    accepts: ({ id = '' }) => isIdShaped(id),
  },
  appPage(adminPaths.settings, 'admin', () => import('./admin/setting.tsx')),
  appPage(user.editor.home, user.editor.access ?? 'admin', () => import('./admin/add-user.tsx')),
  ...recordEditors([user]),
  appPage(adminPaths.pictures, 'admin', () => import('./admin/pictures/pictures-page.tsx'), { takesFile: true }),
  appPage(adminPaths.transfer, 'admin', () => import('./admin/transfer/transfer-page.tsx'), { takesFile: true }),
  appPage(adminPaths.messages, 'admin', () => import('./admin/messages/all-messages.tsx')),
  appPage(adminPaths.message, 'admin', () => import('./admin/messages/view.tsx')),
  appPage(adminPaths.subscribers, 'admin', () => import('./admin/subscribers/all-subscriber.tsx')),
  appPage(adminPaths.undeliveredEmail, 'admin', () => import('./admin/mail/undelivered-mail.tsx')),
  appPage(adminPaths.auditLog, 'admin', () => import('./admin/audit/audit-log.tsx')),
  appPage(adminPaths.guide, 'admin', () => import('./admin/guide/guide.tsx')),
  ...homePages(sections),
  ...recordEditors(sections),
]

/** The page of each editor's home; several sections may share one. */
function homePages(all: readonly Section[]): SitePage[] {
  const homes = new Map(all.map(({ editor }) => [editor.home, editor.access ?? 'admin']))
  return [...homes].map(([path, access]) => appPage(path, access, () => import('./admin/content/home.tsx')))
}

/** The pages that edit one record. */
function recordEditors(all: readonly Section[]): SitePage[] {
  return all.flatMap(recordPages).map(({ path, onlyIds }) => ({
    ...appPage(path, 'admin', () => import('./admin/content/record.tsx')),
    ...(onlyIds && { accepts: ({ id = '' }) => isIdShaped(id) }),
  }))
}

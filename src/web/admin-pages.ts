import { isIdShaped } from '../contract/reply.ts'
import { recordPages, type Section } from '../contract/section.ts'
import { user } from '../contract/sections/user.ts'
import { sections } from '../contract/sections.ts'
import { CHECKS } from './admin/checks/address.ts'
import { DRAFTS } from './admin/drafts/address.ts'
import { GUIDE } from './admin/guide/address.ts'
import { HISTORY } from './admin/history/address.ts'
import { TRANSFER } from './admin/transfer/address.ts'
import { appPage, type SitePage } from './page.ts'

/** Everything inside the admin's frame (spec section 2); the editors follow from the sections. */
export const adminPages: readonly SitePage[] = [
  appPage('/admin', 'admin', () => import('./admin/overview/overview.tsx')),
  appPage('/total-orders', 'admin', () => import('./admin/orders/total-orders.tsx')),
  appPage('/admin/payment-status/:id', 'admin', () => import('./admin/orders/payment-status.tsx')),
  appPage('/payments-to-check', 'admin', () => import('./admin/payments/payments-to-check.tsx')),
  appPage('/going-live', 'admin', () => import('./admin/payments/going-live.tsx')),
  appPage(CHECKS, 'admin', () => import('./admin/checks/check-my-site.tsx')),
  appPage(DRAFTS, 'admin', () => import('./admin/drafts/drafts.tsx')),
  { ...appPage(HISTORY, 'admin', () => import('./admin/history/history.tsx')), accepts: ({ id = '' }) => isIdShaped(id) },
  appPage('/setting', 'admin', () => import('./admin/setting.tsx')),
  appPage(user.editor.home, user.editor.access ?? 'admin', () => import('./admin/add-user.tsx')),
  ...recordEditors([user]),
  appPage('/pictures', 'admin', () => import('./admin/pictures/pictures-page.tsx'), { takesFile: true }),
  appPage(TRANSFER, 'admin', () => import('./admin/transfer/transfer-page.tsx'), { takesFile: true }),
  appPage('/all-messages', 'admin', () => import('./admin/messages/all-messages.tsx')),
  appPage('/view/:id', 'admin', () => import('./admin/messages/view.tsx')),
  appPage('/all-subscriber', 'admin', () => import('./admin/subscribers/all-subscriber.tsx')),
  appPage('/undelivered-mail', 'admin', () => import('./admin/mail/undelivered-mail.tsx')),
  appPage('/audit-log', 'admin', () => import('./admin/audit/audit-log.tsx')),
  appPage(GUIDE, 'admin', () => import('./admin/guide/guide.tsx')),
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

import { isIdShaped } from '../contract/reply.ts'
import { recordPages, type Section } from '../contract/section.ts'
import { sections } from '../contract/sections.ts'
import { appPage, type SitePage } from './page.ts'

/** Everything inside the admin's frame (spec section 2); the editors follow from the sections. */
export const adminPages: readonly SitePage[] = [
  appPage('/admin', 'admin', () => import('./admin/overview/overview.tsx')),
  appPage('/total-orders', 'admin', () => import('./admin/orders/total-orders.tsx')),
  appPage('/admin/payment-status/:id', 'admin', () => import('./admin/orders/payment-status.tsx')),
  appPage('/payments-to-check', 'admin', () => import('./admin/payments/payments-to-check.tsx')),
  appPage('/going-live', 'admin', () => import('./admin/payments/going-live.tsx')),
  appPage('/setting', 'admin', () => import('./admin/setting.tsx')),
  appPage('/add-user', 'anyone', () => import('./admin/add-user.tsx')),
  appPage('/admin-user/:id', 'admin', () => import('./admin/content/record.tsx')),
  appPage('/all-messages', 'admin', () => import('./admin/messages/all-messages.tsx')),
  appPage('/view/:id', 'admin', () => import('./admin/messages/view.tsx')),
  appPage('/all-subscriber', 'admin', () => import('./admin/subscribers/all-subscriber.tsx')),
  appPage('/undelivered-mail', 'admin', () => import('./admin/mail/undelivered-mail.tsx')),
  ...editorPages(sections),
]

/** A page for each editor home (several sections may share one) and for each record page. */
function editorPages(all: readonly Section[]): SitePage[] {
  const homes = new Set(all.map(({ editor }) => editor.home))
  const records = new Set(all.flatMap((section) => recordPages(section).map(({ path }) => path)))
  return [
    // The payee's page may be looked at without a guard (spec section 2); its writes need an admin.
    ...[...homes].map((path) =>
      appPage(path, path === '/add-paypal-Email' ? 'anyone' : 'admin', () => import('./admin/content/home.tsx')),
    ),
    ...[...records].map((path) => ({
      ...appPage(path, 'admin', () => import('./admin/content/record.tsx')),
      // The about record's page is any single segment (spec section 2): only ids are meant (design decision 6).
      ...(path === '/:id' && { accepts: ({ id = '' }) => isIdShaped(id) }),
    })),
  ]
}

import { Contact, Flag, ReceiptText } from 'lucide-react'
import { type DeclaredPage, defineHydratedPage } from '#web/define-page.ts'
import { adminPaths } from '../admin-paths.ts'
import type { NavigationEntry } from '../sidebar-navigation.ts'

export const salesPages: readonly DeclaredPage[] = [
  defineHydratedPage(adminPaths.orders, 'admin', () => import('./orders/orders-page.tsx')),
  defineHydratedPage(adminPaths.order, 'admin', () => import('./orders/order-page.tsx'), { sidebarEntry: adminPaths.orders }),
  defineHydratedPage(adminPaths.quotes, 'admin', () => import('./quotes/quotes-page.tsx'), { sidebarEntry: adminPaths.orders }),
  defineHydratedPage(adminPaths.customers, 'admin', () => import('./customers/customers-page.tsx')),
  defineHydratedPage(adminPaths.customer, 'admin', () => import('./customers/customer-page.tsx'), {
    sidebarEntry: adminPaths.customers,
  }),
  defineHydratedPage(adminPaths.paymentsToReview, 'admin', () => import('./payments/payments-to-review-page.tsx')),
  defineHydratedPage(adminPaths.launchChecklist, 'admin', () => import('./launch-checklist/launch-checklist-page.tsx'), {
    sidebarEntry: adminPaths.overview,
  }),
]

/** The entries of the sidebar. */
export const salesNavigation: readonly NavigationEntry[] = [
  { label: 'Orders', to: adminPaths.orders, icon: ReceiptText },
  { label: 'Customers', to: adminPaths.customers, icon: Contact },
  { label: 'Payments to check', to: adminPaths.paymentsToReview, icon: Flag, countKey: 'paymentsToReview' },
]

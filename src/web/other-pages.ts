import { accountPage } from './page.ts'
import { sentPages } from './public/sent-pages.tsx'
import type { SitePage } from './site-page.ts'

/** What everybody else finds at an admin's address, inside the public header and footer; an admin finds the admin's page. */
export const otherPages: readonly SitePage[] = [
  ...sentPages,
  accountPage('/add-user', 'anyone', () => import('./account/first-admin.tsx')),
  accountPage('/add-paypal-Email', 'anyone', () => import('./account/payment-email.tsx')),
]

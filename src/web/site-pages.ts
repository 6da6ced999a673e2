import { listedPages } from './listed-pages.ts'
import { accountPage, type SitePage } from './page.ts'
import { sentPages } from './public/sent-pages.tsx'

/** Public, account and customer pages (spec section 2), all inside the public header and footer. */
export const sitePages: readonly SitePage[] = [
  ...listedPages,
  accountPage('/login', 'anyone', () => import('./account/login.tsx')),
  accountPage('/login/provider', 'anyone', () => import('./account/login-provider.tsx')),
  accountPage('/second-factor', 'anyone', () => import('./account/second-factor.tsx')),
  accountPage('/register', 'anyone', () => import('./account/register.tsx')),
  accountPage('/reset', 'anyone', () => import('./account/reset.tsx')),
  accountPage('/reset/done', 'anyone', () => import('./account/reset.tsx').then(({ done }) => done)),
  accountPage('/thanks', 'anyone', () => import('./account/thanks.tsx')),
  accountPage('/verify-email', 'signedIn', () => import('./account/verify-email.tsx')),
  accountPage('/account', 'signedIn', () => import('./account/your-account/your-account.tsx')),
  accountPage('/sign-out', 'anyone', () => import('./account/sign-out.tsx')),
  accountPage('/subscribe', 'anyone', () => import('./public/subscription-pages.tsx').then(({ subscribe }) => subscribe)),
  accountPage('/confirm-subscription', 'anyone', () => import('./public/subscription-pages.tsx').then(({ confirm }) => confirm)),
  accountPage('/unsubscribe', 'anyone', () => import('./public/subscription-pages.tsx').then(({ unsubscribe }) => unsubscribe)),
  accountPage('/order-now/:id', 'signedIn', () => import('./customer/order-now.tsx')),
  accountPage('/dashboard', 'signedIn', () => import('./customer/dashboard.tsx')),
  accountPage('/my-order', 'signedIn', () => import('./customer/order-list.tsx').then(({ myOrders }) => myOrders)),
  accountPage('/my-order/:id', 'signedIn', () => import('./customer/order.tsx')),
  accountPage('/pending-order', 'signedIn', () => import('./customer/order-list.tsx').then(({ pendingOrders }) => pendingOrders)),
  accountPage('/pay-now/:id', 'signedIn', () => import('./customer/pay-now.tsx')),
  accountPage('/received-payment/:id', 'signedIn', () => import('./customer/received-payment.tsx')),
  accountPage('/order-cancelled/:id', 'signedIn', () => import('./customer/order-cancelled.tsx')),
  accountPage('/rehearsal/checkout', 'anyone', () => import('./rehearsal/checkout.tsx')),
]

/** What everybody else finds at an admin's address, inside the public header and footer; an admin finds the admin's page. */
export const otherPages: readonly SitePage[] = [
  ...sentPages,
  accountPage('/add-user', 'anyone', () => import('./account/first-admin.tsx')),
  accountPage('/add-paypal-Email', 'anyone', () => import('./account/payment-email.tsx')),
]

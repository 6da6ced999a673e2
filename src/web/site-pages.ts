import { documentPage, formPage, plannedPage } from './page.ts'
import type { SitePage } from './site-page.ts'

/** Public, account and customer pages (spec section 2), all inside the public header and footer. */
export const sitePages: readonly SitePage[] = [
  documentPage('/', 'anyone', () => import('./public/landing.tsx')),
  formPage('/login', 'anyone', () => import('./account/login.tsx')),
  formPage('/login/provider', 'anyone', () => import('./account/login-provider.tsx')),
  formPage('/second-factor', 'anyone', () => import('./account/second-factor.tsx')),
  formPage('/register', 'anyone', () => import('./account/register.tsx')),
  formPage('/reset', 'anyone', () => import('./account/reset.tsx')),
  formPage('/thanks', 'anyone', () => import('./account/thanks.tsx')),
  formPage('/verify-email', 'signedIn', () => import('./account/verify-email.tsx')),
  formPage('/account', 'signedIn', () => import('./account/your-account/your-account.tsx')),
  formPage('/sign-out', 'anyone', () => import('./account/sign-out.tsx')),
  formPage('/subscribe', 'anyone', () => import('./public/subscribe.tsx')),
  formPage('/confirm-subscription', 'anyone', () => import('./public/confirm-subscription.tsx')),
  formPage('/unsubscribe', 'anyone', () => import('./public/unsubscribe.tsx')),
  documentPage('/service', 'anyone', () => import('./public/service.tsx')),
  documentPage('/pricing', 'anyone', () => import('./public/pricing.tsx')),
  formPage('/contact', 'anyone', () => import('./public/contact.tsx')),
  formPage('/contact-us', 'anyone', () => import('./public/contact.tsx')),
  documentPage('/privacy', 'anyone', () => import('./public/legal.tsx').then(({ privacy }) => privacy)),
  documentPage('/terms', 'anyone', () => import('./public/legal.tsx').then(({ terms }) => terms)),
  plannedPage('/order-now/:id'),
  formPage('/dashboard', 'signedIn', () => import('./customer/dashboard.tsx')),
  plannedPage('/my-order'),
  plannedPage('/pending-order'),
  plannedPage('/pay-now/:id'),
  plannedPage('/received-payment/:id'),
  plannedPage('/order-cancelled/:id'),
]

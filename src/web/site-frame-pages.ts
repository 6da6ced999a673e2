import { type DeclaredPage, defineUncachedPage } from './define-page.ts'
import { indexablePages } from './indexable-pages.ts'
import { formConfirmationPages } from './public/form-confirmation-pages.tsx'

/** Public, account and customer pages (P-130), all inside the public header and footer. */
export const siteFramePages: readonly DeclaredPage[] = [
  ...indexablePages,
  defineUncachedPage('/login', 'anyone', () => import('./account/login-page.tsx')),
  defineUncachedPage('/login/provider', 'anyone', () => import('./account/forward-to-identity-provider-page.tsx')),
  defineUncachedPage('/second-factor', 'anyone', () => import('./account/verify-second-factor-page.tsx')),
  defineUncachedPage('/register', 'anyone', () => import('./account/register-page.tsx')),
  defineUncachedPage('/reset', 'anyone', () => import('./account/reset-password-pages.tsx')),
  defineUncachedPage('/reset/done', 'anyone', () =>
    import('./account/reset-password-pages.tsx').then(({ resetDonePage }) => resetDonePage),
  ),
  defineUncachedPage('/thanks', 'anyone', () => import('./account/reset-link-requested-page.tsx')),
  defineUncachedPage('/change-email', 'signedIn', () => import('./account/change-email-page.tsx')),
  defineUncachedPage('/verify-email', 'signedIn', () => import('./account/verify-email-page.tsx')),
  defineUncachedPage('/account', 'signedIn', () => import('./account/your-account/your-account-page.tsx')),
  defineUncachedPage('/sign-out', 'anyone', () => import('./account/sign-out-page.tsx')),
  defineUncachedPage('/subscribe', 'anyone', () =>
    import('./public/newsletter-pages.tsx').then(({ subscribePage }) => subscribePage),
  ),
  defineUncachedPage('/confirm-subscription', 'anyone', () =>
    import('./public/newsletter-pages.tsx').then(({ confirmSubscriptionPage }) => confirmSubscriptionPage),
  ),
  defineUncachedPage('/unsubscribe', 'anyone', () =>
    import('./public/newsletter-pages.tsx').then(({ unsubscribePage }) => unsubscribePage),
  ),
  defineUncachedPage('/order-now/:id', 'signedIn', () => import('./customer/order-form-page.tsx')),
  defineUncachedPage('/quote/:id', 'signedIn', () => import('./customer/quote-page.tsx')),
  defineUncachedPage('/dashboard', 'signedIn', () => import('./customer/dashboard-page.tsx')),
  defineUncachedPage('/my-order', 'signedIn', () =>
    import('./customer/order-list-pages.tsx').then(({ myOrdersPage }) => myOrdersPage),
  ),
  defineUncachedPage('/my-order/:id', 'signedIn', () => import('./customer/order-page.tsx'), {
    takesFile: true,
    stylesheet: 'work',
  }),
  defineUncachedPage('/my-order/:id/brief', 'signedIn', () => import('./customer/work/brief-page.tsx'), { stylesheet: 'work' }),
  defineUncachedPage(
    '/my-order/:id/deliverable/:deliverableId',
    'signedIn',
    () => import('./customer/work/deliverable-page.tsx'),
    {
      stylesheet: 'work',
    },
  ),
  defineUncachedPage('/stop-reminders', 'anyone', () => import('./customer/work/stop-reminders-page.tsx')),
  defineUncachedPage('/pending-order', 'signedIn', () =>
    import('./customer/order-list-pages.tsx').then(({ unpaidOrdersPage }) => unpaidOrdersPage),
  ),
  defineUncachedPage('/pay-now/:id', 'signedIn', () => import('./customer/pay-now-page.tsx')),
  defineUncachedPage('/received-payment/:id', 'signedIn', () => import('./customer/received-payment-page.tsx'), {
    isReturnTarget: true,
  }),
  defineUncachedPage('/order-cancelled/:id', 'signedIn', () => import('./customer/cancel-payment-page.tsx'), {
    isReturnTarget: true,
  }),
  defineUncachedPage('/rehearsal/checkout', 'anyone', () => import('./rehearsal/rehearsal-checkout-page.tsx')),
]

/** Pages that replace admin pages for everyone else, inside the public header and footer. */
export const nonAdminReplacementPages: readonly DeclaredPage[] = [
  ...formConfirmationPages,
  defineUncachedPage('/add-user', 'anyone', () => import('./account/create-first-admin-page.tsx')),
  defineUncachedPage('/add-paypal-Email', 'anyone', () => import('./account/payee-email-for-non-admins-page.tsx')),
]

import { type DeclaredPage, defineAccountPage } from './define-page.ts'
import { indexablePages } from './indexable-page-routes.ts'
import { formConfirmationPages } from './public/form-confirmation-pages.tsx'

/** Public, account and customer pages (P-130), all inside the public header and footer. */
export const siteFramePages: readonly DeclaredPage[] = [
  ...indexablePages,
  defineAccountPage('/login', 'anyone', () => import('./account/login-page.tsx')),
  defineAccountPage('/login/provider', 'anyone', () => import('./account/forward-to-identity-provider-page.tsx')),
  defineAccountPage('/second-factor', 'anyone', () => import('./account/verify-second-factor-page.tsx')),
  defineAccountPage('/register', 'anyone', () => import('./account/register-page.tsx')),
  defineAccountPage('/reset', 'anyone', () => import('./account/reset-password-pages.tsx')),
  defineAccountPage('/reset/done', 'anyone', () =>
    import('./account/reset-password-pages.tsx').then(({ resetDonePage }) => resetDonePage),
  ),
  defineAccountPage('/thanks', 'anyone', () => import('./account/reset-link-requested-page.tsx')),
  defineAccountPage('/verify-email', 'signedIn', () => import('./account/verify-email-page.tsx')),
  defineAccountPage('/account', 'signedIn', () => import('./account/your-account/your-account-page.tsx')),
  defineAccountPage('/sign-out', 'anyone', () => import('./account/sign-out-page.tsx')),
  defineAccountPage('/subscribe', 'anyone', () =>
    import('./public/subscription-pages.tsx').then(({ subscribePage }) => subscribePage),
  ),
  defineAccountPage('/confirm-subscription', 'anyone', () =>
    import('./public/subscription-pages.tsx').then(({ confirmSubscriptionPage }) => confirmSubscriptionPage),
  ),
  defineAccountPage('/unsubscribe', 'anyone', () =>
    import('./public/subscription-pages.tsx').then(({ unsubscribePage }) => unsubscribePage),
  ),
  defineAccountPage('/order-now/:id', 'signedIn', () => import('./customer/order-form-page.tsx')),
  defineAccountPage('/dashboard', 'signedIn', () => import('./customer/dashboard-page.tsx')),
  defineAccountPage('/my-order', 'signedIn', () =>
    import('./customer/order-list-pages.tsx').then(({ myOrdersPage }) => myOrdersPage),
  ),
  defineAccountPage('/my-order/:id', 'signedIn', () => import('./customer/order-page.tsx'), {
    takesFile: true,
    stylesheet: 'work',
  }),
  defineAccountPage('/my-order/:id/brief', 'signedIn', () => import('./customer/work/brief-page.tsx'), { stylesheet: 'work' }),
  defineAccountPage(
    '/my-order/:id/deliverable/:deliverableId',
    'signedIn',
    () => import('./customer/work/deliverable-page.tsx'),
    {
      stylesheet: 'work',
    },
  ),
  defineAccountPage('/stop-reminders', 'anyone', () => import('./customer/work/stop-reminders-page.tsx')),
  defineAccountPage('/pending-order', 'signedIn', () =>
    import('./customer/order-list-pages.tsx').then(({ unpaidOrdersPage }) => unpaidOrdersPage),
  ),
  defineAccountPage('/pay-now/:id', 'signedIn', () => import('./customer/pay-now-page.tsx')),
  defineAccountPage('/received-payment/:id', 'signedIn', () => import('./customer/received-payment-page.tsx')),
  defineAccountPage('/order-cancelled/:id', 'signedIn', () => import('./customer/cancel-payment-page.tsx')),
  defineAccountPage('/rehearsal/checkout', 'anyone', () => import('./rehearsal/rehearsal-checkout-page.tsx')),
]

/** Pages that replace admin pages for everyone else, inside the public header and footer. */
export const nonAdminReplacementPages: readonly DeclaredPage[] = [
  ...formConfirmationPages,
  defineAccountPage('/add-user', 'anyone', () => import('./account/create-first-admin-page.tsx')),
  defineAccountPage('/add-paypal-Email', 'anyone', () => import('./account/payee-email-for-non-admins-page.tsx')),
]

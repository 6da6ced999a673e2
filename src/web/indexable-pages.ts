import { type DeclaredPage, defineCachedPage, defineUncachedPage } from './define-page.ts'
import { JUST_REGISTERED_PARAM } from './return-path.ts'

/** The pages that search engines may list. The editors' preview renders them too. */
export const indexablePages: readonly DeclaredPage[] = [
  defineCachedPage('/', 'anyone', () => import('./public/home-page.tsx'), {
    cachedQueryParams: [JUST_REGISTERED_PARAM],
  }),
  defineCachedPage('/service/', 'anyone', () => import('./public/services-page.tsx')),
  defineCachedPage('/service/:slug', 'anyone', () => import('./public/service-page.tsx'), { stylesheet: 'secondary' }),
  defineCachedPage('/pricing/', 'anyone', () => import('./public/pricing-page.tsx')),
  defineUncachedPage('/contact', 'anyone', () => import('./public/contact-page.tsx'), { stylesheet: 'secondary' }),
  defineUncachedPage('/contact-us', 'anyone', () => import('./public/contact-page.tsx'), { stylesheet: 'secondary' }),
  defineCachedPage(
    '/sample-report',
    'anyone',
    () => import('./public/sample-pages.tsx').then(({ sampleReportPage: report }) => report),
    { stylesheet: 'secondary' },
  ),
  defineCachedPage(
    '/sample-audit',
    'anyone',
    () => import('./public/sample-pages.tsx').then(({ sampleAuditPage: audit }) => audit),
    { stylesheet: 'secondary' },
  ),
  defineCachedPage('/privacy', 'anyone', () => import('./public/legal-pages.tsx').then(({ privacyPage: privacy }) => privacy), {
    stylesheet: 'secondary',
  }),
  defineCachedPage('/terms', 'anyone', () => import('./public/legal-pages.tsx').then(({ termsPage: terms }) => terms), {
    stylesheet: 'secondary',
  }),
]

import { CONTINUE_PARAM, REGISTERED_PARAM } from './return-path.ts'
import { defineDocumentPage, defineFormPage, type SitePage } from './site-page.ts'

/** The pages that search engines may list. The editors' preview renders them too. */
export const indexablePages: readonly SitePage[] = [
  defineDocumentPage('/', 'anyone', () => import('./public/home-page.tsx'), {
    cachedQueryParams: [REGISTERED_PARAM, CONTINUE_PARAM],
  }),
  defineDocumentPage('/service/', 'anyone', () => import('./public/services-page.tsx')),
  defineDocumentPage('/service/:slug', 'anyone', () => import('./public/service-page.tsx'), { stylesheet: 'details' }),
  defineDocumentPage('/pricing/', 'anyone', () => import('./public/pricing-page.tsx')),
  defineFormPage('/contact', 'anyone', () => import('./public/contact-page.tsx')),
  defineFormPage('/contact-us', 'anyone', () => import('./public/contact-page.tsx')),
  defineDocumentPage(
    '/sample-report',
    'anyone',
    () => import('./public/sample-pages.tsx').then(({ sampleReportPage: report }) => report),
    { stylesheet: 'details' },
  ),
  defineDocumentPage(
    '/sample-audit',
    'anyone',
    () => import('./public/sample-pages.tsx').then(({ sampleAuditPage: audit }) => audit),
    { stylesheet: 'details' },
  ),
  defineDocumentPage('/privacy', 'anyone', () => import('./public/legal-pages.tsx').then(({ privacyPage: privacy }) => privacy)),
  defineDocumentPage('/terms', 'anyone', () => import('./public/legal-pages.tsx').then(({ termsPage: terms }) => terms)),
]

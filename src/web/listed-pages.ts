import { documentPage, formPage, type SitePage } from './page.ts'
import { CONTINUE, REGISTERED } from './return-path.ts'

/** The pages that search engines may list: what the content is shown on, and what the editors' preview draws. */
export const listedPages: readonly SitePage[] = [
  documentPage('/', 'anyone', () => import('./public/landing.tsx'), { reads: [REGISTERED, CONTINUE] }),
  documentPage('/service/', 'anyone', () => import('./public/service.tsx')),
  documentPage('/service/:slug', 'anyone', () => import('./public/service-page.tsx'), { part: 'details' }),
  documentPage('/pricing/', 'anyone', () => import('./public/pricing.tsx')),
  formPage('/contact', 'anyone', () => import('./public/contact.tsx')),
  formPage('/contact-us', 'anyone', () => import('./public/contact.tsx')),
  documentPage('/sample-report', 'anyone', () => import('./public/sample.tsx').then(({ report }) => report), { part: 'details' }),
  documentPage('/sample-audit', 'anyone', () => import('./public/sample.tsx').then(({ audit }) => audit), { part: 'details' }),
  documentPage('/privacy', 'anyone', () => import('./public/legal.tsx').then(({ privacy }) => privacy)),
  documentPage('/terms', 'anyone', () => import('./public/legal.tsx').then(({ terms }) => terms)),
]

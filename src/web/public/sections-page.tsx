import type { ComponentType } from 'react'
import { useLoaderData } from 'react-router'
import type { PageMetadata } from '#contract/core/page-rendering-interface.ts'
import type { PublicPageName } from '#contract/core/public-pages.ts'
import type { PageRouteModule } from '../define-page.ts'
import type { PageContent } from '../page-content.ts'
import { createPublicPageLoader, type PublicPageData } from './load-public-page.ts'
import { PageSections } from './sections/public-sections.tsx'
import { SeoMeta } from './seo-meta.tsx'
import { PageStructuredData } from './structured-data/page-structured-data.tsx'

/** Creates a public page that only renders its sections, and `End` after them. `buildDefaultMetadata`: see `createPublicPageLoader`. */
export function createSectionsPage(
  name: PublicPageName,
  buildDefaultMetadata: (content: PageContent) => PageMetadata,
  End?: ComponentType,
): Pick<PageRouteModule, 'Page'> & ReturnType<typeof createPublicPageLoader> {
  return {
    ...createPublicPageLoader(name, buildDefaultMetadata),
    Page: function SectionsPage() {
      const { content, metadata } = useLoaderData<PublicPageData>()
      return (
        <main id="main" tabIndex={-1}>
          <SeoMeta page={name} metadata={metadata} />
          <PageSections page={name} content={content} />
          {End && <End />}
          <PageStructuredData page={name} metadata={metadata} />
        </main>
      )
    },
  }
}

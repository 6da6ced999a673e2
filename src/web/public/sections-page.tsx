import type { ComponentType } from 'react'
import { useLoaderData } from 'react-router'
import type { PublicPageName } from '../../contract/core/public-pages.ts'
import type { PageMetadata } from '../../contract/core/server-and-pages-interface.ts'
import type { PageRouteModule } from '../define-page.ts'
import type { PageContent } from '../page-content.ts'
import { createPublicPageLoader, type PublicPageData } from './load-public-page.ts'
import { PageSections } from './sections/public-sections.tsx'
import { SeoMeta } from './seo-meta.tsx'
import { PageStructuredData } from './structured-data/page-structured-data.tsx'

/** Creates a public page that only renders its sections, and `End` after them. `buildDefaultFacts`: see `createPublicPageLoader`. */
export function createSectionsPage(
  name: PublicPageName,
  buildDefaultFacts: (content: PageContent) => PageMetadata,
  End?: ComponentType,
): Pick<PageRouteModule, 'Page'> & ReturnType<typeof createPublicPageLoader> {
  return {
    ...createPublicPageLoader(name, buildDefaultFacts),
    Page: function SectionsPage() {
      const { content, facts } = useLoaderData<PublicPageData>()
      return (
        <main id="main" tabIndex={-1}>
          <SeoMeta page={name} facts={facts} />
          <PageSections page={name} content={content} />
          {End && <End />}
          <PageStructuredData page={name} facts={facts} />
        </main>
      )
    },
  }
}

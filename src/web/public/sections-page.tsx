import type { ComponentType } from 'react'
import { useLoaderData } from 'react-router'
import type { PageMetadata } from '../../contract/core/page-renderer.ts'
import type { PublicPageName } from '../../contract/core/public-pages.ts'
import type { PageRouteModule } from '../define-page.ts'
import type { PageContent } from '../load-page-content.ts'
import { createPublicPageLoader, type PublicPageData } from './load-public-page.ts'
import { PageSections } from './sections/public-sections.tsx'
import { SeoMeta } from './seo-meta.tsx'
import { PageGraph } from './structured-data/page-graph.tsx'

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
          <PageGraph page={name} facts={facts} />
        </main>
      )
    },
  }
}

import { useLoaderData } from 'react-router'
import type { PageFacts } from '../../contract/core/page-rendering.ts'
import type { PublicPageName } from '../../contract/core/public-pages.ts'
import type { PageContent } from '../page-content.ts'
import { useRootData } from '../root-route.tsx'
import type { PageModule } from '../site-page.ts'
import { StructuredDataScript } from '../ui/structured-data-script.tsx'
import { createPublicPageLoader, type PublicPageData } from './load-public-page.ts'
import { PageSections } from './sections/public-sections.tsx'
import { SeoMeta } from './seo-meta.tsx'
import { buildBreadcrumbData } from './structured-data/page-structured-data.ts'

/** Creates a public page that only renders its sections. `buildDefaultFacts`: see `createPublicPageLoader`. */
export function createSectionsPage(name: PublicPageName, buildDefaultFacts: (content: PageContent) => PageFacts): PageModule {
  return {
    ...createPublicPageLoader(name, buildDefaultFacts),
    Page: function SectionsPage() {
      const { content, facts } = useLoaderData<PublicPageData>()
      const { origin } = useRootData()
      return (
        <main id="main" tabIndex={-1}>
          <SeoMeta page={name} facts={facts} />
          <PageSections page={name} content={content} />
          <StructuredDataScript graph={[buildBreadcrumbData(origin, name)]} />
        </main>
      )
    },
  }
}

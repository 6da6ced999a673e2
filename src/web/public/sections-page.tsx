import { useLoaderData } from 'react-router'
import type { PublicPageName } from '../../contract/grammar/public-pages.ts'
import type { PageFacts } from '../../contract/grammar/rendering.ts'
import type { PageModule } from '../page.ts'
import type { PageContent } from '../page-content.ts'
import { useRoot } from '../root.tsx'
import { StructuredData } from '../ui/structured-data.tsx'
import { type PublicData, publicData } from './public-data.ts'
import { PublicMeta } from './public-meta.tsx'
import { PageSections } from './sections/all-sections.tsx'
import { breadcrumbData } from './structured-data/page-data.ts'

/** A public page that is its sections and nothing else; `describe` says what holds where the owner has said nothing. */
export function sectionsPage(name: PublicPageName, describe: (content: PageContent) => PageFacts): PageModule {
  return {
    ...publicData(name, describe),
    Page: function SectionsPage() {
      const { content, facts } = useLoaderData<PublicData>()
      const { origin } = useRoot()
      return (
        <main id="main" tabIndex={-1}>
          <PublicMeta page={name} facts={facts} />
          <PageSections page={name} content={content} />
          <StructuredData graph={[breadcrumbData(origin, name)]} />
        </main>
      )
    },
  }
}

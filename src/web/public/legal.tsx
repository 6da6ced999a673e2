import { useLoaderData } from 'react-router'
import { legalClause } from '../../contract/sections/legal-clause.ts'
import { legalWords } from '../../contract/sections/legal-words.ts'
import type { PageModule } from '../page.ts'
import { useRoot } from '../root.tsx'
import { StructuredData } from '../ui/structured-data.tsx'
import { recordsOf, wordsOf } from './page-content.ts'
import { type PublicData, publicData } from './public-data.ts'
import { PublicMeta } from './public-meta.tsx'
import { PageSections } from './sections/all-sections.tsx'
import { clausesOf, legalHeading } from './sections/legal/section.tsx'
import { breadcrumbData } from './structured-data/page-data.ts'

/** What each page is for, also while it says nothing yet. */
const ABOUT = {
  Privacy: 'What we keep about you, why, and what you can ask of us',
  Terms: 'What holds between us when you use this site or order from it',
}

export const privacy = legalPage('Privacy')
export const terms = legalPage('Terms')

/** A page of legal clauses. */
function legalPage(name: 'Privacy' | 'Terms'): PageModule {
  return {
    ...publicData(name, (content) => {
      const titles = clausesOf(name, recordsOf(content, legalClause)).map(({ clauseTitle }) => clauseTitle)
      return { title: legalHeading(name, wordsOf(content, legalWords)), description: [ABOUT[name], ...titles].join('. ') }
    }),
    Page: function Legal() {
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

import { useLoaderData } from 'react-router'
import { sampleSheet } from '../../contract/sections/sample-sheet.ts'
import { sampleWords } from '../../contract/sections/sample-words.ts'
import type { PageModule } from '../page.ts'
import { useRoot } from '../root.tsx'
import { StructuredData } from '../ui/structured-data.tsx'
import { recordsOf, wordsOf } from './page-content.ts'
import { type PublicData, publicData } from './public-data.ts'
import { PublicMeta } from './public-meta.tsx'
import { PageSections } from './sections/all-sections.tsx'
import { introductionOf, type SamplePage, sheetOf } from './sections/samples/sheets.tsx'
import { breadcrumbData } from './structured-data/page-data.ts'

export const report = samplePage('Sample report')
export const audit = samplePage('Sample audit')

/** A page that shows what customers receive. */
function samplePage(name: SamplePage): PageModule {
  return {
    ...publicData(name, (content) => {
      const sheets = recordsOf(content, sampleSheet)
      const { title, lead } = introductionOf(name, sheets, wordsOf(content, sampleWords))
      // Two pages without a sheet say the same of themselves, but for their names.
      return { title, description: sheetOf(name, sheets) ? lead : `${name}: ${lead}` }
    }),
    Page: function Sample() {
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

import { sampleSheet } from '../../contract/content/kinds/sample-sheet.ts'
import { sampleWords } from '../../contract/content/kinds/sample-words.ts'
import { recordsOf, wordsOf } from '../page-content.ts'
import { introductionOf, type SamplePage, sheetOf } from './sections/samples/sheets.tsx'
import { sectionsPage } from './sections-page.tsx'

export const report = samplePage('Sample report')
export const audit = samplePage('Sample audit')

/** A page that shows what customers receive. */
function samplePage(name: SamplePage) {
  return sectionsPage(name, (content) => {
    const sheets = recordsOf(content, sampleSheet)
    const { title, lead } = introductionOf(name, sheets, wordsOf(content, sampleWords))
    // Two pages without a sheet say the same of themselves, but for their names.
    return { title, description: sheetOf(name, sheets) ? lead : `${name}: ${lead}` }
  })
}

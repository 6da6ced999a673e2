import { sampleCopy } from '../../contract/content/kinds/sample-copy.ts'
import { sampleSheet } from '../../contract/content/kinds/sample-sheet.ts'
import { getCopy, getRecords } from '../page-content.ts'
import { findSampleSheet, getSampleIntroduction, type SamplePage } from './sections/samples/sample-page-links.tsx'
import { createSectionsPage } from './sections-page.tsx'

export const sampleReportPage = createSamplePage('Sample report')
export const sampleAuditPage = createSamplePage('Sample audit')

function createSamplePage(name: SamplePage) {
  return createSectionsPage(name, (content) => {
    const sheets = getRecords(content, sampleSheet)
    const { title, lead } = getSampleIntroduction(name, sheets, getCopy(content, sampleCopy))
    // Without sheets, both pages have the same lead: the page's name keeps their descriptions different.
    return { title, description: findSampleSheet(name, sheets) ? lead : `${name}: ${lead}` }
  })
}

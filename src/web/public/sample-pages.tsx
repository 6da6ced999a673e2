import { sampleSheet } from '../../contract/content/kinds/sample-sheet.ts'
import { getRecords } from '../load-page-content.ts'
import { findSampleSheet, type SamplePage } from './sections/samples/sample-page-links.tsx'
import { createSectionsPage } from './sections-page.tsx'

export const sampleReportPage = createSamplePage('Sample report')
export const sampleAuditPage = createSamplePage('Sample audit')

function createSamplePage(name: SamplePage) {
  return createSectionsPage(name, (content) => {
    const sheet = findSampleSheet(name, getRecords(content, sampleSheet))
    return { title: sheet?.heading ?? name, description: sheet?.lead }
  })
}

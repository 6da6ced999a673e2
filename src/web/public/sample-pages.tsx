import { samplePageIntro } from '#contract/content/kinds/sample-page-intro.ts'
import { getRecords } from '../page-content.ts'
import { findSamplePageIntro, type SamplePageName } from './sections/samples/sample-page-links.tsx'
import { createSectionsPage } from './sections-page.tsx'

export const sampleReportPage = createSamplePage('Sample report')
export const sampleAuditPage = createSamplePage('Sample audit')

function createSamplePage(name: SamplePageName) {
  return createSectionsPage(name, (content) => {
    const sheet = findSamplePageIntro(name, getRecords(content, samplePageIntro))
    return { title: sheet?.heading ?? name, description: sheet?.lead }
  })
}

import { auditFinding } from '../../../../contract/content/kinds/audit-finding.ts'
import { samplePart } from '../../../../contract/content/kinds/sample-part.ts'
import { sampleSheet } from '../../../../contract/content/kinds/sample-sheet.ts'
import { defineDemoRecords } from './demo-records.ts'
import { demoAuditFindings, demoAuditParts, demoAuditSheet } from './demo-sample-audit.ts'
import { demoReportParts, demoReportSheet } from './demo-sample-report.ts'

/**
 * The samples of the work. The owner may keep them: each sheet says that it is a sample. Saving a sheet removes its mark
 * (decision 44).
 */
export const demoSamplePages = [
  defineDemoRecords(sampleSheet, [demoReportSheet, demoAuditSheet], { samples: 'untilSaved' }),
  defineDemoRecords(samplePart, [...demoReportParts, ...demoAuditParts]),
  defineDemoRecords(auditFinding, demoAuditFindings),
]

import { auditFinding } from '../../../../contract/content/kinds/audit-finding.ts'
import { samplePart } from '../../../../contract/content/kinds/sample-part.ts'
import { sampleSheet } from '../../../../contract/content/kinds/sample-sheet.ts'
import { auditFindings, auditParts, auditSheet } from './demo-audit.ts'
import { demoOf } from './demo-entry.ts'
import { reportParts, reportSheet } from './demo-report.ts'

/**
 * The samples of the work. They may stay as they are, and say on every sheet what they are: the owner looks at
 * each once and saves its head (docs/decisions/0057).
 */
export const demoSamples = [
  demoOf(sampleSheet, [reportSheet, auditSheet], { samples: 'untilSaved' }),
  demoOf(samplePart, [...reportParts, ...auditParts]),
  demoOf(auditFinding, auditFindings),
]

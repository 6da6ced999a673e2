import { auditFinding } from '../../../../contract/content/kinds/audit-finding.ts'
import { designItem } from '../../../../contract/content/kinds/design-item.ts'
import { paymentEmail } from '../../../../contract/content/kinds/payment-email.ts'
import { redirect } from '../../../../contract/content/kinds/redirect.ts'
import { samplePart } from '../../../../contract/content/kinds/sample-part.ts'
import { sampleSheet } from '../../../../contract/content/kinds/sample-sheet.ts'
import { searchListing } from '../../../../contract/content/kinds/search-listing.ts'
import { contentKinds } from '../../../../contract/content-kinds.ts'
import { getDefaultCopy, isCopyKind } from '../../../../contract/core/copy-kind.ts'
import { type DemoRecords, defineDemoRecords } from './define-demo-records.ts'
import { demoFaq } from './demo-faq.ts'
import { demoFooter } from './demo-footer.ts'
import { demoIntroduction } from './demo-introduction.ts'
import { demoLegal } from './demo-legal.ts'
import { demoPackages } from './demo-packages.ts'
import { demoTeamAndTestimonials } from './demo-people.ts'
import { demoAuditFindings, demoAuditParts, demoAuditSheet } from './demo-sample-audit.ts'
import { demoReportParts, demoReportSheet } from './demo-sample-report.ts'
import { demoServices } from './demo-services.ts'
import { demoSteps } from './demo-steps.ts'
import { demoWork } from './demo-work.ts'

/** The owner may keep these: each sheet says that it is a sample. Saving a sheet removes its mark (decision 44). */
const demoSamplePages = [
  defineDemoRecords(sampleSheet, [demoReportSheet, demoAuditSheet], { samples: 'untilSaved' }),
  defineDemoRecords(samplePart, [...demoReportParts, ...demoAuditParts]),
  defineDemoRecords(auditFinding, demoAuditFindings),
]

/** The demo content of an empty database, in page order. */
export const demoContent: readonly DemoRecords[] = [
  ...demoIntroduction,
  ...demoPackages,
  ...demoServices,
  ...demoSteps,
  ...demoTeamAndTestimonials,
  ...demoFaq,
  ...demoSamplePages,
  ...demoLegal,
  ...demoFooter,
  // The pages have default search listings, and a new site has no old paths.
  defineDemoRecords(searchListing, []),
  defineDemoRecords(redirect, []),
  // A sample payee is enough for rehearsal payments. Live payments ignore it.
  defineDemoRecords(paymentEmail, [{ paypalEmail: 'payee@example.com' }], { samples: ['paypalEmail'] }),
  ...demoWork,
  // Designs are the owner's own work.
  defineDemoRecords(designItem, []),
  // Stores the default copy as records, so that each has an editor page and a history.
  ...contentKinds.filter(isCopyKind).map((copyKind) => defineDemoRecords(copyKind, [getDefaultCopy(copyKind)])),
]

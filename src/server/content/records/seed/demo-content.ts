import { canvaTemplate } from '#contract/content/kinds/canva-template.ts'
import { pageSearchListing } from '#contract/content/kinds/page-search-listing.ts'
import { payeeEmail } from '#contract/content/kinds/payee-email.ts'
import { redirect } from '#contract/content/kinds/redirect.ts'
import { sampleAuditFinding } from '#contract/content/kinds/sample-audit-finding.ts'
import { samplePageIntro } from '#contract/content/kinds/sample-page-intro.ts'
import { samplePagePart } from '#contract/content/kinds/sample-page-part.ts'
import { contentKinds } from '#contract/content-kinds.ts'
import { getDefaultCopyTexts, isCopyKind } from '#contract/core/define-page-copy-kind.ts'
import { type DemoRecordsOfKind, defineDemoRecords } from './define-demo-records.ts'
import { demoBriefsAndDeliverables } from './demo-briefs-and-deliverables.ts'
import { demoContactBusinessInfoAndFooter } from './demo-contact-business-info-and-footer.ts'
import { demoFaq } from './demo-faq.ts'
import { demoLegal } from './demo-legal.ts'
import { demoLogoBannerFeaturesAboutAndCounters } from './demo-logo-banner-features-about-counters.ts'
import { demoPackagesAndAfterPayment } from './demo-packages-and-after-payment.ts'
import { demoAuditFindings, demoAuditIntro, demoAuditParts } from './demo-sample-audit.ts'
import { demoReportIntro, demoReportParts } from './demo-sample-report.ts'
import { demoServicesAndSkills } from './demo-services-and-skills.ts'
import { demoTeamTestimonialsAndVideo } from './demo-team-testimonials-and-video.ts'
import { demoWorkSteps } from './demo-work-steps.ts'
import { sampleNames } from './sample-names.ts'

/** The owner may keep these: each sheet says that it is a sample. Saving a sheet removes its mark (decision 44). */
const demoSamplePages = [
  defineDemoRecords(samplePageIntro, [demoReportIntro, demoAuditIntro], { samples: 'untilSaved' }),
  defineDemoRecords(samplePagePart, [...demoReportParts, ...demoAuditParts]),
  defineDemoRecords(sampleAuditFinding, demoAuditFindings),
]

/** The demo content of an empty database, in page order. */
export const demoContent: readonly DemoRecordsOfKind[] = [
  ...demoLogoBannerFeaturesAboutAndCounters,
  ...demoPackagesAndAfterPayment,
  ...demoServicesAndSkills,
  ...demoWorkSteps,
  ...demoTeamTestimonialsAndVideo,
  ...demoFaq,
  ...demoSamplePages,
  ...demoLegal,
  ...demoContactBusinessInfoAndFooter,
  // The pages have default search listings, and a new site has no old paths.
  defineDemoRecords(pageSearchListing, []),
  defineDemoRecords(redirect, []),
  // A sample payee is enough for rehearsal payments. Live payments ignore it.
  defineDemoRecords(payeeEmail, [{ paypalEmail: sampleNames.payeeEmail }], { samples: ['paypalEmail'] }),
  ...demoBriefsAndDeliverables,
  // Designs are the owner's own work.
  defineDemoRecords(canvaTemplate, []),
  // Stores the default copy as records, so that each has an editor page and a history.
  ...contentKinds.filter(isCopyKind).map((copyKind) => defineDemoRecords(copyKind, [getDefaultCopyTexts(copyKind)])),
]

import { designItem } from '../../../../contract/content/kinds/design-item.ts'
import { paymentEmail } from '../../../../contract/content/kinds/payment-email.ts'
import { redirect } from '../../../../contract/content/kinds/redirect.ts'
import { searchListing } from '../../../../contract/content/kinds/search-listing.ts'
import { contentKinds } from '../../../../contract/content-kinds.ts'
import { getDefaultCopy, isCopyKind } from '../../../../contract/core/copy-kind.ts'
import { demoFaq } from './demo-faq.ts'
import { demoFooter } from './demo-footer.ts'
import { demoIntroduction } from './demo-introduction.ts'
import { demoLegal } from './demo-legal.ts'
import { demoPackages } from './demo-packages.ts'
import { demoTeamAndTestimonials } from './demo-people.ts'
import { type DemoRecords, defineDemoRecords } from './demo-records.ts'
import { demoSamplePages } from './demo-sample-pages.ts'
import { demoServices } from './demo-services.ts'
import { demoSteps } from './demo-steps.ts'

/** What an empty database shows, in page order. */
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
  // The pages speak for themselves, and no address is old yet.
  defineDemoRecords(searchListing, []),
  defineDemoRecords(redirect, []),
  // Good enough to rehearse a payment; where money moves, a sample counts for nobody.
  defineDemoRecords(paymentEmail, [{ paypalEmail: 'payee@example.com' }], { samples: ['paypalEmail'] }),
  // Designs are the owner's own.
  defineDemoRecords(designItem, []),
  // The same words as without a record: so that there is one to open, to change and to look back at.
  ...contentKinds.filter(isCopyKind).map((words) => defineDemoRecords(words, [getDefaultCopy(words)])),
]

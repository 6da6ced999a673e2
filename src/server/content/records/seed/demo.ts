import { designItem } from '../../../../contract/content/kinds/design-item.ts'
import { paymentEmail } from '../../../../contract/content/kinds/payment-email.ts'
import { redirect } from '../../../../contract/content/kinds/redirect.ts'
import { searchListing } from '../../../../contract/content/kinds/search-listing.ts'
import { contentKinds } from '../../../../contract/content-kinds.ts'
import { isWords, ownWords } from '../../../../contract/grammar/words.ts'
import { type DemoEntry, demoOf } from './demo-entry.ts'
import { demoFaq } from './demo-faq.ts'
import { demoFooter } from './demo-footer.ts'
import { demoIntroduction } from './demo-introduction.ts'
import { demoLegal } from './demo-legal.ts'
import { demoPackages } from './demo-packages.ts'
import { demoPeople } from './demo-people.ts'
import { demoSamples } from './demo-samples.ts'
import { demoServices } from './demo-services.ts'
import { demoSteps } from './demo-steps.ts'

/** What an empty database shows, in page order. */
export const demoContent: readonly DemoEntry[] = [
  ...demoIntroduction,
  ...demoPackages,
  ...demoServices,
  ...demoSteps,
  ...demoPeople,
  ...demoFaq,
  ...demoSamples,
  ...demoLegal,
  ...demoFooter,
  // The pages speak for themselves, and no address is old yet.
  demoOf(searchListing, []),
  demoOf(redirect, []),
  // Good enough to rehearse a payment; where money moves, a sample counts for nobody.
  demoOf(paymentEmail, [{ paypalEmail: 'payee@example.com' }], { samples: ['paypalEmail'] }),
  // Designs are the owner's own.
  demoOf(designItem, []),
  // The same words as without a record: so that there is one to open, to change and to look back at.
  ...contentKinds.filter(isWords).map((words) => demoOf(words, [ownWords(words)])),
]

import { about } from './content/kinds/about.ts'
import { accountWords } from './content/kinds/account-words.ts'
import { afterPayment } from './content/kinds/after-payment.ts'
import { afterPaymentWords } from './content/kinds/after-payment-words.ts'
import { auditFinding } from './content/kinds/audit-finding.ts'
import { banner } from './content/kinds/banner.ts'
import { bannerWords } from './content/kinds/banner-words.ts'
import { callToAction } from './content/kinds/call-to-action.ts'
import { confirmationWords } from './content/kinds/confirmation-words.ts'
import { contactEntry } from './content/kinds/contact-entry.ts'
import { contactWords } from './content/kinds/contact-words.ts'
import { copyright } from './content/kinds/copyright.ts'
import { counters } from './content/kinds/counters.ts'
import { countersWords } from './content/kinds/counters-words.ts'
import { designItem } from './content/kinds/design-item.ts'
import { experience } from './content/kinds/experience.ts'
import { faqItem } from './content/kinds/faq-item.ts'
import { faqText } from './content/kinds/faq-text.ts'
import { faqWords } from './content/kinds/faq-words.ts'
import { featureItem } from './content/kinds/feature-item.ts'
import { featureText } from './content/kinds/feature-text.ts'
import { footerAbout } from './content/kinds/footer-about.ts'
import { footerAddress } from './content/kinds/footer-address.ts'
import { footerSocial } from './content/kinds/footer-social.ts'
import { footerWords } from './content/kinds/footer-words.ts'
import { legalClause } from './content/kinds/legal-clause.ts'
import { legalWords } from './content/kinds/legal-words.ts'
import { logo } from './content/kinds/logo.ts'
import { menuWords } from './content/kinds/menu-words.ts'
import { paymentEmail } from './content/kinds/payment-email.ts'
import { pricingPackage } from './content/kinds/pricing-package.ts'
import { pricingWords } from './content/kinds/pricing-words.ts'
import { redirect } from './content/kinds/redirect.ts'
import { samplePart } from './content/kinds/sample-part.ts'
import { sampleSheet } from './content/kinds/sample-sheet.ts'
import { sampleWords } from './content/kinds/sample-words.ts'
import { searchListing } from './content/kinds/search-listing.ts'
import { serviceItem } from './content/kinds/service-item.ts'
import { servicePageWords } from './content/kinds/service-page-words.ts'
import { serviceText } from './content/kinds/service-text.ts'
import { serviceWords } from './content/kinds/service-words.ts'
import { step } from './content/kinds/step.ts'
import { teamMember } from './content/kinds/team-member.ts'
import { teamText } from './content/kinds/team-text.ts'
import { testimonial } from './content/kinds/testimonial.ts'
import { testimonialText } from './content/kinds/testimonial-text.ts'
import { testimonialWords } from './content/kinds/testimonial-words.ts'
import { videoMember } from './content/kinds/video-member.ts'
import { videoSection } from './content/kinds/video-section.ts'
import { videoWords } from './content/kinds/video-words.ts'
import { workStep } from './content/kinds/work-step.ts'
import { workWords } from './content/kinds/work-words.ts'
import type { ContentKind } from './grammar/content-kind.ts'

/** Every kind of content, in page order. */
export const contentKinds: readonly ContentKind[] = refuseDuplicates([
  logo,
  menuWords,
  banner,
  bannerWords,
  featureText,
  featureItem,
  about,
  counters,
  countersWords,
  pricingPackage,
  pricingWords,
  afterPayment,
  afterPaymentWords,
  serviceText,
  serviceItem,
  serviceWords,
  servicePageWords,
  testimonialText,
  testimonial,
  testimonialWords,
  workStep,
  workWords,
  step,
  videoSection,
  videoMember,
  videoWords,
  teamText,
  teamMember,
  faqText,
  faqItem,
  faqWords,
  experience,
  contactEntry,
  contactWords,
  confirmationWords,
  accountWords,
  sampleSheet,
  samplePart,
  auditFinding,
  sampleWords,
  legalClause,
  legalWords,
  callToAction,
  footerAbout,
  footerAddress,
  footerSocial,
  copyright,
  footerWords,
  searchListing,
  redirect,
  paymentEmail,
  designItem,
])

/** Throws where two content kinds claim one kind: their records would mix. */
export function refuseDuplicates(all: readonly ContentKind[]): readonly ContentKind[] {
  const kinds = all.map(({ kind }) => kind)
  const twice = kinds.find((kind, index) => kinds.indexOf(kind) !== index)
  if (twice) throw new Error(`The kind ${twice} is declared twice`)
  return all
}

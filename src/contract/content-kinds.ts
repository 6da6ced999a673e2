import { about } from './content/kinds/about.ts'
import { accountCopy } from './content/kinds/account-copy.ts'
import { afterPayment } from './content/kinds/after-payment.ts'
import { afterPaymentCopy } from './content/kinds/after-payment-copy.ts'
import { auditFinding } from './content/kinds/audit-finding.ts'
import { banner } from './content/kinds/banner.ts'
import { bannerCopy } from './content/kinds/banner-copy.ts'
import { briefQuestion } from './content/kinds/brief-question.ts'
import { callToAction } from './content/kinds/call-to-action.ts'
import { confirmationCopy } from './content/kinds/confirmation-copy.ts'
import { contactCopy } from './content/kinds/contact-copy.ts'
import { contactEntry } from './content/kinds/contact-entry.ts'
import { copyright } from './content/kinds/copyright.ts'
import { counters } from './content/kinds/counters.ts'
import { countersCopy } from './content/kinds/counters-copy.ts'
import { deliverableTemplate } from './content/kinds/deliverable-template.ts'
import { designItem } from './content/kinds/design-item.ts'
import { experience } from './content/kinds/experience.ts'
import { faqCopy } from './content/kinds/faq-copy.ts'
import { faqItem } from './content/kinds/faq-item.ts'
import { faqText } from './content/kinds/faq-text.ts'
import { featureItem } from './content/kinds/feature-item.ts'
import { featureText } from './content/kinds/feature-text.ts'
import { footerAbout } from './content/kinds/footer-about.ts'
import { footerAddress } from './content/kinds/footer-address.ts'
import { footerCopy } from './content/kinds/footer-copy.ts'
import { footerSocial } from './content/kinds/footer-social.ts'
import { legalClause } from './content/kinds/legal-clause.ts'
import { legalCopy } from './content/kinds/legal-copy.ts'
import { logo } from './content/kinds/logo.ts'
import { menuCopy } from './content/kinds/menu-copy.ts'
import { paymentEmail } from './content/kinds/payment-email.ts'
import { pricingCopy } from './content/kinds/pricing-copy.ts'
import { pricingPackage } from './content/kinds/pricing-package.ts'
import { redirect } from './content/kinds/redirect.ts'
import { sampleCopy } from './content/kinds/sample-copy.ts'
import { samplePart } from './content/kinds/sample-part.ts'
import { sampleSheet } from './content/kinds/sample-sheet.ts'
import { searchListing } from './content/kinds/search-listing.ts'
import { searchSettings } from './content/kinds/search-settings.ts'
import { serviceCopy } from './content/kinds/service-copy.ts'
import { serviceItem } from './content/kinds/service-item.ts'
import { servicePageCopy } from './content/kinds/service-page-copy.ts'
import { serviceText } from './content/kinds/service-text.ts'
import { step } from './content/kinds/step.ts'
import { teamMember } from './content/kinds/team-member.ts'
import { teamText } from './content/kinds/team-text.ts'
import { testimonial } from './content/kinds/testimonial.ts'
import { testimonialCopy } from './content/kinds/testimonial-copy.ts'
import { testimonialText } from './content/kinds/testimonial-text.ts'
import { videoCopy } from './content/kinds/video-copy.ts'
import { videoMember } from './content/kinds/video-member.ts'
import { videoSection } from './content/kinds/video-section.ts'
import { workStep } from './content/kinds/work-step.ts'
import { workStepsCopy } from './content/kinds/work-steps-copy.ts'
import type { ContentKind } from './core/content-kind.ts'

/** Every kind of content, in page order. */
export const contentKinds: readonly ContentKind[] = assertUniqueKinds([
  logo,
  menuCopy,
  banner,
  bannerCopy,
  featureText,
  featureItem,
  about,
  counters,
  countersCopy,
  pricingPackage,
  pricingCopy,
  afterPayment,
  afterPaymentCopy,
  serviceText,
  serviceItem,
  serviceCopy,
  servicePageCopy,
  testimonialText,
  testimonial,
  testimonialCopy,
  workStep,
  workStepsCopy,
  step,
  videoSection,
  videoMember,
  videoCopy,
  teamText,
  teamMember,
  faqText,
  faqItem,
  faqCopy,
  experience,
  contactEntry,
  contactCopy,
  confirmationCopy,
  accountCopy,
  sampleSheet,
  samplePart,
  auditFinding,
  sampleCopy,
  legalClause,
  legalCopy,
  callToAction,
  footerAbout,
  footerAddress,
  footerSocial,
  copyright,
  footerCopy,
  searchListing,
  redirect,
  searchSettings,
  paymentEmail,
  briefQuestion,
  deliverableTemplate,
  designItem,
])

/** Throws if two content kinds share a `kind`, because their records would mix. */
export function assertUniqueKinds(all: readonly ContentKind[]): readonly ContentKind[] {
  const kinds = all.map(({ kind }) => kind)
  const duplicateKind = kinds.find((kind, index) => kinds.indexOf(kind) !== index)
  if (duplicateKind) throw new Error(`The kind ${duplicateKind} is declared twice`)
  return all
}

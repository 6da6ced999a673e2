import type { Section } from './section.ts'
import { about } from './sections/about.ts'
import { banner } from './sections/banner.ts'
import { bannerWords } from './sections/banner-words.ts'
import { callToAction } from './sections/call-to-action.ts'
import { confirmationWords } from './sections/confirmation-words.ts'
import { contactEntry } from './sections/contact-entry.ts'
import { contactWords } from './sections/contact-words.ts'
import { copyright } from './sections/copyright.ts'
import { counters } from './sections/counters.ts'
import { countersWords } from './sections/counters-words.ts'
import { designItem } from './sections/design-item.ts'
import { experience } from './sections/experience.ts'
import { faqItem } from './sections/faq-item.ts'
import { faqText } from './sections/faq-text.ts'
import { faqWords } from './sections/faq-words.ts'
import { featureItem } from './sections/feature-item.ts'
import { featureText } from './sections/feature-text.ts'
import { footerAbout } from './sections/footer-about.ts'
import { footerAddress } from './sections/footer-address.ts'
import { footerSocial } from './sections/footer-social.ts'
import { footerWords } from './sections/footer-words.ts'
import { legalClause } from './sections/legal-clause.ts'
import { legalWords } from './sections/legal-words.ts'
import { logo } from './sections/logo.ts'
import { menuWords } from './sections/menu-words.ts'
import { paymentEmail } from './sections/payment-email.ts'
import { pricingPackage } from './sections/pricing-package.ts'
import { pricingWords } from './sections/pricing-words.ts'
import { redirect } from './sections/redirect.ts'
import { searchListing } from './sections/search-listing.ts'
import { serviceItem } from './sections/service-item.ts'
import { serviceText } from './sections/service-text.ts'
import { serviceWords } from './sections/service-words.ts'
import { step } from './sections/step.ts'
import { teamMember } from './sections/team-member.ts'
import { teamText } from './sections/team-text.ts'
import { testimonial } from './sections/testimonial.ts'
import { testimonialText } from './sections/testimonial-text.ts'
import { testimonialWords } from './sections/testimonial-words.ts'
import { videoMember } from './sections/video-member.ts'
import { videoSection } from './sections/video-section.ts'
import { videoWords } from './sections/video-words.ts'
import { workStep } from './sections/work-step.ts'
import { workWords } from './sections/work-words.ts'

/** Every kind of content, in page order. */
export const sections: readonly Section[] = refuseDuplicates([
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
  serviceText,
  serviceItem,
  serviceWords,
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

/** Throws where two sections claim one kind: their records would mix. */
export function refuseDuplicates(all: readonly Section[]): readonly Section[] {
  const kinds = all.map(({ kind }) => kind)
  const twice = kinds.find((kind, index) => kinds.indexOf(kind) !== index)
  if (twice) throw new Error(`The kind ${twice} is declared twice`)
  return all
}

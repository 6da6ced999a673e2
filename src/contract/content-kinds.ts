import { about } from './content/kinds/about.ts'
import { accountActionConfirmationCopy } from './content/kinds/account-action-confirmation-copy.ts'
import { achievementCounters } from './content/kinds/achievement-counters.ts'
import { achievementCountersCopy } from './content/kinds/achievement-counters-copy.ts'
import { afterPaymentCopy } from './content/kinds/after-payment-copy.ts'
import { afterPaymentItem } from './content/kinds/after-payment-item.ts'
import { banner } from './content/kinds/banner.ts'
import { bannerCopy } from './content/kinds/banner-copy.ts'
import { briefQuestion } from './content/kinds/brief-question.ts'
import { businessInfo } from './content/kinds/business-info.ts'
import { callToAction } from './content/kinds/call-to-action.ts'
import { canvaTemplate } from './content/kinds/canva-template.ts'
import { contactCopy } from './content/kinds/contact-copy.ts'
import { contactMethod } from './content/kinds/contact-method.ts'
import { copyright } from './content/kinds/copyright.ts'
import { deliverableTemplate } from './content/kinds/deliverable-template.ts'
import { faqCopy } from './content/kinds/faq-copy.ts'
import { faqItem } from './content/kinds/faq-item.ts'
import { faqSectionHeading } from './content/kinds/faq-section-heading.ts'
import { featureItem } from './content/kinds/feature-item.ts'
import { featuresSectionHeading } from './content/kinds/features-section-heading.ts'
import { footerAbout } from './content/kinds/footer-about.ts'
import { footerCopy } from './content/kinds/footer-copy.ts'
import { footerSocialLinks } from './content/kinds/footer-social-links.ts'
import { formConfirmationCopy } from './content/kinds/form-confirmation-copy.ts'
import { legalClause } from './content/kinds/legal-clause.ts'
import { legalCopy } from './content/kinds/legal-copy.ts'
import { logo } from './content/kinds/logo.ts'
import { menuCopy } from './content/kinds/menu-copy.ts'
import { pageSearchListing } from './content/kinds/page-search-listing.ts'
import { payeeEmail } from './content/kinds/payee-email.ts'
import { pricingCopy } from './content/kinds/pricing-copy.ts'
import { pricingPackage } from './content/kinds/pricing-package.ts'
import { redirect } from './content/kinds/redirect.ts'
import { sampleAuditFinding } from './content/kinds/sample-audit-finding.ts'
import { sampleCopy } from './content/kinds/sample-copy.ts'
import { samplePageIntro } from './content/kinds/sample-page-intro.ts'
import { samplePagePart } from './content/kinds/sample-page-part.ts'
import { searchEngineSettings } from './content/kinds/search-engine-settings.ts'
import { serviceItem } from './content/kinds/service-item.ts'
import { servicePageCopy } from './content/kinds/service-page-copy.ts'
import { servicesSectionCopy } from './content/kinds/services-section-copy.ts'
import { servicesSectionHeading } from './content/kinds/services-section-heading.ts'
import { skillsAndExperience } from './content/kinds/skills-and-experience.ts'
import { teamMember } from './content/kinds/team-member.ts'
import { teamMemberWithSocialLinks } from './content/kinds/team-member-with-social-links.ts'
import { teamSectionHeading } from './content/kinds/team-section-heading.ts'
import { testimonial } from './content/kinds/testimonial.ts'
import { testimonialCopy } from './content/kinds/testimonial-copy.ts'
import { testimonialsSectionHeading } from './content/kinds/testimonials-section-heading.ts'
import { unshownStep } from './content/kinds/unshown-step.ts'
import { videoCopy } from './content/kinds/video-copy.ts'
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
  featuresSectionHeading,
  featureItem,
  about,
  achievementCounters,
  achievementCountersCopy,
  pricingPackage,
  pricingCopy,
  afterPaymentItem,
  afterPaymentCopy,
  servicesSectionHeading,
  serviceItem,
  servicesSectionCopy,
  servicePageCopy,
  testimonialsSectionHeading,
  testimonial,
  testimonialCopy,
  workStep,
  workStepsCopy,
  unshownStep,
  videoSection,
  teamMemberWithSocialLinks,
  videoCopy,
  teamSectionHeading,
  teamMember,
  faqSectionHeading,
  faqItem,
  faqCopy,
  skillsAndExperience,
  contactMethod,
  contactCopy,
  formConfirmationCopy,
  accountActionConfirmationCopy,
  samplePageIntro,
  samplePagePart,
  sampleAuditFinding,
  sampleCopy,
  legalClause,
  legalCopy,
  callToAction,
  footerAbout,
  businessInfo,
  footerSocialLinks,
  copyright,
  footerCopy,
  pageSearchListing,
  redirect,
  searchEngineSettings,
  payeeEmail,
  briefQuestion,
  deliverableTemplate,
  canvaTemplate,
])

const kindsByName = new Map(contentKinds.map((contentKind) => [contentKind.kind, contentKind]))

export function findContentKind(kind: string): ContentKind | undefined {
  return kindsByName.get(kind)
}

/** Throws if two content kinds share a `kind`, because their records would mix. */
export function assertUniqueKinds(all: readonly ContentKind[]): readonly ContentKind[] {
  const kinds = all.map(({ kind }) => kind)
  const duplicateKind = kinds.find((kind, index) => kinds.indexOf(kind) !== index)
  if (duplicateKind) throw new Error(`The kind ${duplicateKind} is declared twice`)
  return all
}

import { type SiteRuleId, siteRuleIds, siteRules } from '../../../../contract/content/site-checks.ts'
import type { AuditedPage, AuditedSite, Problem, Rule } from '../audit.ts'
import type { Check, Site } from '../site.ts'
import { emptySection, sameRecord, sample } from './content.ts'
import { bareDomain, brokenLink } from './links.ts'
import { headingOrder, linkWords, mainHeading, pageAnswers } from './pages.ts'
import { brokenPicture, heavyPage, heavyPicture, pictureWords } from './pictures.ts'
import { proof } from './proof.ts'
import { structuredDataRule } from './structured-data.ts'
import { descriptionLength, sameDescription, sameTitle, titleLength } from './words.ts'

type PageCheck = <Page extends AuditedPage>(site: AuditedSite<Page>) => Problem[]

const pageChecks = {
  'page-answers': pageAnswers,
  'main-heading': mainHeading,
  'heading-order': headingOrder,
  'link-words': linkWords,
} satisfies Partial<Record<SiteRuleId, PageCheck>>

/** Each rule of the contract's table. A missing one doesn't compile. */
const checks: Readonly<Record<SiteRuleId, Check>> = {
  ...pageChecks,
  'broken-link': brokenLink,
  'bare-domain': bareDomain,
  'broken-picture': brokenPicture,
  'structured-data': structuredDataRule,
  'title-length': titleLength,
  'description-length': descriptionLength,
  'same-title': sameTitle,
  'same-description': sameDescription,
  'picture-words': pictureWords,
  'heavy-picture': heavyPicture,
  'heavy-page': heavyPage,
  'empty-section': emptySection,
  'same-record': sameRecord,
  proof,
  sample,
}

/** The rules for our own pages, in the order of the contract's table. */
export const ownRules: readonly Rule<Site, SiteRuleId>[] = siteRuleIds.map((id) => ({
  id,
  severity: siteRules[id].severity,
  check: checks[id],
}))

/** The rules that read only pages, for any site. */
export const pageRules: readonly Rule<AuditedSite, keyof typeof pageChecks>[] = (
  Object.keys(pageChecks) as (keyof typeof pageChecks)[]
).map((id) => ({ id, severity: siteRules[id].severity, check: pageChecks[id] }))

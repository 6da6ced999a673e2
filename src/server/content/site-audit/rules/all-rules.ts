import { type SiteAuditRuleId, siteAuditRuleIds, siteAuditRules } from '#contract/content/site-audit.ts'
import type { AuditedSiteWithContent, SiteRuleCheck } from '../audited-site.ts'
import type { AnyAuditedSite, AuditedPage, AuditRule, RuleProblem } from '../run-audit-rules.ts'
import { contactDetailsNotInBusinessInfoRule, outdatedFactsRule } from './business-fact-rules.ts'
import { duplicateRecordRule, emptyContentKindRule, evidenceRule, sampleContentRule } from './content-rules.ts'
import { brokenImageRule, heavyImageRule, heavyPageRule, imageDescriptionRule, shareImageSizeRule } from './image-rules.ts'
import { bareDomainLinkRule, brokenLinkRule, redirectTargetRule } from './link-rules.ts'
import { packageNumberRule } from './package-number-rule.ts'
import {
  emptyLinkTextRule,
  mainHeadingRule,
  orphanPageRule,
  pageStatusRule,
  skippedLevelAndEmptyHeadingRule,
  thinPageRule,
} from './page-rules.ts'
import {
  descriptionLengthRule,
  duplicateDescriptionRule,
  duplicateTitleRule,
  similarTitleRule,
  titleLengthRule,
} from './search-listing-rules.ts'
import { structuredDataRule } from './structured-data-rule.ts'

type PageRuleCheck = <Page extends AuditedPage>(site: AnyAuditedSite<Page>) => RuleProblem[]

const pageChecks = {
  'page-answers': pageStatusRule,
  'main-heading': mainHeadingRule,
  'heading-order': skippedLevelAndEmptyHeadingRule,
  'link-words': emptyLinkTextRule,
} satisfies Partial<Record<SiteAuditRuleId, PageRuleCheck>>

/** Each rule of the contract's table. A missing one doesn't compile. */
const checksById: Readonly<Record<SiteAuditRuleId, SiteRuleCheck>> = {
  ...pageChecks,
  'broken-link': brokenLinkRule,
  'redirect-target': redirectTargetRule,
  'bare-domain': bareDomainLinkRule,
  'broken-picture': brokenImageRule,
  'structured-data': structuredDataRule,
  'title-length': titleLengthRule,
  'description-length': descriptionLengthRule,
  'same-title': duplicateTitleRule,
  'similar-title': similarTitleRule,
  'same-description': duplicateDescriptionRule,
  'picture-words': imageDescriptionRule,
  'heavy-picture': heavyImageRule,
  'heavy-page': heavyPageRule,
  'share-image-size': shareImageSizeRule,
  'thin-page': thinPageRule,
  'orphan-page': orphanPageRule,
  'old-name': outdatedFactsRule,
  'contact-details': contactDetailsNotInBusinessInfoRule,
  'package-number': packageNumberRule,
  'empty-section': emptyContentKindRule,
  'same-record': duplicateRecordRule,
  proof: evidenceRule,
  sample: sampleContentRule,
}

/** The rules for our own pages, in the order of the contract's table. */
export const allAuditRules: readonly AuditRule<AuditedSiteWithContent, SiteAuditRuleId>[] = siteAuditRuleIds.map((id) => ({
  id,
  severity: siteAuditRules[id].severity,
  check: checksById[id],
}))

/** The rules that read only pages. They fit any site. */
export const auditRulesForAnySite: readonly AuditRule<AnyAuditedSite, keyof typeof pageChecks>[] = (
  Object.keys(pageChecks) as (keyof typeof pageChecks)[]
).map((id) => ({ id, severity: siteAuditRules[id].severity, check: pageChecks[id] }))

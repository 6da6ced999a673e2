import {
  type SiteAuditFinding,
  type SiteAuditRuleId,
  siteAuditRuleIds,
  siteAuditRules,
  siteAuditSeverities,
} from '#contract/content/site-audit.ts'
import type { AuditedSiteWithContent, AuditRule, RuleProblem } from './audited-site.ts'
import { contactDetailsNotInBusinessInfoRule, outdatedFactsRule } from './rules/business-fact-rules.ts'
import { duplicateRecordRule, emptyContentKindRule, evidenceRule, sampleContentRule } from './rules/content-rules.ts'
import { brokenImageRule, heavyImageRule, heavyPageRule, imageDescriptionRule, shareImageSizeRule } from './rules/image-rules.ts'
import { bareDomainLinkRule, brokenLinkRule, redirectTargetRule } from './rules/link-rules.ts'
import {
  emptyLinkTextRule,
  mainHeadingRule,
  orphanPageRule,
  pageStatusRule,
  skippedLevelAndEmptyHeadingRule,
  thinPageRule,
} from './rules/page-rules.ts'
import {
  descriptionLengthRule,
  duplicateDescriptionRule,
  duplicateTitleRule,
  similarTitleRule,
  titleLengthRule,
} from './rules/search-listing-rules.ts'
import { structuredDataRule } from './rules/structured-data-rule.ts'

/** Each rule of the contract's table. A missing one doesn't compile. */
const rules: Readonly<Record<SiteAuditRuleId, AuditRule>> = {
  'page-answers': pageStatusRule,
  'main-heading': mainHeadingRule,
  'heading-order': skippedLevelAndEmptyHeadingRule,
  'link-words': emptyLinkTextRule,
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
  'empty-section': emptyContentKindRule,
  'same-record': duplicateRecordRule,
  proof: evidenceRule,
  sample: sampleContentRule,
}

/** The pages that have each problem, by the problem's key. */
export type PageNamesByProblem = ReadonlyMap<string, ReadonlySet<string>>

/** Returns the findings of all rules, worst first. Merges a problem on several pages into one finding. */
export function runAuditRules(site: AuditedSiteWithContent): SiteAuditFinding[] {
  return mergeProblems(findProblems(site))
}

/** Returns the findings that aren't `known` on all of their pages. */
export function listNewFindings(known: PageNamesByProblem, site: AuditedSiteWithContent): SiteAuditFinding[] {
  const isKnown = (one: ProblemWithRule) => {
    const pages = known.get(getProblemKey(one))
    return pages !== undefined && one.problem.pages.every((page) => pages.has(page))
  }
  return mergeProblems(findProblems(site).filter((one) => !isKnown(one)))
}

export function collectBaselineProblems(site: AuditedSiteWithContent): PageNamesByProblem {
  const problemGroups = Map.groupBy(findProblems(site), getProblemKey)
  return new Map([...problemGroups].map(([key, all]) => [key, new Set(all.flatMap(({ problem }) => problem.pages))]))
}

type ProblemWithRule = { rule: SiteAuditRuleId; problem: RuleProblem }

/** Finds the problems in the order of the contract's table. */
function findProblems(site: AuditedSiteWithContent): ProblemWithRule[] {
  return siteAuditRuleIds.flatMap((rule) => rules[rule](site).map((problem) => ({ rule, problem })))
}

function mergeProblems(problems: readonly ProblemWithRule[]): SiteAuditFinding[] {
  const problemGroups = Map.groupBy(problems, ({ rule, problem: { place, subject = '' } }) =>
    JSON.stringify([rule, place.path, subject]),
  )
  const findings = [...problemGroups.values()].flatMap((all) => {
    const [first] = all
    if (!first) return []
    const { rule, problem } = first
    const { severity } = siteAuditRules[rule]
    const pages = [...new Set(all.flatMap((one) => one.problem.pages))]
    return { rule, severity, says: problem.says, pages, place: problem.place }
  })
  return findings.toSorted((a, b) => siteAuditSeverities.indexOf(a.severity) - siteAuditSeverities.indexOf(b.severity))
}

/** Leaves the place out: after a fix, the same problem may be found in the next field. */
function getProblemKey({ rule, problem: { subject = '' } }: ProblemWithRule): string {
  return JSON.stringify([rule, subject])
}

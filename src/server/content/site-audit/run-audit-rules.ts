import { type SiteAuditSeverity, siteAuditSeverities } from '#contract/content/site-audit.ts'
import type { ParsedPage } from './parse-page-html.ts'

/** A page as a visitor gets it. `name` is unique on its site. */
export type AuditedPage = { name: string; path: string; status: number; headers: Headers; html: ParsedPage }

/** Where a problem is fixed: a field in an editor of our site, or the page itself on another site. */
export type FixPlace = { name: string; path: string }

/** The input of an audit. `locate` finds the place whose value satisfies `matches`. */
export type AnyAuditedSite<Page extends AuditedPage = AuditedPage> = {
  /** Without a trailing slash. */
  origin: string
  pages: readonly Page[]
  locate: (page: Page, matches?: (value: string) => boolean) => FixPlace
}

/** One problem. `subject` identifies it among problems of the same rule, even if the numbers in its sentence change. */
export type RuleProblem = { says: string; subject?: string; pages: readonly string[]; place: FixPlace }

/** `Site` is only what the rule reads. A rule that reads only pages fits any site. */
export type AuditRule<Site, Id extends string = string> = {
  id: Id
  severity: SiteAuditSeverity
  check: (site: Site) => RuleProblem[]
}

type AuditFinding<Id extends string = string> = {
  rule: Id
  severity: SiteAuditSeverity
  says: string
  pages: string[]
  place: FixPlace
}

/** The pages that have each problem, by the problem's key. */
export type PageNamesByProblem = ReadonlyMap<string, ReadonlySet<string>>

/** Runs the rules and returns the findings, worst first. Merges a problem on several pages into one finding. */
export function runAuditRules<Site, Id extends string>(site: Site, rules: readonly AuditRule<Site, Id>[]): AuditFinding<Id>[] {
  return mergeProblems(findProblems(site, rules))
}

/** Returns the findings that aren't `known` on all of their pages. */
export function listNewFindings<Site, Id extends string>(
  known: PageNamesByProblem,
  site: Site,
  rules: readonly AuditRule<Site, Id>[],
) {
  const isKnown = (one: ProblemWithRule<Id>) => {
    const pages = known.get(getProblemKey(one))
    return pages !== undefined && one.problem.pages.every((page) => pages.has(page))
  }
  return mergeProblems(findProblems(site, rules).filter((one) => !isKnown(one)))
}

export function collectBaselineProblems<Site>(site: Site, rules: readonly AuditRule<Site>[]): PageNamesByProblem {
  const problemGroups = Map.groupBy(findProblems(site, rules), getProblemKey)
  return new Map([...problemGroups].map(([key, all]) => [key, new Set(all.flatMap(({ problem }) => problem.pages))]))
}

type ProblemWithRule<Id extends string = string> = { rule: Id; severity: SiteAuditSeverity; problem: RuleProblem }

function findProblems<Site, Id extends string>(site: Site, rules: readonly AuditRule<Site, Id>[]): ProblemWithRule<Id>[] {
  return rules.flatMap(({ id: rule, severity, check }) => check(site).map((problem) => ({ rule, severity, problem })))
}

function mergeProblems<Id extends string>(problems: readonly ProblemWithRule<Id>[]): AuditFinding<Id>[] {
  const problemGroups = Map.groupBy(problems, ({ rule, problem: { place, subject = '' } }) =>
    JSON.stringify([rule, place.path, subject]),
  )
  const findings = [...problemGroups.values()].flatMap((all) => {
    const [first] = all
    if (!first) return []
    const { rule, severity, problem } = first
    const pages = [...new Set(all.flatMap((one) => one.problem.pages))]
    return { rule, severity, says: problem.says, pages, place: problem.place }
  })
  return findings.toSorted((a, b) => siteAuditSeverities.indexOf(a.severity) - siteAuditSeverities.indexOf(b.severity))
}

/** Leaves the place out: after a fix, the same problem may be found in the next field. */
function getProblemKey({ rule, problem: { subject = '' } }: ProblemWithRule): string {
  return JSON.stringify([rule, subject])
}

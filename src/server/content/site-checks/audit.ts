import { type Severity, severities } from '../../../contract/content/site-checks.ts'
import type { PageHtml } from './read-page.ts'

/** A page as a visitor gets it. `name` is unique on its site. */
export type AuditedPage = { name: string; path: string; status: number; headers: Headers; html: PageHtml }

/** Where a problem is fixed: for our own pages a field in its editor, for another site's the page itself. */
export type Place = { name: string; path: string }

/** What an audit reads: the pages, and how to find the place whose text or URL `holds` returns true for. */
export type AuditedSite<Page extends AuditedPage = AuditedPage> = {
  /** Without a trailing slash. */
  origin: string
  pages: readonly Page[]
  locate: (page: Page, holds?: (value: string) => boolean) => Place
}

/** One problem. `subject` tells it from others of the same rule on the same pages, whatever numbers the sentence has. */
export type Problem = { says: string; subject?: string; pages: readonly string[]; place: Place }

/** A rule asks for no more of the site than it names: one that reads only pages checks any site. */
export type Rule<Site, Id extends string = string> = { id: Id; severity: Severity; check: (site: Site) => Problem[] }

export type Finding<Id extends string = string> = {
  rule: Id
  severity: Severity
  says: string
  pages: string[]
  place: Place
}

/** The pages on which each problem is, by the problem's key. */
export type KnownProblems = ReadonlyMap<string, ReadonlySet<string>>

/** Runs the rules and returns the findings, worst first. A problem on several pages is one finding. */
export function findingsOn<Site, Id extends string>(site: Site, rules: readonly Rule<Site, Id>[]): Finding<Id>[] {
  return merged(problemsOn(site, rules))
}

/** Returns the findings that aren't `known` on all of their pages. */
export function newFindings<Site, Id extends string>(known: KnownProblems, site: Site, rules: readonly Rule<Site, Id>[]) {
  const isKnown = (one: RuledProblem<Id>) => {
    const pages = known.get(keyAnywhere(one))
    return pages !== undefined && one.problem.pages.every((page) => pages.has(page))
  }
  return merged(problemsOn(site, rules).filter((one) => !isKnown(one)))
}

export function knownProblems<Site>(site: Site, rules: readonly Rule<Site>[]): KnownProblems {
  const same = Map.groupBy(problemsOn(site, rules), keyAnywhere)
  return new Map([...same].map(([key, all]) => [key, new Set(all.flatMap(({ problem }) => problem.pages))]))
}

type RuledProblem<Id extends string = string> = { rule: Id; severity: Severity; problem: Problem }

function problemsOn<Site, Id extends string>(site: Site, rules: readonly Rule<Site, Id>[]): RuledProblem<Id>[] {
  return rules.flatMap(({ id: rule, severity, check }) => check(site).map((problem) => ({ rule, severity, problem })))
}

function merged<Id extends string>(problems: readonly RuledProblem<Id>[]): Finding<Id>[] {
  const same = Map.groupBy(problems, ({ rule, problem: { place, subject = '' } }) => JSON.stringify([rule, place.path, subject]))
  const findings = [...same.values()].flatMap((all) => {
    const [first] = all
    if (!first) return []
    const { rule, severity, problem } = first
    const pages = [...new Set(all.flatMap((one) => one.problem.pages))]
    return { rule, severity, says: problem.says, pages, place: problem.place }
  })
  return findings.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))
}

/** Leaves the place out: the rest of a problem may be in the next field. */
function keyAnywhere({ rule, problem: { subject = '' } }: RuledProblem): string {
  return JSON.stringify([rule, subject])
}

import { type Finding, type SiteRuleId, severities, siteRuleIds, siteRules } from '../../../../contract/content/site-checks.ts'
import type { Check, Problem, Site } from '../site.ts'
import { emptySection, sameRecord, sample } from './content.ts'
import { bareDomain, brokenLink } from './links.ts'
import { brokenPicture, heavyPage, heavyPicture, pictureWords } from './pictures.ts'
import { proof } from './proof.ts'
import { structuredDataRule } from './structured-data.ts'
import { descriptionLength, headingOrder, linkWords, mainHeading, sameDescription, sameTitle, titleLength } from './words.ts'

const pageAnswers: Check = ({ pages }) =>
  pages
    .filter(({ status }) => status !== 200)
    .map(({ name, path, status }) => ({
      says: `This page cannot be shown: it answers ${status}.`,
      subject: String(status),
      pages: [name],
      place: { name, path },
    }))

/** Each rule of the contract's table; one that is forgotten does not compile. */
const checks: Readonly<Record<SiteRuleId, Check>> = {
  'page-answers': pageAnswers,
  'main-heading': mainHeading,
  'broken-link': brokenLink,
  'bare-domain': bareDomain,
  'broken-picture': brokenPicture,
  'structured-data': structuredDataRule,
  'title-length': titleLength,
  'description-length': descriptionLength,
  'same-title': sameTitle,
  'same-description': sameDescription,
  'heading-order': headingOrder,
  'link-words': linkWords,
  'picture-words': pictureWords,
  'heavy-picture': heavyPicture,
  'heavy-page': heavyPage,
  'empty-section': emptySection,
  'same-record': sameRecord,
  proof,
  sample,
}

/** What is wrong on a site, the worst first; the same thing on several pages once. */
export function findingsOn(site: Site): Finding[] {
  return merged(problemsOn(site))
}

/** What is wrong on a site that is not among what was `known` before, page by page: what stands already is nobody's question now. */
export function newFindings(known: KnownProblems, after: Site): Finding[] {
  const isKnown = (problem: RuledProblem) => {
    const pages = known.get(keyAnywhere(problem))
    return pages !== undefined && problem.pages.every((page) => pages.has(page))
  }
  return merged(problemsOn(after).filter((problem) => !isKnown(problem)))
}

/** What is wrong on a site, told apart, with the pages on which it is. */
export type KnownProblems = ReadonlyMap<string, ReadonlySet<string>>

export function knownProblems(site: Site): KnownProblems {
  const same = Map.groupBy(problemsOn(site), keyAnywhere)
  return new Map([...same].map(([key, problems]) => [key, new Set(problems.flatMap(({ pages }) => pages))]))
}

type RuledProblem = Problem & { rule: SiteRuleId }

function problemsOn(site: Site): RuledProblem[] {
  return siteRuleIds.flatMap((rule) => checks[rule](site).map((problem) => ({ ...problem, rule })))
}

function merged(problems: readonly RuledProblem[]): Finding[] {
  const same = Map.groupBy(problems, keyOf)
  const findings = [...same.values()].flatMap((all) => {
    const [first] = all
    if (!first) return []
    const { rule, says, place } = first
    const pages = [...new Set(all.flatMap((one) => one.pages))]
    return { rule, severity: siteRules[rule].severity, says, pages, place }
  })
  return findings.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))
}

function keyOf({ rule, place, subject = '' }: RuledProblem): string {
  return JSON.stringify([rule, place.path, subject])
}

/** Without its place: what is left to do of one thing may stand in its next field. */
function keyAnywhere({ rule, subject = '' }: RuledProblem): string {
  return JSON.stringify([rule, subject])
}

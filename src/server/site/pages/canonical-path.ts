import type { PageDeclaration } from '#contract/core/page-rendering-interface.ts'
import { collapseLeadingSlashes, toUnambiguousRequestTarget } from '#platform/http/request-targets.ts'

/** Returns the canonical path of the requested page with the query. Returns undefined if the target is canonical or no page. */
export type FindCanonicalPath = (target: string) => string | undefined

type PageRoute = Pick<PageDeclaration, 'path' | 'accepts'>

/** Links from old sites name this file. */
const INDEX_FILE = 'index.html'

type Candidate<Page = PageRoute> = Page & { segmentPatterns: readonly string[] }

/**
 * Every page has one path (docs/decisions/0056). Other spellings differ in letter case, percent-encoding, slashes or
 * `index.html` at their end. The
 * finder keeps the spelling of ids. It returns only declared paths, so no redirect leaves the site.
 */
export function createCanonicalPathFinder(pages: readonly PageRoute[]): FindCanonicalPath {
  const findCandidate = createCandidateFinder(pages)

  return (target) => {
    const requestTarget = collapseLeadingSlashes(target)
    if (!requestTarget) return undefined
    const segments = splitPath(requestTarget.path).filter(
      (segment, index, all) => index < all.length - 1 || segment !== INDEX_FILE,
    )
    const match = findCandidate(segments)
    if (!match) return undefined
    const canonical = buildPath(match, segments)
    const [requestedPath = '', ...query] = requestTarget.target.split(/(?=\?)/)
    // Some browsers read a backslash as a slash.
    const canonicalTarget = canonical + query.join('').replaceAll('\\', '%5C')
    return canonical !== requestedPath && toUnambiguousRequestTarget(canonicalTarget) === canonicalTarget
      ? canonicalTarget
      : undefined
  }
}

/** Returns a function that finds the declared page of a path in any spelling, also if no record has its id. */
export function createPageRouteFinder<Page extends PageRoute>(pages: readonly Page[]): (path: string) => Page | undefined {
  const findCandidate = createCandidateFinder(pages)
  return (path) => findCandidate(splitPath(path))
}

function createCandidateFinder<Page extends PageRoute>(
  pages: readonly Page[],
): (segments: readonly string[]) => Candidate<Page> | undefined {
  const candidates = pages.map((page): Candidate<Page> => ({ ...page, segmentPatterns: splitPath(page.path) }))
  const byLength = Map.groupBy(candidates, ({ segmentPatterns }) => segmentPatterns.length)
  return (segments) => {
    // A page with a fixed path precedes a page with an id in its place.
    const [match] = (byLength.get(segments.length) ?? [])
      .filter((candidate) => matchesPath(candidate, segments))
      .toSorted((a, b) => countParameters(a) - countParameters(b))
    return match
  }
}

function splitPath(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '')
}

const countParameters = ({ segmentPatterns }: Candidate) => segmentPatterns.filter(isParameter).length

function isParameter(segment: string): boolean {
  return segment.startsWith(':')
}

function matchesPath({ segmentPatterns, accepts }: Candidate, segments: readonly string[]): boolean {
  if (
    !segmentPatterns.every(
      (segment, index) => isParameter(segment) || segment.toLowerCase() === decodeSegment(segments[index])?.toLowerCase(),
    )
  )
    return false
  const parameters = segmentPatterns.flatMap((segment, index) =>
    isParameter(segment) ? [[segment.slice(1), decodeSegment(segments[index])] as const] : [],
  )
  if (parameters.some(([, value]) => value === undefined || /[/\\]/.test(value))) return false
  return accepts?.(Object.fromEntries(parameters)) ?? true
}

/** Fills the target's ids into the page's path. Slugs become lowercase. Ids keep their case. */
function buildPath({ path }: Candidate, segments: readonly string[]): string {
  let index = 0
  return path.replace(/[^/]+/g, (segment) => {
    const value = segments[index++] ?? ''
    if (segment === ':slug') return value.toLowerCase()
    return isParameter(segment) ? value : segment
  })
}

function decodeSegment(segment = ''): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

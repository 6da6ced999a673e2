import type { SitePage } from '../../../contract/core/page-rendering.ts'
import { collapseLeadingSlashes, parseRequestTarget } from '../../platform/http/request-target.ts'

/** The one address of the page that a request's target leads to, with its query; undefined where that is the target itself, or no page. */
export type FindCanonicalPath = (target: string) => string | undefined

type PageRoute = Pick<SitePage, 'path' | 'accepts'>

type Candidate = PageRoute & { segmentPatterns: readonly string[] }

/**
 * Every page has one address (docs/decisions/0056), which the site map spells. Capitals, percent-encoding, a slash too
 * many and one too few lead to it; what stands for an id is kept as it is written. Only addresses that are declared
 * come out, so none leads off the site.
 */
export function createCanonicalPathFinder(pages: readonly PageRoute[]): FindCanonicalPath {
  const candidates = pages.map((page): Candidate => ({ ...page, segmentPatterns: splitPath(page.path) }))
  const byLength = Map.groupBy(candidates, ({ segmentPatterns }) => segmentPatterns.length)

  return (target) => {
    const requestTarget = collapseLeadingSlashes(target)
    if (!requestTarget) return undefined
    const segments = splitPath(requestTarget.path)
    // A page that is named in full goes before one with an id in its place.
    const match = (byLength.get(segments.length) ?? [])
      .filter((candidate) => matchesPath(candidate, segments))
      .toSorted((a, b) => countParameters(a) - countParameters(b))[0]
    if (!match) return undefined
    const canonical = buildPath(match, segments)
    const [requestedPath = '', ...query] = requestTarget.target.split(/(?=\?)/)
    // Some browsers read a backslash as a slash.
    const canonicalTarget = canonical + query.join('').replaceAll('\\', '%5C')
    return canonical !== requestedPath && parseRequestTarget(canonicalTarget) === canonicalTarget ? canonicalTarget : undefined
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
      (segment, at) => isParameter(segment) || segment.toLowerCase() === decodeSegment(segments[at])?.toLowerCase(),
    )
  )
    return false
  const parameters = segmentPatterns.flatMap((segment, at) =>
    isParameter(segment) ? [[segment.slice(1), decodeSegment(segments[at])] as const] : [],
  )
  if (parameters.some(([, value]) => value === undefined || /[/\\]/.test(value))) return false
  return accepts?.(Object.fromEntries(parameters)) ?? true
}

/** The page's path with what the target says in the places of its ids. A slug is made of small letters; an id is the database's. */
function buildPath({ path }: Candidate, segments: readonly string[]): string {
  let at = 0
  return path.replace(/[^/]+/g, (segment) => {
    const value = segments[at++] ?? ''
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

/** Replaces a refused target. It is not a valid path, so the router answers 400 before any hook runs. */
const REFUSED_TARGET = '/%'

/** Some clients send an absolute URL (RFC 9112, section 3.2.2). Only its path counts. */
const ORIGIN_PREFIX = /^https?:\/\/[\w.:[\]-]+(?=[/?]|$)/i

/**
 * Returns the request target that all later code reads. The router matches the path unchanged, but a URL parser rewrites
 * it (`\`, `..`, tabs). A check of one reading must not allow the other, so targets that a parser would change are
 * refused.
 */
export function toUnambiguousRequestTarget(target = ''): string {
  const originPrefix = ORIGIN_PREFIX.exec(target)?.[0]
  if (originPrefix === undefined) return isUnambiguous(target) ? target : REFUSED_TARGET
  const rest = target.slice(originPrefix.length)
  const path = rest.startsWith('/') ? rest : `/${rest}`
  return isUnambiguous(path) ? path : REFUSED_TARGET
}

/**
 * Returns a target without its origin, and its path with only one leading slash. Works for refused targets too.
 * Returns undefined if a parser would still change the path.
 */
export function collapseLeadingSlashes(target: string): { target: string; path: string } | undefined {
  const targetWithoutOrigin = target.slice(ORIGIN_PREFIX.exec(target)?.[0].length ?? 0)
  const plain = targetWithoutOrigin.replace(/^\/{2,}/, '/')
  return isUnambiguous(plain) ? { target: targetWithoutOrigin, path: plain.replace(/\?.*/, '') } : undefined
}

/** Returns whether the target is printable ASCII without a fragment and parsing doesn't change its path. */
function isUnambiguous(target: string): boolean {
  if (!/^\/[!-~]*$/.test(target) || target.includes('#')) return false
  const end = target.indexOf('?')
  return URL.parse(target, 'http://localhost')?.pathname === (end === -1 ? target : target.slice(0, end))
}

/** Creates a test for paths of these forms, such as `/my-order/:id`. */
export function createPathPatternMatcher(forms: readonly string[]): (path: string) => boolean {
  const allSegments = forms.map((form) => form.split('/'))
  return (path) => {
    const parts = path.split('/')
    const matches = (segments: readonly string[]) =>
      segments.length === parts.length && segments.every((segment, at) => segment.startsWith(':') || segment === parts[at])
    return allSegments.some(matches)
  }
}

/** Returns one key for all spellings of a URL. Ignores case, percent-encoding and a trailing slash. */
export function normalizePathname({ pathname }: URL): string {
  return decodePathname(pathname)
    .toLowerCase()
    .replace(/(.)\/$/, '$1')
}

function decodePathname(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

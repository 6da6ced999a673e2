/** What a refused target becomes: no address by anybody's reading, so the router answers 400 before any hook runs. */
const REFUSED_TARGET = '/%'

/** Some clients name the whole address (RFC 9112, section 3.2.2); of that only the path counts. */
const ORIGIN_PREFIX = /^https?:\/\/[\w.:[\]-]+(?=[/?]|$)/i

/**
 * The target of a request line as everybody behind the router reads it. The router matches the path as
 * it stands, a URL parser first mends it (`\`, `..`, tabs), and what checked one reading must not serve
 * the other: so a target that a parser would change is refused, whatever it leads to.
 */
export function parseRequestTarget(target = ''): string {
  const originPrefix = ORIGIN_PREFIX.exec(target)?.[0]
  if (originPrefix === undefined) return isUnambiguous(target) ? target : REFUSED_TARGET
  const rest = target.slice(originPrefix.length)
  const path = rest.startsWith('/') ? rest : `/${rest}`
  return isUnambiguous(path) ? path : REFUSED_TARGET
}

/**
 * A target without what stands before its path, and the path by itself, with one slash in the place of several at its
 * beginning: so much can be asked of a target that is refused. Undefined where a parser would read even that otherwise.
 */
export function collapseLeadingSlashes(target: string): { target: string; path: string } | undefined {
  const targetWithoutOrigin = target.slice(ORIGIN_PREFIX.exec(target)?.[0].length ?? 0)
  const plain = targetWithoutOrigin.replace(/^\/{2,}/, '/')
  return isUnambiguous(plain) ? { target: targetWithoutOrigin, path: plain.replace(/\?.*/, '') } : undefined
}

/** Printable ASCII without a fragment, and a path that parsing leaves as it is. */
function isUnambiguous(target: string): boolean {
  if (!/^\/[!-~]*$/.test(target) || target.includes('#')) return false
  const end = target.indexOf('?')
  return URL.parse(target, 'http://localhost')?.pathname === (end === -1 ? target : target.slice(0, end))
}

/** One key for all spellings of an address: capitals, percent-encoding and a slash at the end make no difference. */
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

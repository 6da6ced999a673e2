import { normalizePathname } from '#platform/http/request-targets.ts'
import type { RecordValidator } from '../../content/records/records.ts'

/** The values of a redirect. Stored ones may break today's rules. A former path of a record has no id. */
export type RedirectValues = { readonly [field: string]: string | undefined; id?: string }

/** Where an old path leads. `url` is missing if it is gone. A request matches if its query has all of `query`. */
type RedirectTarget = { url: URL | undefined; query: readonly (readonly [string, string])[]; id: string | undefined }

/** The targets of each old path, those with the longest query first. */
type RedirectTargetsByPath = ReadonlyMap<string, readonly RedirectTarget[]>

/** The end of a chain of redirects. `url` is missing if it is gone. */
type ChainEnd = { url: URL | undefined; isLoop: boolean; usedIds: readonly string[] }

const PATH_IN_USE = 'This address has a page, so the redirect would never be used.'
const REDIRECT_LOOP = 'This leads back to the old address, so visitors would go in circles.'

/** Leaves out URLs of other sites. Of two redirects for one path and query, the first counts. */
function buildRedirectTargetsByPath(entries: readonly RedirectValues[], origin: string): RedirectTargetsByPath {
  const targets = entries.flatMap(({ id, oldPath = '', state, newPath = '' }) => {
    const from = URL.parse(oldPath, origin)
    const url = state === 'Gone' ? undefined : URL.parse(newPath, origin)
    if (!from || url === null || (url && url.origin !== origin)) return []
    return { key: normalizePathname(from), target: { url, query: [...from.searchParams], id } }
  })
  const grouped = Map.groupBy(targets, ({ key }) => key)
  return new Map(
    [...grouped].map(([key, all]) => [key, all.map(({ target }) => target).toSorted((a, b) => b.query.length - a.query.length)]),
  )
}

export type RedirectFollower = ReturnType<typeof createRedirectFollower>

/** Creates a function that follows these redirects from a URL to their end, or to a page at one of `pagePaths`. */
export function createRedirectFollower(entries: readonly RedirectValues[], pagePaths: readonly string[], origin: string) {
  const targets = buildRedirectTargetsByPath(entries, origin)
  const pages = new Set(pagePaths.map((path) => normalizePathname(new URL(path, origin))))
  return (start: URL, options?: { needsQuery?: boolean }): ChainEnd | undefined => followRedirects(targets, start, pages, options)
}

/**
 * Follows the redirects from a URL to their end. `pages` are the paths that only a redirect with a query replaces. Returns
 * undefined if none matches. `needsQuery` requires a query of the first redirect.
 */
function followRedirects(
  targets: RedirectTargetsByPath,
  start: URL,
  pages: ReadonlySet<string>,
  { needsQuery }: { needsQuery?: boolean } = {},
): ChainEnd | undefined {
  const used = new Set<RedirectTarget>()
  let url = start
  for (;;) {
    const key = normalizePathname(url)
    const isQueryNeeded = pages.has(key) || (needsQuery && used.size === 0)
    const target = targets.get(key)?.find(({ query }) => (query.length > 0 || !isQueryNeeded) && hasQuery(url, query))
    const usedIds = [...used, target].flatMap((one) => one?.id ?? [])
    if (!target) return used.size > 0 ? { url, isLoop: false, usedIds } : undefined
    if (used.has(target)) return { url, isLoop: true, usedIds }
    if (!target.url) return { url: undefined, isLoop: false, usedIds }
    used.add(target)
    url = resolveTarget(target.url, url, target.query)
  }
}

function hasQuery({ searchParams }: URL, query: RedirectTarget['query']): boolean {
  return query.every(([name, value]) => searchParams.has(name, value))
}

/** Adds the fragment, and the query without the parameters that matched, if the new URL has none. */
function resolveTarget(target: URL, old: URL, matchedQuery: RedirectTarget['query']): URL {
  const to = new URL(target)
  to.hash ||= old.hash
  if (to.search !== '') return to
  if (matchedQuery.length === 0) to.search = old.search
  else for (const [name, value] of old.searchParams) if (!isMatched(name, value)) to.searchParams.append(name, value)
  return to

  function isMatched(name: string, value: string): boolean {
    return matchedQuery.some(([matchedName, matchedValue]) => name === matchedName && value === matchedValue)
  }
}

/** Refuses a redirect from the path of a page, and redirects that form a loop. */
export function createRedirectSaveValidator(origin: string, pagePaths: readonly string[]): RecordValidator {
  const toPathKey = (path: string) => normalizePathname(new URL(path, origin))
  const pages = new Set(pagePaths.filter((path) => !path.includes(':')).map(toPathKey))

  return (values, otherRecords) => {
    const from = new URL(values.oldPath ?? '', origin)
    const isPathInUse = from.search === '' && pages.has(normalizePathname(from))
    const end = followRedirects(buildRedirectTargetsByPath([values, ...otherRecords], origin), from, pages)
    return { ...(isPathInUse && { oldPath: PATH_IN_USE }), ...(end?.isLoop && { newPath: REDIRECT_LOOP }) }
  }
}

import { redirect } from '../../../contract/content/kinds/redirect.ts'
import type { ContentModule } from '../../content/records/records.ts'
import { type ContentVersion, cachePerContentVersion } from '../../platform/db/content-version.ts'
import { normalizePathname } from '../../platform/http/request-target.ts'
import { isSameOriginLocation } from '../../platform/http/same-origin.ts'
import type { FindCanonicalPath } from './canonical-path.ts'

/** The new path of a page, or `gone`. */
export type Redirect = { to: string } | 'gone'

export type FindRedirect = (path: string) => Promise<Redirect | undefined>

/** The values of a redirect. Stored ones may break today's rules. */
type RedirectEntry = Readonly<Record<string, string>>

type Dependencies = {
  contentVersion: ContentVersion
  readRedirects: () => Promise<readonly RedirectEntry[]>
  origin: string
  /** Paths of pages. No redirect replaces them. */
  pagePaths: readonly string[]
  /** Corrects the spelling of a new path, so that a visitor is redirected only once. */
  findCanonicalPath: FindCanonicalPath
}

/** Lists where old paths lead: first the owner's redirects in their order, then the old paths of records. */
export async function listRedirects(
  content: Pick<ContentModule, 'list' | 'listOldRecordPaths'>,
): Promise<readonly RedirectEntry[]> {
  const ownerRedirects = await content.list(redirect)
  const oldRecordPaths = await content.listOldRecordPaths()
  return [
    ...ownerRedirects.map(({ values }) => values),
    ...oldRecordPaths.map(({ oldPath, newPath }) => ({
      oldPath,
      ...(newPath ? { state: 'Moved', newPath } : { state: 'Gone' }),
    })),
  ]
}

/**
 * Creates a function that finds the redirect of a path without a page. It follows a chain to its end, so that a visitor is
 * redirected only once. It ignores a loop, and a redirect that leaves the site.
 */
export function createRedirectFinder({
  contentVersion,
  readRedirects,
  origin,
  pagePaths,
  findCanonicalPath,
}: Dependencies): FindRedirect {
  const pages = new Set(pagePaths.map((path) => normalizePathname(new URL(path, origin))))
  const targets = cachePerContentVersion(contentVersion, async () => buildTargets(await readRedirects(), origin))

  return async (path) => {
    const targetsByKey = await targets()
    const visited = new Set<string>()
    let url = new URL(origin + path)
    for (;;) {
      const key = normalizePathname(url)
      const target = pages.has(key) ? undefined : targetsByKey.get(key)
      if (!target) return visited.size > 0 ? toRedirect(url) : undefined
      if (target === 'gone') return target
      if (visited.has(key)) return undefined
      visited.add(key)
      url = resolveTarget(target, url)
    }
  }

  function toRedirect({ pathname, search, hash }: URL): Redirect | undefined {
    const target = pathname + search
    const to = (findCanonicalPath(target) ?? target) + hash
    return isSameOriginLocation(to, [origin]) ? { to } : undefined
  }
}

/** Maps each old path to its target. Leaves out URLs of other sites. Of two redirects for one path, the first counts. */
function buildTargets(entries: readonly RedirectEntry[], origin: string): Map<string, URL | 'gone'> {
  const targets = entries.flatMap(({ oldPath = '', state, newPath = '' }): [string, URL | 'gone'][] => {
    const from = URL.parse(oldPath, origin)
    const to = state === 'Gone' ? 'gone' : URL.parse(newPath, origin)
    return from && to && (to === 'gone' || to.origin === origin) ? [[normalizePathname(from), to]] : []
  })
  return new Map(targets.toReversed())
}

/** Adds the query and the fragment of the old URL if the new one has none. */
function resolveTarget(target: URL, { search, hash }: URL): URL {
  const to = new URL(target)
  to.search ||= search
  to.hash ||= hash
  return to
}

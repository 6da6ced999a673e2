import { type ContentVersion, cachePerContentVersion } from '../../platform/db/content-version.ts'
import { normalizePathname } from '../../platform/http/request-target.ts'
import { isSameOriginLocation } from '../../platform/http/same-origin.ts'
import type { FindCanonicalPath } from './canonical-path.ts'

/** What became of an address: where its page is now, or the word that it is gone. */
export type Redirect = { to: string } | 'gone'

export type FindRedirect = (path: string) => Promise<Redirect | undefined>

/** A redirect as stored: it was checked when it was saved, by that day's rules. */
type RedirectEntry = Readonly<Record<string, string>>

type Dependencies = {
  contentVersion: ContentVersion
  readRedirects: () => Promise<readonly RedirectEntry[]>
  origin: string
  /** Addresses at which there is a page, which no entry takes away. */
  pagePaths: readonly string[]
  /** Where an entry leads to a page at another spelling of its address, nobody is sent twice. */
  findCanonicalPath: FindCanonicalPath
}

/**
 * Looks up an address that no page answers among the owner's redirects. Chains are followed to their end, so
 * that nobody is sent twice; a circle leads nowhere, and so does whatever would leave the site.
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

/** Where each old address points. What is no address of this site is left out; of two for the same one the first counts. */
function buildTargets(entries: readonly RedirectEntry[], origin: string): Map<string, URL | 'gone'> {
  const targets = entries.flatMap(({ oldPath = '', state, newPath = '' }): [string, URL | 'gone'][] => {
    const from = URL.parse(oldPath, origin)
    const to = state === 'Gone' ? 'gone' : URL.parse(newPath, origin)
    return from && to && (to === 'gone' || to.origin === origin) ? [[normalizePathname(from), to]] : []
  })
  return new Map(targets.toReversed())
}

/** What the new address does not say itself is carried over from the old one. */
function resolveTarget(target: URL, { search, hash }: URL): URL {
  const to = new URL(target)
  to.search ||= search
  to.hash ||= hash
  return to
}

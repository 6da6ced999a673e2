import { redirect } from '#contract/content/kinds/redirect.ts'
import { getTextVersionPath, isPublicPagePath, type PublishedPage } from '#contract/core/public-pages.ts'
import { cachePerContentVersion } from '#platform/db/cache-per-content-version.ts'
import type { ContentVersionReader } from '#platform/db/content-version-reader.ts'
import { isSameOriginLocation } from '#platform/http/same-origin.ts'
import type { ContentModule } from '../../content/records/records.ts'
import type { FindCanonicalPath } from './canonical-path.ts'
import { createRedirectFollower, type RedirectFollower, type RedirectValues } from './redirect-chain.ts'

/** The new path of a page, or no path if the page is gone. `usedIds` are the owner's redirects that led there. */
export type MatchedRedirect = { to: string | undefined; usedIds: readonly string[] }

export type RedirectFinder = ReturnType<typeof createRedirectFinder>

type Dependencies = {
  contentVersion: ContentVersionReader
  readRedirects: () => Promise<readonly RedirectValues[]>
  origin: string
  /** Paths of declared pages. Only a redirect with a query replaces one. */
  pagePaths: readonly string[]
  /** Lists the pages of records too. */
  readListedPages: () => Promise<readonly Pick<PublishedPage, 'path'>[]>
  /** Corrects the spelling of a new path, so that a visitor is redirected only once. */
  findCanonicalPath: FindCanonicalPath
}

/** Lists where old paths lead: first the owner's redirects in their order, then the old paths of records. */
export async function listRedirectsAndOldPaths(
  content: Pick<ContentModule, 'list' | 'listOldRecordPaths'>,
): Promise<readonly RedirectValues[]> {
  const ownerRedirects = await content.list(redirect)
  const oldRecordPaths = await content.listOldRecordPaths()
  return [
    ...ownerRedirects.map(({ id, values }) => ({ ...values, id })),
    ...oldRecordPaths.map(({ oldPath, newPath }) => ({
      oldPath,
      ...(newPath ? { state: 'Moved', newPath } : { state: 'Gone' }),
    })),
  ]
}

/**
 * Creates functions that find the redirect of a requested path. They follow a chain to its end, so that a visitor is
 * redirected only once. They ignore a loop, and a redirect that leaves the site.
 */
export function createRedirectFinder({ contentVersion, readRedirects, readListedPages, origin, ...rest }: Dependencies) {
  const { pagePaths, findCanonicalPath } = rest
  const loadFollower = cachePerContentVersion(contentVersion, async () => {
    const redirects = await readRedirects()
    const listedPages = redirects.length > 0 ? await readListedPages() : []
    return createRedirectFollower(redirects, [...pagePaths, ...listedPages.map(({ path }) => path)], origin)
  })

  return {
    /** Finds the redirect of a path without a page, or of a page's plain text version. */
    async find(path: string): Promise<MatchedRedirect | undefined> {
      const follow = await loadFollower()
      return toRedirect(new URL(origin + path), follow) ?? findTextRedirect(path, follow)
    },

    /** Finds the redirect of a path with a query, such as `/?p=12`, which comes before the page at the path. */
    async findByQuery(path: string): Promise<MatchedRedirect | undefined> {
      return path.includes('?') ? toRedirect(new URL(origin + path), await loadFollower(), { needsQuery: true }) : undefined
    },
  }

  function toRedirect(url: URL, follow: RedirectFollower, options?: { needsQuery: true }): MatchedRedirect | undefined {
    const end = follow(url, options)
    if (!end || end.isLoop) return undefined
    if (!end.url) return { to: undefined, usedIds: end.usedIds }
    const { pathname, search, hash } = end.url
    const to = (findCanonicalPath(pathname + search) ?? pathname + search) + hash
    return isSameOriginLocation(to, [origin]) ? { to, usedIds: end.usedIds } : undefined
  }

  /** Follows the page of a plain text version, such as `/service/old.txt`. */
  function findTextRedirect(path: string, follow: RedirectFollower): MatchedRedirect | undefined {
    const pagePath = /^([^?]*)\.txt(?=\?|$)/.exec(path)?.[1]?.replace(/\/index$/, '/')
    const pageRedirect = pagePath === undefined ? undefined : toRedirect(new URL(origin + pagePath), follow)
    if (pageRedirect?.to === undefined) return pageRedirect
    const { pathname } = new URL(pageRedirect.to, origin)
    return isPublicPagePath(pathname) ? { ...pageRedirect, to: getTextVersionPath(pathname) } : undefined
  }
}

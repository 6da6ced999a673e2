import type { PageDeclaration } from '#contract/core/page-rendering-interface.ts'
import type { Viewer } from '#contract/core/viewer.ts'
import type { ContentVersionReader } from '#platform/db/content-version-reader.ts'
import { toUnambiguousRequestTarget } from '#platform/http/request-targets.ts'
import { buildPageResponseVariants, type PageResponseVariants } from './cached-page-response.ts'
import { compressBest, compressFast } from './content-encoding.ts'

/** `version` is the content version of the page. The page is stale under any other version. */
export type CachedPage = { version: number; responses: PageResponseVariants }

type Dependencies = { contentVersion: ContentVersionReader; headers: Readonly<Record<string, string>> }

/** Returns undefined if the cache must not store the page. */
type RenderPage = () => Promise<string | undefined>

/**
 * Caches public pages, which depend only on path, viewer kind and content. Renders each once per content version, even
 * for concurrent requests. A content write in any process makes all of them stale.
 */
export function createPageCache({ contentVersion, headers }: Dependencies) {
  const pages = new Map<string, CachedPage>()
  const pendingRenders = new Map<string, Promise<CachedPage | undefined>>()

  async function fill(key: string, version: number, render: RenderPage): Promise<CachedPage | undefined> {
    const html = await render()
    if (html === undefined) return undefined
    const page: CachedPage = { version, responses: buildPageResponseVariants(await compressFast(html), headers) }
    // Deletes stale pages, because a record's page may never be requested again.
    for (const [otherKey, cachedPage] of pages) if (cachedPage.version < version) pages.delete(otherKey)
    pages.set(key, page)
    // The first visitor after a change gets a fast encoding. Later visitors get the smallest one.
    void compressBest(html).then((encodings) => {
      page.responses = buildPageResponseVariants(encodings, headers)
    })
    return page
  }

  return {
    /** Returns the cached page if it is fresh. Waits only if the content version must be read from the database. */
    getFresh(key: string): CachedPage | undefined | Promise<CachedPage | undefined> {
      const page = pages.get(key)
      if (!page) return undefined
      const version = contentVersion.currentThisTurn()
      if (version !== undefined) return page.version === version ? page : undefined
      return contentVersion.refresh().then((currentVersion) => {
        const currentPage = pages.get(key)
        return currentPage?.version === currentVersion ? currentPage : undefined
      })
    },

    /** Returns the current page. Reads the version before it renders, so that a write meanwhile makes the result stale. */
    async getOrRender(key: string, render: RenderPage): Promise<CachedPage | undefined> {
      const version = contentVersion.current() ?? (await contentVersion.refresh())
      const page = pages.get(key)
      if (page?.version === version) return page
      const task = `${version} ${key}`
      const running = pendingRenders.get(task) ?? fill(key, version, render).finally(() => pendingRenders.delete(task))
      pendingRenders.set(task, running)
      return running
    },
  }
}

/**
 * Returns a function that maps a request target to its cache key: the path without query parameters that the page ignores,
 * such as `utm_source`. Returns undefined if the page reads one of them, or if the router would spell the path differently.
 */
export function createCacheKeyFinder(
  pages: readonly Pick<PageDeclaration, 'path' | 'cachedQueryParams'>[],
): (target: string) => string | undefined {
  const parametersByPath = new Map(pages.map(({ path, cachedQueryParams: reads = [] }) => [path, reads]))
  return (target) => {
    const end = target.indexOf('?')
    if (end === -1) return target
    if (toUnambiguousRequestTarget(target) !== target) return undefined
    const path = target.slice(0, end)
    const reads = parametersByPath.get(path) ?? []
    const readsQuery = reads.length > 0 && hasAnyParameter(new URLSearchParams(target.slice(end)), reads)
    return readsQuery ? undefined : path
  }
}

function hasAnyParameter(query: URLSearchParams, names: readonly string[]): boolean {
  return names.some((name) => query.has(name))
}

/**
 * Builds the key of a page. Only existing pages have keys, which limits the cache's size. A visitor's key is the bare
 * path, so most requests concatenate nothing.
 */
export function buildCacheKeyForViewer(path: string, { kind }: Viewer): string {
  return kind === 'visitor' ? path : `${kind} ${path}`
}

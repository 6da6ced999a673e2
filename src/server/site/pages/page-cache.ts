import type { SitePage } from '../../../contract/core/page-rendering.ts'
import type { Viewer } from '../../../contract/core/viewer.ts'
import type { ContentVersion } from '../../platform/db/content-version.ts'
import { parseRequestTarget } from '../../platform/http/request-target.ts'
import { buildCachedPageResponses, type CachedPageResponses } from './cached-page-response.ts'
import { compressBest, compressFast } from './compression.ts'

/** A public document as kept: valid while the content version is the one it was rendered from. */
export type CachedPage = { version: number; responses: CachedPageResponses }

type Dependencies = { contentVersion: ContentVersion; headers: Readonly<Record<string, string>> }

/** Renders a document; undefined where the result may not be kept. */
type RenderDocument = () => Promise<string | undefined>

/**
 * Public documents depend on path, viewer kind and content alone. Each is rendered once per content
 * version however many ask at once; a content write anywhere makes all of them stale.
 */
export function createPageCache({ contentVersion, headers }: Dependencies) {
  const pages = new Map<string, CachedPage>()
  const pendingRenders = new Map<string, Promise<CachedPage | undefined>>()

  async function fill(key: string, version: number, render: RenderDocument): Promise<CachedPage | undefined> {
    const html = await render()
    if (html === undefined) return undefined
    const page: CachedPage = { version, responses: buildCachedPageResponses(await compressFast(html), headers) }
    // Nobody gets an old one, and the address of a record's page may be one that is asked for no more.
    for (const [otherKey, cachedPage] of pages) if (cachedPage.version < version) pages.delete(otherKey)
    pages.set(key, page)
    // Whoever comes first after a change does not wait for the smallest form; everybody after them gets it.
    void compressBest(html).then((encodings) => {
      page.responses = buildCachedPageResponses(encodings, headers)
    })
    return page
  }

  return {
    /** The page for a visitor if it is there and fresh, for the hot path: waits only where the version has to be asked for. */
    getFresh(key: string): CachedPage | undefined | Promise<CachedPage | undefined> {
      const page = pages.get(key)
      if (!page) return undefined
      const version = contentVersion.currentThisTurn()
      if (version !== undefined) return page.version === version ? page : undefined
      return contentVersion.refresh().then((currentVersion) => {
        const latest = pages.get(key)
        return latest?.version === currentVersion ? latest : undefined
      })
    },

    /** The page as of now. The version is read before rendering: a write meanwhile makes the result stale at once. */
    async getOrRender(key: string, render: RenderDocument): Promise<CachedPage | undefined> {
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
export function createCachePathReader(
  pages: readonly Pick<SitePage, 'path' | 'cachedQueryParams'>[],
): (target: string) => string | undefined {
  const parametersByPath = new Map(pages.map(({ path, cachedQueryParams: reads = [] }) => [path, reads]))
  return (target) => {
    const end = target.indexOf('?')
    if (end === -1) return target
    if (parseRequestTarget(target) !== target) return undefined
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
 * The key of a document; the paths are those of pages that there are, so the cache stays as small as it is.
 * A visitor's is the bare path: nothing has to be put together for most requests.
 */
export function buildCacheKey(path: string, { kind }: Viewer): string {
  return kind === 'visitor' ? path : `${kind} ${path}`
}

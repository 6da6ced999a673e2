import type { MappedPage } from '../../../contract/grammar/rendering.ts'
import type { Viewer } from '../../../contract/grammar/viewer.ts'
import type { ContentVersion } from '../../platform/db/content-version.ts'
import { readRequestTarget } from '../../platform/http/request-target.ts'
import { encodeQuickly, encodeWell } from './encodings.ts'
import { type SendablePage, sendable } from './send.ts'

/** A public document as kept: valid while the content version is the one it was rendered from. */
export type CachedPage = { version: number; replies: SendablePage }

type Parts = { contentVersion: ContentVersion; headers: Readonly<Record<string, string>> }

/** Renders a document; undefined where the result may not be kept. */
type Render = () => Promise<string | undefined>

/**
 * Public documents depend on path, viewer kind and content alone. Each is rendered once per content
 * version however many ask at once; a content write anywhere makes all of them stale.
 */
export function createPageCache({ contentVersion, headers }: Parts) {
  const pages = new Map<string, CachedPage>()
  const underWay = new Map<string, Promise<CachedPage | undefined>>()

  async function fill(key: string, version: number, render: Render): Promise<CachedPage | undefined> {
    const html = await render()
    if (html === undefined) return undefined
    const page: CachedPage = { version, replies: sendable(await encodeQuickly(html), headers) }
    // Nobody gets an old one, and the address of a record's page may be one that is asked for no more.
    for (const [at, kept] of pages) if (kept.version < version) pages.delete(at)
    pages.set(key, page)
    // Whoever comes first after a change does not wait for the smallest form; everybody after them gets it.
    void encodeWell(html).then((encodings) => {
      page.replies = sendable(encodings, headers)
    })
    return page
  }

  return {
    /** The page for a visitor if it is there and fresh, for the hot path: waits only where the version has to be asked for. */
    fresh(key: string): CachedPage | undefined | Promise<CachedPage | undefined> {
      const page = pages.get(key)
      if (!page) return undefined
      const version = contentVersion.thisTurn()
      if (version !== undefined) return page.version === version ? page : undefined
      return contentVersion.refresh().then((asked) => {
        const latest = pages.get(key)
        return latest?.version === asked ? latest : undefined
      })
    },

    /** The page as of now. The version is read before rendering: a write meanwhile makes the result stale at once. */
    async get(key: string, render: Render): Promise<CachedPage | undefined> {
      const version = contentVersion.current() ?? (await contentVersion.refresh())
      const page = pages.get(key)
      if (page?.version === version) return page
      const task = `${version} ${key}`
      const running = underWay.get(task) ?? fill(key, version, render).finally(() => underWay.delete(task))
      underWay.set(task, running)
      return running
    },
  }
}

/**
 * Returns a function that maps a request target to its cache key: the path without query parameters that the page ignores,
 * such as `utm_source`. Returns undefined if the page reads one of them, or if the router would spell the path differently.
 */
export function createKeptPath(pages: readonly Pick<MappedPage, 'path' | 'reads'>[]): (target: string) => string | undefined {
  const readBy = new Map(pages.map(({ path, reads = [] }) => [path, reads]))
  return (target) => {
    const end = target.indexOf('?')
    if (end === -1) return target
    if (readRequestTarget(target) !== target) return undefined
    const path = target.slice(0, end)
    const reads = readBy.get(path) ?? []
    const isRead = reads.length > 0 && readsAny(new URLSearchParams(target.slice(end)), reads)
    return isRead ? undefined : path
  }
}

function readsAny(query: URLSearchParams, names: readonly string[]): boolean {
  return names.some((name) => query.has(name))
}

/**
 * The key of a document; the paths are those of pages that there are, so the cache stays as small as it is.
 * A visitor's is the bare path: nothing has to be put together for most requests.
 */
export function keyOf(path: string, { kind }: Viewer): string {
  return kind === 'visitor' ? path : `${kind} ${path}`
}

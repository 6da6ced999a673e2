import type { ContentVersion } from '../db/content-version.ts'
import { addressKey, isOwnAddress } from '../http/own-address.ts'
import { keptValue } from './kept-value.ts'

/** What became of an address: where its page is now, or the word that it is gone. */
export type Moved = { to: string } | 'gone'

export type FindMoved = (address: string) => Promise<Moved | undefined>

/** A redirect as stored: it was checked when it was saved, by that day's rules. */
type Entry = Readonly<Record<string, string>>

type Parts = {
  contentVersion: ContentVersion
  readRedirects: () => Promise<readonly Entry[]>
  origin: string
  /** Addresses at which there is a page, which no entry takes away. */
  pagePaths: readonly string[]
}

/**
 * Looks up an address that no page answers among the owner's redirects. Chains are followed to their end, so
 * that nobody is sent twice; a circle leads nowhere, and so does whatever would leave the site.
 */
export function createMovedPages({ contentVersion, readRedirects, origin, pagePaths }: Parts): FindMoved {
  const pages = new Set(pagePaths.map((path) => addressKey(new URL(path, origin))))
  const signs = keptValue(contentVersion, async () => signsOf(await readRedirects(), origin))

  return async (address) => {
    const all = await signs()
    const passed = new Set<string>()
    let at = new URL(origin + address)
    for (;;) {
      const key = addressKey(at)
      const sign = pages.has(key) ? undefined : all.get(key)
      if (!sign) return passed.size > 0 ? wayTo(at, origin) : undefined
      if (sign === 'gone') return sign
      if (passed.has(key)) return undefined
      passed.add(key)
      at = next(sign, at)
    }
  }
}

/** Where each old address points. What is no address of this site is left out; of two for the same one the first counts. */
function signsOf(entries: readonly Entry[], origin: string): Map<string, URL | 'gone'> {
  const signs = entries.flatMap(({ oldPath = '', state, newPath = '' }): [string, URL | 'gone'][] => {
    const from = URL.parse(oldPath, origin)
    const to = state === 'Gone' ? 'gone' : URL.parse(newPath, origin)
    return from && to && (to === 'gone' || to.origin === origin) ? [[addressKey(from), to]] : []
  })
  return new Map(signs.toReversed())
}

/** What the new address does not say itself is carried over from the old one. */
function next(sign: URL, { search, hash }: URL): URL {
  const to = new URL(sign)
  to.search ||= search
  to.hash ||= hash
  return to
}

function wayTo({ pathname, search, hash }: URL, origin: string): Moved | undefined {
  const to = pathname + search + hash
  return isOwnAddress(to, [origin]) ? { to } : undefined
}

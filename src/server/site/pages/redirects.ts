import { type ContentVersion, cachedPerVersion } from '../../platform/db/content-version.ts'
import { addressKey } from '../../platform/http/request-target.ts'
import { isSameOriginAddress } from '../../platform/http/same-origin.ts'
import type { CanonicalAddress } from './canonical-address.ts'

/** What became of an address: where its page is now, or the word that it is gone. */
export type Redirect = { to: string } | 'gone'

export type FindRedirect = (address: string) => Promise<Redirect | undefined>

/** A redirect as stored: it was checked when it was saved, by that day's rules. */
type Entry = Readonly<Record<string, string>>

type Parts = {
  contentVersion: ContentVersion
  readRedirects: () => Promise<readonly Entry[]>
  origin: string
  /** Addresses at which there is a page, which no entry takes away. */
  pagePaths: readonly string[]
  /** Where an entry leads to a page at another spelling of its address, nobody is sent twice. */
  canonicalAddress: CanonicalAddress
}

/**
 * Looks up an address that no page answers among the owner's redirects. Chains are followed to their end, so
 * that nobody is sent twice; a circle leads nowhere, and so does whatever would leave the site.
 */
export function createRedirects({ contentVersion, readRedirects, origin, pagePaths, canonicalAddress }: Parts): FindRedirect {
  const pages = new Set(pagePaths.map((path) => addressKey(new URL(path, origin))))
  const targets = cachedPerVersion(contentVersion, async () => targetsOf(await readRedirects(), origin))

  return async (address) => {
    const all = await targets()
    const passed = new Set<string>()
    let at = new URL(origin + address)
    for (;;) {
      const key = addressKey(at)
      const target = pages.has(key) ? undefined : all.get(key)
      if (!target) return passed.size > 0 ? redirectTo(at) : undefined
      if (target === 'gone') return target
      if (passed.has(key)) return undefined
      passed.add(key)
      at = next(target, at)
    }
  }

  function redirectTo({ pathname, search, hash }: URL): Redirect | undefined {
    const address = pathname + search
    const to = (canonicalAddress(address) ?? address) + hash
    return isSameOriginAddress(to, [origin]) ? { to } : undefined
  }
}

/** Where each old address points. What is no address of this site is left out; of two for the same one the first counts. */
function targetsOf(entries: readonly Entry[], origin: string): Map<string, URL | 'gone'> {
  const targets = entries.flatMap(({ oldPath = '', state, newPath = '' }): [string, URL | 'gone'][] => {
    const from = URL.parse(oldPath, origin)
    const to = state === 'Gone' ? 'gone' : URL.parse(newPath, origin)
    return from && to && (to === 'gone' || to.origin === origin) ? [[addressKey(from), to]] : []
  })
  return new Map(targets.toReversed())
}

/** What the new address does not say itself is carried over from the old one. */
function next(target: URL, { search, hash }: URL): URL {
  const to = new URL(target)
  to.search ||= search
  to.hash ||= hash
  return to
}

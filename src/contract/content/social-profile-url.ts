/** Path segments that precede the profile's name on some networks, as in `linkedin.com/in/`. */
const GENERIC_PATH_SEGMENTS = new Set('c channel company groups home in p pages people profile.php user'.split(' '))

/**
 * Returns whether a URL leads to a profile. The home page of a network is no profile: owners leave it until they enter their
 * own.
 */
export function hasSocialProfilePath(text: string): boolean {
  const url = parseWebUrl(text)
  if (!url) return false
  const segments = url.pathname.split('/').filter((part) => part !== '' && part !== '@')
  return segments.some((name) => !GENERIC_PATH_SEGMENTS.has(name.toLowerCase())) || (segments.length > 0 && url.search.length > 1)
}

/** Returns whether this is a web URL without a profile. A `#` is no web URL: it means that the owner has no profile there. */
export function isBareSocialNetworkUrl(text: string): boolean {
  return parseWebUrl(text) !== undefined && !hasSocialProfilePath(text)
}

function parseWebUrl(text: string): URL | undefined {
  const url = URL.parse(text.trim())
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}

/** The parts of an address before somebody's name, on the networks that have them: `linkedin.com/in/`. */
const GENERIC_PATH_SEGMENTS = new Set([
  'c',
  'channel',
  'company',
  'groups',
  'home',
  'in',
  'p',
  'pages',
  'people',
  'profile.php',
  'user',
])

/**
 * Whether an address leads to the profile of somebody. The bare address of a network is nobody's: it stands where an
 * owner has not put theirs yet.
 */
export function isSocialProfileUrl(text: string): boolean {
  const url = parseWebUrl(text)
  if (!url) return false
  const segments = url.pathname.split('/').filter((part) => part !== '' && part !== '@')
  return segments.some((name) => !GENERIC_PATH_SEGMENTS.has(name.toLowerCase())) || (segments.length > 0 && url.search.length > 1)
}

/** A web address that names nobody. A `#`, by which owners say that they have no profile there, is none at all. */
export function isBareSocialNetworkUrl(text: string): boolean {
  return parseWebUrl(text) !== undefined && !isSocialProfileUrl(text)
}

function parseWebUrl(text: string): URL | undefined {
  const url = URL.parse(text.trim())
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}

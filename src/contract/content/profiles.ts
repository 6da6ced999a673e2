/** The parts of an address before somebody's name, on the networks that have them: `linkedin.com/in/`. */
const BEFORE_NAMES = new Set(['c', 'channel', 'company', 'groups', 'home', 'in', 'p', 'pages', 'people', 'profile.php', 'user'])

/**
 * Whether an address leads to the profile of somebody. The bare address of a network is nobody's: it stands where an
 * owner has not put theirs yet.
 */
export function isProfile(address: string): boolean {
  const url = webAddress(address)
  if (!url) return false
  const names = url.pathname.split('/').filter((part) => part !== '' && part !== '@')
  return names.some((name) => !BEFORE_NAMES.has(name.toLowerCase())) || (names.length > 0 && url.search.length > 1)
}

/** A web address that names nobody. A `#`, by which owners say that they have no profile there, is none at all. */
export function isUnnamedProfile(address: string): boolean {
  return webAddress(address) !== undefined && !isProfile(address)
}

function webAddress(address: string): URL | undefined {
  const url = URL.parse(address.trim())
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}

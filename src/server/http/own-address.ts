/** Whether a Location header keeps a browser on the site: a path that begins with one slash, or one of the origins in full. */
export function isOwnAddress(location: string, origins: readonly string[]): boolean {
  const [base = ''] = origins
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop some of them and read on
  if (/[\u0000-\u0020\\]/.test(location)) return false
  const url = URL.parse(location, base)
  return (
    url !== null &&
    origins.includes(url.origin) &&
    !url.pathname.startsWith('//') &&
    (!location.startsWith('/') || url.origin === base)
  )
}

/** One key for all spellings of an address: capitals, percent-encoding and a slash at the end make no difference. */
export function addressKey({ pathname }: URL): string {
  return decoded(pathname)
    .toLowerCase()
    .replace(/(.)\/$/, '$1')
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

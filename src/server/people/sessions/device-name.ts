/** A name, and the User-Agent patterns that must all match. */
type UserAgentPattern = [name: string, ...patterns: RegExp[]]

/** The first match wins. Most browsers also name the browsers that they descend from. */
const BROWSERS: UserAgentPattern[] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ['Safari', /\bVersion\/\d/, /\bSafari\//],
]

const SYSTEMS: UserAgentPattern[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/** Returns a name such as "Safari on iPhone". */
export function getDeviceName(userAgent: string): string {
  const browser = findMatchingName(BROWSERS, userAgent)
  const system = findMatchingName(SYSTEMS, userAgent)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? (system ? `A browser on ${system}` : 'Unknown device')
}

function findMatchingName(candidates: UserAgentPattern[], userAgent: string): string | undefined {
  return candidates.find(([, ...patterns]) => patterns.every((pattern) => pattern.test(userAgent)))?.[0]
}

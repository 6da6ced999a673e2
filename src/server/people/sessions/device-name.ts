/** A name, and what a User-Agent that means it says: all of it. */
type UserAgentPattern = [name: string, ...signs: RegExp[]]

/** In this order: most browsers also name the ones they descend from. */
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

/** A browser's name for itself in plain words, such as "Safari on iPhone". */
export function getDeviceName(userAgent: string): string {
  const browser = findName(BROWSERS, userAgent)
  const system = findName(SYSTEMS, userAgent)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? (system ? `A browser on ${system}` : 'Unknown device')
}

function findName(names: UserAgentPattern[], userAgent: string): string | undefined {
  return names.find(([, ...patterns]) => patterns.every((pattern) => pattern.test(userAgent)))?.[0]
}

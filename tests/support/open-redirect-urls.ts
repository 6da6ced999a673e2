const HOSTS = [
  'evil.example',
  'user@evil.example',
  '127.0.0.1:3000@evil.example',
  'evil.example:80',
  '[::ffff:c000:0207]',
  '3221225985',
]

/** Prefixes that a browser or a careless check reads as the start of another site's URL. */
const URL_PREFIXES = [
  '//',
  '///',
  '////',
  '/\\',
  '\\\\',
  '\\/',
  '/\\/',
  '\\',
  '/\t/',
  '/\n/',
  '/\r\n/',
  '\t//',
  ' //',
  '\u0000//',
  '\u00a0//',
  '\u2028//',
  'http://',
  'https://',
  'HTTPS://',
  'http:',
  'http:/',
  'http:\\\\',
  'ftp://',
  'ws://',
  '/.//',
  '/..//',
  '/./\\',
  '/%2e//',
  '/x/..//',
  '/x/%2e%2e//',
]

const OTHER_URLS = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'blob:http://evil.example/x',
  'file:///etc/passwd',
  'mailto:a@evil.example',
  'evil.example',
  'evil.example/login',
  '@evil.example',
  ':evil.example',
  '.evil.example',
  '?//evil.example',
  '#//evil.example',
  '/login\r\nLocation: https://evil.example',
  '/login%0d%0aLocation:%20https://evil.example',
  '/\u0000',
  '',
  `/${'a'.repeat(10_000)}`,
]

/** Two hundred URLs that the site must never redirect to. */
export const openRedirectUrls: readonly string[] = [
  ...URL_PREFIXES.flatMap((prefix) => HOSTS.map((host) => prefix + host)),
  ...OTHER_URLS,
]

/** Resolves a Location header as a browser does. Returns undefined if the browser stays on the site. */
export function findOpenRedirect(location: unknown, currentUrl: string): string | undefined {
  if (typeof location !== 'string') return undefined
  const url = URL.parse(location, currentUrl)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must match control characters
  const isWellFormed = /^(\/(?![/\\])|https?:\/\/)[^\u0000-\u0020\\]*$/.test(location)
  return url?.origin === new URL(currentUrl).origin && isWellFormed ? undefined : location
}

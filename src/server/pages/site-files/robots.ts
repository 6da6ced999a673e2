/**
 * What crawlers may fetch (RFC 9309): everything but the calls. Private pages are not shut here, because
 * they say themselves that they are not to be listed, which a crawler must be able to read.
 */
export function robots(origin: string): string {
  return `User-agent: *
Disallow: /api/

Sitemap: ${origin}/sitemap.xml
`
}

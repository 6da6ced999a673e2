/** The business where it is only referred to; all about it stands on the landing page under the same `@id`. */
export function businessName(origin: string, name: string) {
  return { '@type': 'Organization', '@id': `${origin}/#business`, name, url: `${origin}/` }
}

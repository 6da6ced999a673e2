import { publicPages } from '../../../contract/public-pages.ts'
import type { PageChange } from '../../content/content.ts'

/** Every public page with the time of its last change (sitemap protocol 0.9); nothing in it needs escaping. */
export function sitemap(origin: string, changes: readonly PageChange[]): string {
  const entries = publicPages.map(({ name, path }) => {
    const change = changes.find(({ page }) => page === name)
    const lastmod = change ? `<lastmod>${new Date(change.changedAt).toISOString()}</lastmod>` : ''
    return `<url><loc>${origin}${path}</loc>${lastmod}</url>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`
}

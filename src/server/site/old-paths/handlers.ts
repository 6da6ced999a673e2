import { getOldPathHitsEndpoint, importRedirectsEndpoint } from '../../../contract/site/old-path-hits-and-redirect-import.ts'
import { defineHandler, type EndpointHandler } from '../../platform/http/register-api.ts'
import type { OldPathsModule } from './old-paths.ts'

export function createOldPathHandlers({ loadHits, importRedirects }: OldPathsModule): EndpointHandler[] {
  return [
    defineHandler(getOldPathHitsEndpoint, async () => {
      const hits = (await loadHits()).map(({ subject, hits, last_at }) => ({ subject, hits, lastAt: last_at }))
      const [paths, redirects] = [true, false].map((is) => hits.filter(({ subject }) => subject.startsWith('/') === is))
      return {
        missing: (paths ?? []).map(({ subject: path, ...hit }) => ({ path, ...hit })),
        redirects: (redirects ?? []).map(({ subject: id, ...hit }) => ({ id, ...hit })),
      }
    }),
    defineHandler(importRedirectsEndpoint, async ({ body: { list } }, { person }) => {
      const counts = await importRedirects(list, person.email)
      const saved = counts.added + counts.changed
      const message = `${saved === 1 ? '1 redirect was' : `${saved} redirects were`} saved${counts.unchanged > 0 ? `; ${counts.unchanged} had nothing new` : ''}.`
      return { message, ...counts }
    }),
  ]
}

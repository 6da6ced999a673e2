import { getOldPathHitsEndpoint, importRedirectsEndpoint, previewRedirectImportEndpoint } from '#contract/site/old-paths.ts'
import { decodeText } from '#platform/decode-text.ts'
import type { UploadedFile } from '#platform/http/read-upload.ts'
import { defineHandler, type EndpointHandler } from '#platform/http/register-api.ts'
import type { OldPathsModule } from './old-paths.ts'
import { describeListedRedirect, joinSentences } from './redirect-list/describe-listed-redirects.ts'
import { formatRedirectList, type ListedRedirect } from './redirect-list/parse-redirect-list.ts'

export function createOldPathHandlers({ loadHits, previewImport, importRedirects }: OldPathsModule): EndpointHandler[] {
  return [
    defineHandler(getOldPathHitsEndpoint, async () => {
      const hits = (await loadHits()).map(({ subject, hits, last_at }) => ({ subject, hits, lastAt: last_at }))
      const [paths, redirects] = [true, false].map((is) => hits.filter(({ subject }) => subject.startsWith('/') === is))
      return {
        missing: (paths ?? []).map(({ subject: path, ...hit }) => ({ path, ...hit })),
        redirects: (redirects ?? []).map(({ subject: id, ...hit }) => ({ id, ...hit })),
      }
    }),
    defineHandler(previewRedirectImportEndpoint, async ({ file }) => {
      const { format, redirects, otherPlaces } = await previewImport(decodeText((file as UploadedFile).bytes))
      const list = formatRedirectList(redirects.flatMap(({ values }) => values ?? []))
      return { ...(format && { format }), rows: redirects.map(serializeListedRedirect), otherPlaces: [...otherPlaces], list }
    }),
    defineHandler(importRedirectsEndpoint, async ({ body: { list } }, { person }) => {
      const { noted, ...counts } = await importRedirects(list, person.email)
      const saved = counts.added + counts.changed
      const sentences = [
        `${saved === 1 ? '1 redirect was' : `${saved} redirects were`} saved${counts.unchanged > 0 ? `; ${counts.unchanged} had nothing new` : ''}.`,
        ...(noted.length > 0 ? [joinSentences(noted.map(describeListedRedirect))] : []),
      ]
      return { message: sentences.join(' '), ...counts, noted: noted.map(serializeListedRedirect) }
    }),
  ]
}

function serializeListedRedirect({ values, ...listed }: ListedRedirect) {
  return { ...listed, ...(values && { from: values.oldPath, to: values.newPath, state: values.state }) }
}

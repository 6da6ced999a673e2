import { contentKinds } from '#contract/content-kinds.ts'
import { findEditorPageForRecord } from '#contract/core/content-kind.ts'
import { listDefaultPageMetadataEndpoint } from '#contract/core/default-page-metadata-list-endpoint.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { detailPages, type PublishedPage } from '#contract/core/public-pages.ts'
import { NOT_LOGGED_IN_MESSAGE, UserError } from '#contract/core/user-error.ts'
import { loadAdminPageDataEndpoint } from '#contract/site/admin-page-data.ts'
import { type Caller, defineHandler, type EndpointHandler } from '#platform/http/register-api.ts'
import type { StoredRecord } from '../../content/records/records.ts'
import type { Renderer } from './load-page-renderer.ts'

type Dependencies = PageDataParts & {
  getPageMetadata: Renderer['getPageMetadata']
  visitorCall: ApiCallFunction
  readListedPages: () => Promise<readonly PublishedPage[]>
  findRecord: (contentKind: (typeof contentKinds)[number], id: string) => Promise<StoredRecord | undefined>
}

export function createPageDataHandlers({
  getPageMetadata,
  visitorCall,
  readListedPages,
  findRecord,
  ...pageDataParts
}: Dependencies): EndpointHandler[] {
  async function serializePageMetadata(page: PublishedPage) {
    const { defaults, ...metadata } = await getPageMetadata(page, visitorCall)
    const record = page.recordId === undefined ? undefined : await findPageRecord(page.name, page.recordId)
    return record ? { page: page.path, ...metadata, record: { title: page.title, ...record } } : { page: page.name, ...defaults }
  }

  /** Returns the editor of a record's page text, and whether the owner has entered such text. */
  async function findPageRecord(name: string, id: string) {
    const contentKind = contentKinds.find(({ kind }) => detailPages.some((page) => page.name === name && page.kind === kind))
    const record = contentKind && (await findRecord(contentKind, id))
    const editor = record && findEditorPageForRecord(contentKind, record.values)
    if (!editor) return undefined
    const isOwn = Boolean(record.values.pageTitle?.trim() || record.values.pageDescription?.trim())
    return { editor: `${editor.path.replace(':id', id)}#edit-${contentKind.kind}-pageTitle`, isOwn }
  }

  return [
    defineHandler(listDefaultPageMetadataEndpoint, async () => Promise.all((await readListedPages()).map(serializePageMetadata))),
    createAdminPageDataHandler(pageDataParts),
  ]
}

type PageDataParts = {
  loadAdminRouteData: Renderer['loadAdminRouteData']
  /** Makes calls as the caller, so that the access rule of each call applies. */
  callFor: (caller: Caller) => ApiCallFunction
  origin: string
}

/** Answers all data of an admin page in one reply (docs/decisions/0001). */
function createAdminPageDataHandler({ loadAdminRouteData, callFor, origin }: PageDataParts): EndpointHandler {
  return defineHandler(loadAdminPageDataEndpoint, async ({ query: { address, frame = false } }, caller) => {
    const { viewer, hasEnded } = caller.session
    const request = new Request(origin + address, { headers: caller.headers })
    const loaded = await loadAdminRouteData(request, { call: callFor(caller), viewer, origin, hasEnded }, frame)
    if (!(loaded instanceof Response)) {
      for (const [name, value] of loaded.headers) caller.replyHeaders.append(name, value)
      return { data: loaded.data }
    }
    // The browser knows whether a person was logged in until now.
    if (viewer.kind === 'visitor') throw new UserError(401, NOT_LOGGED_IN_MESSAGE)
    return { data: {}, redirect: loaded.headers.get('location') ?? '/' }
  })
}

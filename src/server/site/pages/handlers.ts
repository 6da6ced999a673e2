import { contentKinds } from '../../../contract/content-kinds.ts'
import { findEditorPage } from '../../../contract/core/content-kind.ts'
import type { ApiCall } from '../../../contract/core/endpoint.ts'
import { listPageFacts } from '../../../contract/core/page-facts.ts'
import { detailPages, type PublishedPage } from '../../../contract/core/public-pages.ts'
import { NOT_LOGGED_IN_MESSAGE, UserError } from '../../../contract/core/user-error.ts'
import { loadPageData } from '../../../contract/site/page-data.ts'
import type { StoredRecord } from '../../content/records/records.ts'
import { type Caller, defineHandler, type EndpointHandler } from '../../platform/http/register-api.ts'
import type { Renderer } from './renderer.ts'

type Dependencies = PageDataParts & {
  getPageFacts: Renderer['getPageFacts']
  /** The data door as a visitor's. */
  visitorCall: ApiCall
  readListedPages: () => Promise<readonly PublishedPage[]>
  findRecord: (contentKind: (typeof contentKinds)[number], id: string) => Promise<StoredRecord | undefined>
}

/** The calls about pages: what each says where the owner leaves a field empty, and the data of an admin page. */
export function pageHandlers({
  getPageFacts,
  visitorCall,
  readListedPages,
  findRecord,
  ...pageDataParts
}: Dependencies): EndpointHandler[] {
  async function serializePageFacts(page: PublishedPage) {
    const { defaults: itself, ...facts } = await getPageFacts(page, visitorCall)
    const record = page.recordId === undefined ? undefined : await findPageRecord(page.name, page.recordId)
    return record ? { page: page.path, ...facts, record: { title: page.title, ...record } } : { page: page.name, ...itself }
  }

  /** Where the words of a record's page are edited, and whether there are any. */
  async function findPageRecord(name: string, id: string) {
    const contentKind = contentKinds.find(({ kind }) => detailPages.some((page) => page.name === name && page.kind === kind))
    const record = contentKind && (await findRecord(contentKind, id))
    const editor = record && findEditorPage(contentKind, record.values)
    if (!editor) return undefined
    const isOwn = Boolean(record.values.pageTitle?.trim() || record.values.pageDescription?.trim())
    return { editor: `${editor.path.replace(':id', id)}#edit-${contentKind.kind}-pageTitle`, isOwn }
  }

  return [
    defineHandler(listPageFacts, async () => Promise.all((await readListedPages()).map(serializePageFacts))),
    createPageDataHandler(pageDataParts),
  ]
}

type PageDataParts = {
  loadPage: Renderer['loadPage']
  /** The data door as whoever asks: each call of a page is allowed, or refused, by its own rule. */
  callFor: (caller: Caller) => ApiCall
  origin: string
}

/** What an admin page shows, in one answer (docs/decisions/0001). */
function createPageDataHandler({ loadPage, callFor, origin }: PageDataParts): EndpointHandler {
  return defineHandler(loadPageData, async ({ query: { address, frame = false } }, caller) => {
    const { viewer, hasEnded } = caller.session
    const request = new Request(origin + address, { headers: caller.headers })
    const loaded = await loadPage(request, { call: callFor(caller), viewer, origin, hasEnded }, frame)
    if (!(loaded instanceof Response)) {
      for (const [name, value] of loaded.headers) caller.replyHeaders.append(name, value)
      return { data: loaded.data }
    }
    // The browser knows whether somebody was logged in there until now.
    if (viewer.kind === 'visitor') throw new UserError(401, NOT_LOGGED_IN_MESSAGE)
    return { data: {}, redirect: loaded.headers.get('location') ?? '/' }
  })
}

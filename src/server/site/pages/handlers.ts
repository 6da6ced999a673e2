import { contentKinds } from '../../../contract/content-kinds.ts'
import { editorOf } from '../../../contract/grammar/content-kind.ts'
import type { Call } from '../../../contract/grammar/endpoint.ts'
import { listPageFacts } from '../../../contract/grammar/page-facts.ts'
import { itemPages, type ListedPage } from '../../../contract/grammar/public-pages.ts'
import { NOT_LOGGED_IN, Refusal } from '../../../contract/grammar/refusal.ts'
import { pageData } from '../../../contract/site/page-data.ts'
import type { StoredRecord } from '../../content/records/records.ts'
import { type Caller, type Handled, handled } from '../../platform/http/http.ts'
import type { Renderer } from './render.ts'

type Parts = PageDataParts & {
  factsOf: Renderer['factsOf']
  /** The data door as a visitor's. */
  visitorCall: Call
  readListedPages: () => Promise<readonly ListedPage[]>
  findRecord: (contentKind: (typeof contentKinds)[number], id: string) => Promise<StoredRecord | undefined>
}

/** The calls about pages: what each says where the owner leaves a field empty, and the data of an admin page. */
export function pageHandlers({ factsOf, visitorCall, readListedPages, findRecord, ...pageDataParts }: Parts): Handled[] {
  async function saidBy(page: ListedPage) {
    const { itself, ...facts } = await factsOf(page, visitorCall)
    const record = page.recordId === undefined ? undefined : await recordOf(page.name, page.recordId)
    return record ? { page: page.path, ...facts, record: { title: page.title, ...record } } : { page: page.name, ...itself }
  }

  /** Where the words of a record's page are edited, and whether there are any. */
  async function recordOf(name: string, id: string) {
    const contentKind = contentKinds.find(({ kind }) => itemPages.some((page) => page.name === name && page.kind === kind))
    const record = contentKind && (await findRecord(contentKind, id))
    const editor = record && editorOf(contentKind, record.values)
    if (!editor) return undefined
    const isOwn = Boolean(record.values.pageTitle?.trim() || record.values.pageDescription?.trim())
    return { editor: `${editor.path.replace(':id', id)}#edit-${contentKind.kind}-pageTitle`, isOwn }
  }

  return [handled(listPageFacts, async () => Promise.all((await readListedPages()).map(saidBy))), pageDataHandler(pageDataParts)]
}

type PageDataParts = {
  loadPage: Renderer['loadPage']
  /** The data door as whoever asks: each call of a page is allowed, or refused, by its own rule. */
  callFor: (caller: Caller) => Call
  origin: string
}

/** What an admin page shows, in one answer (docs/decisions/0054). */
function pageDataHandler({ loadPage, callFor, origin }: PageDataParts): Handled {
  return handled(pageData, async ({ query: { address, frame = false } }, caller) => {
    const { viewer, hasEnded } = caller.session
    const request = new Request(origin + address, { headers: caller.headers })
    const loaded = await loadPage(request, { call: callFor(caller), viewer, origin, hasEnded }, frame)
    if (!(loaded instanceof Response)) {
      for (const [name, value] of loaded.headers) caller.replyHeaders.append(name, value)
      return { data: loaded.data }
    }
    // The browser knows whether somebody was logged in there until now.
    if (viewer.kind === 'visitor') throw new Refusal(401, NOT_LOGGED_IN)
    return { data: {}, redirect: loaded.headers.get('location') ?? '/' }
  })
}
